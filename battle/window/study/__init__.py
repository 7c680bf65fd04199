"""Analyse: a game or a position being studied, with its lines, graph, tree and review."""
