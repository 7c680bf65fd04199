"""Games with a friend somewhere else: inviting, joining, the table, and all of them in a list."""
