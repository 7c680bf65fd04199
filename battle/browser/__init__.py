"""The program in a page: what is shown and what may be done, as values that the page renders."""
