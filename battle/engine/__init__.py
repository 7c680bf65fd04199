"""Engines that speak our protocol, and the jobs that keep one busy.

What programs may rely on is in `__all__`; everything else may change.
"""

from battle.engine.simple import EngineError, SimpleEngine

__all__ = ["EngineError", "SimpleEngine"]
