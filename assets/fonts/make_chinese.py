"""Makes the font for Chinese, Japanese and Korean letters: a part of Noto Sans CJK.

    pip install fonttools cffsubr
    python assets/fonts/make_chinese.py NotoSansCJK-Regular.ttc

The letters of GB 2312 (Simplified Chinese), Big5 (Traditional Chinese) and level 1 of JIS X 0208
(Japanese), kana, and the syllables of KS X 1001 (Korean), all in the forms of Simplified Chinese,
without hints: they are drawn larger and scaled down.
"""

import sys
from pathlib import Path

import cffsubr  # type: ignore[import-not-found, import-untyped, unused-ignore]
from fontTools import subset  # type: ignore[import-not-found, import-untyped, unused-ignore]
from fontTools.ttLib import TTFont  # type: ignore[import-not-found, import-untyped, unused-ignore]

FILE = Path(__file__).resolve().parent / "NotoSansCJK-Letters.otf"
SIMPLIFIED = 2
"""The font's number in the collection."""
SETS = {
    "gb2312": (0xA1, 0xF7),
    "big5": (0xA4, 0xF9),
    "euc_jp": (0xA1, 0xCF),
    "euc_kr": (0xB0, 0xC8),
}
"""Encodings of two bytes, and from which first byte to which their letters are kept."""


def letters() -> set[int]:
    """Return the code points of all letters kept, and of the signs between them."""
    kept = {*range(0x3000, 0x3100), *range(0xFF01, 0xFFE7)}
    for encoding, (first, last) in SETS.items():
        for one in range(first, last + 1):
            for other in range(0x40, 0xFF):
                kept |= {ord(letter) for letter in bytes([one, other]).decode(encoding, "ignore")}
    return {code for code in kept if code >= 0x2E80}


def main(source: str) -> None:
    """Write the font."""
    font = TTFont(source, fontNumber=SIMPLIFIED, recalcTimestamp=False)
    options = subset.Options(hinting=False, layout_features=[], name_IDs=[1, 2, 3, 4, 5, 6, 13, 14])
    options.drop_tables += ["BASE", "GPOS", "GSUB", "VORG", "vhea", "vmtx"]
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=letters())
    subsetter.subset(font)
    cffsubr.subroutinize(font)
    font.save(FILE)


if __name__ == "__main__":
    main(sys.argv[1])
