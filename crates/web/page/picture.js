import { thumbnail } from "./board.js";

/** Width of the picture in pixels. */
const PICTURE_WIDE = 1080;

/** Colours of the board, which a picture carries with it. */
const COLOURS = `text{font-family:sans-serif}.ground{fill:#faf7f0}.wood{fill:#e3bd7f}.hollow{fill:#b8904f}.line{fill:none;stroke:#5d4420;stroke-width:.045;stroke-linecap:square;opacity:.75}
.line.faint{opacity:.4}.names{font-size:.42px;fill:#665c4f;text-anchor:middle}.stone.b{fill:#1c1a18;stroke:#000;stroke-width:.04}.stone.w{fill:#fbfaf5;stroke:#3c342a;stroke-width:.05}
.ka path{stroke:#fff;stroke-width:.07}.ka.k1 path{fill:#a3241c}.ka.k2 path{fill:#1b4a8a}.ka text{fill:#fff;font-size:.52px;font-weight:700;text-anchor:middle}
.way{fill:none;stroke:#7a2e8a;stroke-width:.1;opacity:.8}.taken{fill:none;stroke:#7a2e8a;stroke-width:.07;opacity:.8}.told{font-size:.5px;fill:#25201a;text-anchor:middle}`;

/** A position with the last move and a line of text, as SVG. */
export function svgOf(rows, marks, told) {
  const side = rows.length, [wide, high] = [side + 1.55, side + 2.4];
  const inside = thumbnail(rows, true, marks).replace(/^<svg[^>]*>|<\/svg>$/g, "");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDE}" height="${Math.round((PICTURE_WIDE * high) / wide)}" viewBox="-1.55 -1 ${wide} ${high}"><style>${COLOURS}</style>
    <rect class="ground" x="-1.55" y="-1" width="${wide}" height="${high}"/>${inside}<text class="told" x="${side / 2 - 0.8}" y="${side + 1}">${told.replace(/[<&]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</text></svg>`;
}

/** Draws an SVG as PNG. */
export async function pngOf(svg) {
  const image = new Image();
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
