import { thumbnail } from "./board.js";

/** Width of a picture in pixels, and letters in a line of its caption. */
const PICTURE_WIDE = 1080, LETTERS = 46;

/** Colours of the board and of a curve, which a picture carries with it. */
const COLOURS = `text{font-family:sans-serif}.paper{fill:#faf7f0}.wood{fill:#e3bd7f}.hollow{fill:#b8904f}.line{fill:none;stroke:#5d4420;stroke-width:.045;stroke-linecap:square;opacity:.75}
.line.faint{opacity:.4}.names,.names text{font-size:.42px;fill:#665c4f;text-anchor:middle}.stone.b{fill:#1c1a18;stroke:#000;stroke-width:.04}.stone.w{fill:#fbfaf5;stroke:#3c342a;stroke-width:.05}
.ka path{stroke:#fff;stroke-width:.07}.ka.k1 path{fill:#a3241c}.ka.k2 path{fill:#1b4a8a}.ka text{fill:#fff;font-size:.52px;font-weight:700;text-anchor:middle}
.way{fill:none;stroke:#7a2e8a;stroke-width:.1;opacity:.8}.taken{fill:none;stroke:#7a2e8a;stroke-width:.07;opacity:.8}.takes{fill:none;stroke:#b3221b;stroke-width:.13}.good{fill:none;stroke:#0f6e3c;stroke-width:.11;stroke-dasharray:.25 .15}.marks .way{stroke:#0f6e3c}
polyline{fill:none;stroke:#a3241c;stroke-width:3;stroke-linejoin:round}polyline~circle{fill:none;stroke:#d0342c;stroke-width:3}.ground{fill:#fffdf8;stroke:#dcd2c1}.solved{fill:#665c4f;opacity:.25}.half{stroke:#665c4f;stroke-dasharray:5}text{font-size:11px}.here{stroke:#1b4a8a;stroke-width:2}`;

/** A caption in lines of at most `LETTERS` letters, as far as its words allow. */
function captionLines(caption) {
  return caption.split(/\s+/).reduce((lines, word) => (`${lines.at(-1)} ${word}`.length > LETTERS ? [...lines, word] : [...lines.slice(0, -1), `${lines.at(-1)} ${word}`.trim()]), [""]);
}

/** What stands in a box of an SVG as a picture of its own, with a caption below. */
export function pictured(inside, [x, y, wide, high], caption) {
  const size = wide / 26, lines = captionLines(caption), all = high + size * (1.4 * lines.length + 0.6);
  const texts = lines.map((line, at) => `<text x="${x + wide / 2}" y="${y + high + size * 1.4 * (at + 0.8)}" style="font-size:${size}px;fill:#25201a;text-anchor:middle">${line.replace(/[<&]/g, (sign) => `&#${sign.charCodeAt(0)};`)}</text>`);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PICTURE_WIDE}" height="${Math.round((PICTURE_WIDE * all) / wide)}" viewBox="${x} ${y} ${wide} ${all}"><style>${COLOURS}</style>
    <rect class="paper" x="${x}" y="${y}" width="${wide}" height="${all}"/>${inside}${texts.join("")}</svg>`;
}

/** A position with its marks and a caption, as SVG. */
export function svgOf(rows, marks, caption) {
  return pictured(thumbnail(rows, true, marks).replace(/^<svg[^>]*>|<\/svg>$/g, ""), [-1.55, -1, rows.length + 1.55, rows.length + 1.5], caption);
}

/** An SVG as the address of an image. */
export function svgAddress(svg) {
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Draws an SVG as PNG. */
export async function pngOf(svg) {
  const image = new Image();
  image.src = svgAddress(svg);
  await image.decode();
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [PICTURE_WIDE, Math.round((PICTURE_WIDE * image.height) / image.width)];
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}
