import { Board } from "./board.js";
import { linkOf } from "./files.js";
import { keepOwn } from "./own.js";
import { svgOf } from "./picture.js";
import { shareButton } from "./share.js";
import { orderOf } from "./table.js";
import { button, capital, choice, make, patternNamed, reason, say } from "./words.js";

/** Coordinates of a point relative to the centre, so that symmetries are changes of signs. */
export const SYMMETRIES = {
  none: [(x, y) => [x, y]],
  half: [(x, y) => [x, y], (x, y) => [-x, -y]],
  quarter: [(x, y) => [x, y], (x, y) => [-y, x], (x, y) => [-x, -y], (x, y) => [y, -x]],
  mirror: [(x, y) => [x, y], (x, y) => [-x, y]],
  full: [(x, y) => [x, y], (x, y) => [-y, x], (x, y) => [-x, -y], (x, y) => [y, -x], (x, y) => [-x, y], (x, y) => [x, -y], (x, y) => [y, x], (x, y) => [-y, -x]],
};

/** Editor for patterns. */
export class DrawView {
  constructor(page, element) {
    this.page = page;
    this.element = element;
    this.brush = "b";
    this.symmetry = "full";
    this.rows = null;
  }

  start() {
    this.rows ??= this.page.pattern().setup.rows.split("/").map((row) => [...row]);
    this.layOut();
    this.show();
  }

  /** Starts from a pattern, and shows it. */
  load({ rows }) {
    this.rows = rows.split("/").map((row) => [...row]);
    this.page.show("pattern");
  }

  layOut() {
    const wooden = make("div", { class: "wooden drawing" });
    this.board = new Board(wooden, { tap: (point) => point && this.paint(point), hover: () => {} });
    const under = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.getAttribute("data-point");
    wooden.addEventListener("pointerdown", (event) => event.target.releasePointerCapture?.(event.pointerId));
    wooden.addEventListener("pointermove", (event) => {
      const point = event.buttons ? under(event) : null;
      if (point && point !== this.board.cursor) this.paint(point);
    });
    this.controls = make("div", { class: "side" });
    this.element.replaceChildren(make("div", { class: "table" }, make("div", { class: "field" }, wooden), this.controls));
  }

  paint(point) {
    this.board.cursor = point;
    const half = (this.rows.length - 1) / 2;
    const x = point.charCodeAt(0) - 97 - half, y = this.rows.length - Number(point.slice(1)) - half;
    for (const turned of SYMMETRIES[this.symmetry]) {
      const [right, down] = turned(x, y);
      if (right || down) this.rows[down + half][right + half] = this.brush;
    }
    this.show();
  }

  /** Starts with an all-white board of this size. */
  blank(side) {
    const half = (side - 1) / 2;
    this.rows = [...Array(side)].map((_, down) => [...Array(side)].map((_, right) => (right === half && down === half ? "_" : "w")));
    this.show();
  }

  /** Keeps the pattern on the device. */
  keep(event) {
    event.preventDefault();
    const name = this.named.value.trim();
    if (!name) return;
    const lasts = keepOwn(this.page.store, { ...this.setup, name });
    this.kept.textContent = say(lasts ? "pattern-kept" : "pattern-held", { name });
  }

  get setup() {
    return { name: say("own-pattern"), rows: this.rows.map((row) => row.join("")).join("/") };
  }

  get game() {
    return { rules: "brunei-slide", set: {}, setup: this.setup, moves: [] };
  }

  show() {
    const { core, catalogue } = this.page;
    const count = (sign) => this.rows.flat().filter((other) => other === sign).length;
    const [black, white, all] = [count("b"), count("w"), this.rows.length ** 2 - 1];
    const more = black - white;
    const even = more === 0 ? say("counts-even") : say("counts-more", { n: Math.abs(more) / 2, colour: say(more > 0 ? "black" : "white") });
    this.board.draw(this.rows.map((row) => row.join("")), {}, say("board"));
    const refused = core.ask(orderOf(this.game));
    const brushes = [["b", "black"], ["w", "white"]].map(([sign, key]) => button(key, () => { this.brush = sign; this.show(); }, { "aria-pressed": String(this.brush === sign), class: `brush ${sign}` }));
    const syms = Object.keys(SYMMETRIES).map((name) => [name, say(`sym-${name}`)]);
    const known = [["", "…"], ...[...catalogue.setups.keys()].map((name) => [name, capital(patternNamed({ name }))])];
    const use = (then) => () => {
      this.page.own = this.setup;
      then(this.game);
    };
    const shown = () => ({ svg: svgOf(this.rows.map((row) => row.join("")), {}, say("counts", { black, white, all })), caption: say("counts", { black, white, all }), link: `${linkOf(this.game)}&open=pattern` });
    this.controls.replaceChildren(
      make("p", {}, say("draw-about")),
      make("div", { class: "row", role: "group", "aria-label": say("brush") }, ...brushes),
      make("div", { class: "form" },
        choice(say("symmetry"), syms, this.symmetry, (value) => { this.symmetry = value; }),
        choice(say("size"), [11, 9, 7, 5].map((side) => [String(side), `${side} × ${side}`]), String(this.rows.length), (value) => this.blank(Number(value))),
        choice(say("from-known"), known, "", (name) => { this.rows = catalogue.setups.get(name).rows.split("/").map((row) => [...row]); this.show(); })),
      make("p", { class: more ? "counts wrong" : "counts", role: "status" }, `${say("counts", { black, white, all })}: ${even}`),
      refused ? make("p", { class: "wrong" }, say("refused", { why: reason(refused) })) : "",
      make("form", { class: "row keep", onsubmit: (event) => this.keep(event) }, this.named = make("input", { value: this.named?.value ?? "", maxlength: 40, required: true, placeholder: say("own-name"), "aria-label": say("own-name"), autocomplete: "off" }),
        make("button", { "data-key": "keep-pattern", disabled: Boolean(refused) }, say("keep-pattern"))), this.kept = make("p", { role: "status" }),
      make("div", { class: "row" },
        button("play-this", use((it) => this.page.another(it, this.page.players)), { class: "main", disabled: Boolean(refused) }),
        button("fair-this", use((it) => this.page.isFair(it)), { disabled: Boolean(refused) }), shareButton(shown)));
  }
}
