"""Memory for kernels: words, which are arrays of int64.

Numpy's arrays; in a browser, which has no numpy, memory views: kernels that were compiled before
take either. Both have a length, items, slices that share their memory, and take a slice of the
same length. What they do not have in common is here.
"""

from __future__ import annotations

import sys

if sys.platform == "emscripten":
    from solver.kernels.views import Words, address, constant, fill, is_words, nonzero, of, zeros
else:
    from solver.kernels.arrays import Words, address, constant, fill, is_words, nonzero, of, zeros

__all__ = ["Words", "address", "constant", "fill", "is_words", "nonzero", "of", "zeros"]
