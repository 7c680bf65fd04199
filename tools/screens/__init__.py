"""The real window: pictures of every screen, frames, endurance, proofs of whole games."""
