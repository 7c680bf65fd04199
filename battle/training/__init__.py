"""Getting better: problems, the deck that asks them again, lessons from own games."""
