"""Renders pictures with resvg, which knows no style sheets of a browser: each has more than two colours, and text.

    python render.py FILE.svg...
"""

import io
import re
import sys

import resvg_py
from PIL import Image


def rendered(svg):
    return Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=svg)))).convert("RGB")


for path in sys.argv[1:]:
    svg = open(path, encoding="utf-8").read()
    whole, textless = rendered(svg), rendered(re.sub(r"<text.*?</text>", "", svg, flags=re.DOTALL))
    # Shades of text and of edges are many; areas are large.
    colours = [colour for count, colour in whole.getcolors(1 << 24) if count >= 20]
    assert len(colours) > 2, f"{path}: {len(colours)} colours"
    assert whole.tobytes() != textless.tobytes(), f"{path}: no text"
    # On light paper, dark signs.
    assert whole.getpixel((0, 0)) == (255, 255, 255), f"{path}: the paper is {whole.getpixel((0, 0))}"
    print(f"{path}: {len(colours)} colours")
