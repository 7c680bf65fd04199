"""Makes the Table Figures fonts: Inter's figures, all of one width.

    pip install fonttools
    python assets/fonts/make_figures.py

pygame cannot ask a font for its tabular figures, so they take the place of the usual ones here.
"""

from pathlib import Path

from fontTools import subset  # type: ignore[import-not-found, import-untyped, unused-ignore]
from fontTools.ttLib import TTFont  # type: ignore[import-not-found, import-untyped, unused-ignore]

HERE = Path(__file__).resolve().parent
SIGNS = "0123456789 .,:;+-−–±/½×()=%'’…≥≤<>?!#"
FAMILY = "Table Figures"


def tabular(font: TTFont) -> dict[str, str]:
    """Map the usual glyphs to their equally wide forms."""
    table = font["GSUB"].table
    records = [r for r in table.FeatureList.FeatureRecord if r.FeatureTag == "tnum"]
    lookups = {index for record in records for index in record.Feature.LookupListIndex}
    forms: dict[str, str] = {}
    for index in lookups:
        for part in table.LookupList.Lookup[index].SubTable:
            forms |= getattr(getattr(part, "ExtSubTable", part), "mapping", {})
    return forms


def replace_figures(font: TTFont) -> None:
    """Let the characters show their equally wide forms."""
    forms = tabular(font)
    for table in font["cmap"].tables:
        table.cmap = {code: forms.get(glyph, glyph) for code, glyph in table.cmap.items()}


def keep_figures(font: TTFont) -> None:
    """Throw away all other characters."""
    options = subset.Options()
    options.layout_features = ["kern"]
    options.notdef_outline = True
    subsetter = subset.Subsetter(options)
    subsetter.populate(text=SIGNS)
    subsetter.subset(font)


def rename(font: TTFont, style: str) -> None:
    """Give the font its own name."""
    compact = f"{FAMILY.replace(' ', '')}-{style}"
    names = {1: FAMILY, 16: FAMILY, 3: compact, 6: compact, 4: f"{FAMILY} {style}"}
    for record in font["name"].names:
        record.string = names.get(record.nameID, record.string)
    outlines = font["CFF "].cff
    outlines.fontNames = [compact]
    outlines.topDictIndex[0].FullName = names[4]
    outlines.topDictIndex[0].FamilyName = FAMILY


def main() -> None:
    """Write the fonts."""
    for style in ("SemiBold",):
        font = TTFont(HERE / f"Inter-{style}.otf", recalcTimestamp=False)
        replace_figures(font)
        keep_figures(font)
        rename(font, style)
        font.save(HERE / f"TableFigures-{style}.otf")


if __name__ == "__main__":
    main()
