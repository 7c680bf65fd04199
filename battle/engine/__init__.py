"""A client for engines that speak the protocol, ours and others, in the shape of python-chess.

What programs may rely on is in `__all__`; everything else may change.
"""

from battle.engine.client import EngineError, SimpleEngine

__all__ = ["EngineError", "SimpleEngine"]
