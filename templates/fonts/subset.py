#!/usr/bin/python3
"""Makes the WOFF2 faces that the HTML report embeds, from the TTF files beside this script.

Run once and commit the result: subsetters change bytes between versions (made with fonttools 4.38,
brotli 1.0.9). A subset is a modified version, and the originals' names are reserved, so the families
get neutral names. Licence: see the LICENSE files beside it (SIL OFL 1.1).

    python3 templates/fonts/subset.py
"""
import os

from fontTools import subset
from fontTools.ttLib import TTFont

HERE = os.path.dirname(os.path.abspath(__file__))
FACES = [  # source, target, family, style
    ("SourceSerif4-Regular", "dossier-serif-regular", "Dossier Serif", "Regular"),
    ("SourceSerif4-It", "dossier-serif-italic", "Dossier Serif", "Italic"),
    ("SourceSerif4-Semibold", "dossier-serif-semibold", "Dossier Serif", "Semibold"),
    ("SourceSans3-Regular", "dossier-sans-regular", "Dossier Sans", "Regular"),
    ("SourceSans3-Semibold", "dossier-sans-semibold", "Dossier Sans", "Semibold"),
    ("SourceCodePro-Regular", "dossier-mono-regular", "Dossier Mono", "Regular"),
]
RANGES = [  # Latin, Greek, Cyrillic; punctuation, sub- and superscripts, currency, letterlike;
    (0x0020, 0x007E), (0x00A0, 0x024F), (0x0259, 0x0259), (0x02BB, 0x02BC), (0x02C6, 0x02DD),
    (0x0370, 0x03FF), (0x0400, 0x045F), (0x0490, 0x0491), (0x1E80, 0x1E85), (0x1E9E, 0x1E9E),
    (0x2002, 0x200A), (0x2010, 0x2027), (0x202F, 0x203A), (0x2044, 0x2044), (0x2070, 0x209C),
    (0x20A0, 0x20BF), (0x2100, 0x214F), (0x2150, 0x215F),
    # arrows, mathematics, geometric signs, check marks
    (0x2190, 0x21FF), (0x2200, 0x22FF), (0x25A0, 0x25FF), (0x2713, 0x2717),
]


def main():
    for source, target, family, style in FACES:
        options = subset.Options()
        options.flavor = "woff2"
        options.layout_features = ["kern", "mark", "mkmk", "ccmp", "locl", "lnum", "tnum"]
        options.hinting = False
        options.notdef_outline = True
        options.name_IDs = [1, 2, 4, 6, 13, 14]
        options.name_languages = [0x409]
        options.recalc_timestamp = False
        font = subset.load_font(os.path.join(HERE, source + ".ttf"), options)
        cutter = subset.Subsetter(options)
        cutter.populate(unicodes=[c for a, b in RANGES for c in range(a, b + 1)])
        cutter.subset(font)
        for record in list(font["name"].names):
            if record.nameID in (1, 16):
                record.string = family
            elif record.nameID in (2, 17):
                record.string = style
            elif record.nameID == 4:
                record.string = family + " " + style
            elif record.nameID == 6:
                record.string = (family + "-" + style).replace(" ", "")
        path = os.path.join(HERE, target + ".woff2")
        subset.save_font(font, path, options)
        names = TTFont(path)["name"].names
        assert not any("source" in n.toUnicode().lower() for n in names if n.nameID in (1, 2, 4, 6))
        print(f"{os.path.getsize(path):7d} {target}.woff2")


main()
