"""The weights of move ordering, for the kernels and for whoever orders moves on the board.

score = RANK_WEIGHT * rank taken − OPENED_WEIGHT * best rank opened − REPLIES_WEIGHT * replies
"""

from typing import Final

RANK_WEIGHT: Final = 16
OPENED_WEIGHT: Final = 3
REPLIES_WEIGHT: Final = 10
