"""Reviews and proofs of games that go on in the background."""
