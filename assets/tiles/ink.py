"""The colours the faces are painted with."""

GREEN = "#15774a"
BLUE = "#1d4796"
RED = "#c4242f"
NAVY = "#16264d"
IVORY = "#fbf5e5"
"""The plate's own colour, for what is left unpainted inside a painted shape."""
