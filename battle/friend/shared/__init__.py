"""What two far friends share: the invitation, the seal, both logs, and what follows from them."""
