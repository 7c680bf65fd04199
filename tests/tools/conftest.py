"""The tools' tests share kernels and home with those of the solver."""

from tests.solver.conftest import home, kernels, no_known_deals

__all__ = ["home", "kernels", "no_known_deals"]
