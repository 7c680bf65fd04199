"""The solver as a client sees it: its process, the queries, what their answers prove."""
