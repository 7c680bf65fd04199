"""A game at the table, without a display: who sits where, the clock, series, levels, its words."""
