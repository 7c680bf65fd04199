"""The solver as a client sees it: its process, what it was asked, what its answers prove."""
