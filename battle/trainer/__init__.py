"""Getting better: disguises, problems, the deck, playing out, fair deals. No display, no solver."""
