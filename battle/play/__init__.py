"""A game at the table, without a display: seats, clock, offers, storage, languages."""
