"""Pages as plain values: blocks, and the renderers that need no surface of their own."""
