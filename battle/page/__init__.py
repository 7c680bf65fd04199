"""What can be said, as plain values: blocks, and the renderers that need no room of their own."""
