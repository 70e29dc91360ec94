import { pointsOf, placeOf } from "./table.js";
import { say } from "./words.js";

/** Milliseconds of a move. */
export const SLIDE = 350;

/** Returns whether the page may animate: the device may be set to less motion. */
export function animates() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** An empty board: lines stop at the store in the middle, the marked diagonals run to its corners. */
function woodOf(rows) {
  const side = rows.length, last = side - 1, middle = last / 2;
  const reach = rows[middle + 1][middle + 1] === "_" ? 2 : 1;
  const [before, after] = [middle - reach, middle + reach];
  let lines = "";
  for (let at = 0; at < side; at++) {
    const cut = Math.abs(at - middle) < reach;
    lines += cut ? `M${at} 0V${before}M${at} ${after}V${last}M0 ${at}H${before}M${after} ${at}H${last}` : `M${at} 0V${last}M0 ${at}H${last}`;
  }
  const diagonals = `M0 0L${before} ${before}M${last} 0L${after} ${before}M0 ${last}L${before} ${after}M${last} ${last}L${after} ${after}`;
  return `<rect class="wood" x="-.85" y="-.85" width="${side + 0.7}" height="${side + 0.7}" rx=".3"/>
    <rect class="hollow" x="${before}" y="${before}" width="${2 * reach}" height="${2 * reach}"/>
    <path class="line faint" d="${diagonals}"/><path class="line" d="${lines}"/>`;
}

function pieceOf({ name, sign, x, y }) {
  if (sign === "b" || sign === "w") return `<circle class="stone ${sign}" cx="${x}" cy="${y}" r=".4"/>`;
  if (sign !== "1" && sign !== "2") return "";
  return `<g class="ka k${sign}" data-at="${name}"><path d="M${x} ${y - 0.52}l.52 .52l-.52 .52l-.52 -.52z"/><text x="${x}" y="${y + 0.19}">${sign}</text></g>`;
}

function namesOf(side, isTurned) {
  const each = [...Array(side).keys()], named = (at) => (isTurned ? side - 1 - at : at);
  return each.map((at) => `<text x="${at}" y="${side + 0.25}">${String.fromCharCode(97 + named(at))}</text>
    <text x="-1.2" y="${at + 0.15}">${side - named(at)}</text>`).join("");
}

/** Where sparks fly from the ka that has won. */
const SPARKS = [...Array(10).keys()].map((at) => [1.1 + (at % 2) / 2, (at * Math.PI) / 5]).map(([far, angle]) => [far * Math.cos(angle), far * Math.sin(angle)]);

/** Letter of one of several lines. */
export function letterOf(number) {
  return String.fromCharCode(65 + number);
}

/** Marks under and over the pieces: see `Board.draw`. */
function marksOf(marks, at, signAt) {
  const each = (list, shape) => (list ?? []).map((name) => shape(at(name))).join("");
  const path = (list) => (list?.length > 1 ? `<path class="way" d="${list.map((name, place) => `${place ? "L" : "M"}${at(name).x} ${at(name).y}`).join("")}"/>` : "");
  return {
    trail: each((marks.shut ?? []).map(([name]) => name), ({ x, y }) => `<rect class="shut" x="${x - 0.42}" y="${y - 0.42}" width=".84" height=".84" rx=".1"/>`) + path(marks.way) + each(marks.taken, ({ x, y }) => `<path class="taken" d="M${x - 0.16} ${y - 0.16}l.32 .32m0 -.32l-.32 .32"/>`),
    over: each(marks.starts, ({ x, y }) => `<circle class="start" cx="${x}" cy="${y}" r=".46"/>`) +
      each(marks.targets, ({ x, y }) => `<circle class="target" cx="${x}" cy="${y}" r=".17"/>`) +
      path(marks.going) +
      each(marks.good, ({ x, y }) => `<circle class="good" cx="${x}" cy="${y}" r=".46"/>`) +
      each(marks.takes, ({ x, y }) => `<circle class="takes" cx="${x}" cy="${y}" r=".46"/>`) +
      (marks.lines ?? []).map((line, number) => each(line, ({ x, y }) => `<circle class="choice c${number % 4}" cx="${x}" cy="${y}" r=".44"/><text class="letter ${signAt({ x, y })}" x="${x}" y="${y + 0.19}">${letterOf(number)}</text>`)).join("") +
      (marks.shut ?? []).map(([name, told]) => `<text class="shut" x="${at(name).x}" y="${at(name).y + 0.17}">${told}</text>`).join("") +
      (marks.won ?? []).map(({ x, y, isBright }) => `<circle class="won" cx="${x}" cy="${y}" r=".66"/>${isBright ? SPARKS.map(([right, down]) => `<circle class="spark" cx="${x + right}" cy="${y + down}" r=".13"/>`).join("") : ""}`).join("") +
      (marks.gains ?? []).map(({ point, points, seat }) => `<text class="gain g${seat}" x="${at(point).x + 0.45}" y="${at(point).y - 0.3}">+${points}</text>`).join(""),
  };
}

/** A small picture of a pattern, or of a position with the names of its rows and columns. */
export function thumbnail(rows, isNamed = false, marks = {}) {
  const side = rows.length, { trail, over } = marksOf(marks, (name) => placeOf(name, side), ({ x, y }) => rows[y][x]);
  const [box, names] = isNamed ? [`-1.55 -1 ${side + 1.55} ${side + 1.5}`, `<g class="names">${namesOf(side)}</g>`] : [`-1 -1 ${side + 1} ${side + 1}`, ""];
  return `<svg class="board mini" viewBox="${box}" aria-hidden="true">${woodOf(rows)}${names}<g class="trail">${trail}</g>${pointsOf(rows).map(pieceOf).join("")}<g class="marks">${over}</g></svg>`;
}

/** An interactive board, by pointer, touch or arrow keys. */
export class Board {
  /** Calls `on.tap(point, byTouch)` and `on.hover(point or null)`. */
  constructor(element, on) {
    this.element = element;
    this.cursor = null;
    this.isTurned = false;
    let byTouch = false;
    const pointAt = (event) => event.target.closest?.("[data-point]")?.dataset.point ?? null;
    element.addEventListener("pointerdown", (event) => { byTouch = event.pointerType !== "mouse"; });
    element.addEventListener("click", (event) => {
      const point = pointAt(event);
      if (!point) return;
      this.cursor = point;
      on.tap(point, byTouch);
    });
    element.addEventListener("pointerover", (event) => { if (event.pointerType === "mouse") on.hover(pointAt(event)); });
    element.addEventListener("pointerleave", () => on.hover(null));
    element.addEventListener("focusin", (event) => {
      if (event.target.matches(":focus-visible")) on.hover(pointAt(event));
    });
    element.addEventListener("keydown", (event) => this.key(event, on));
  }

  key(event, on) {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (by && this.cursor) {
      event.preventDefault();
      const { x, y } = this.at(this.cursor);
      const to = this.element.querySelector(`[data-x="${x + by[0]}"][data-y="${y + by[1]}"]`);
      if (to) this.focus(to.dataset.point);
    } else if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      on.tap(this.cursor, true);
    } else if (event.key === "Escape") {
      on.tap(null, true);
    }
  }

  /** Place of a point as the board is seen: turned, the second player's side is below. */
  at(name) {
    const { x, y } = placeOf(name, this.side), last = this.side - 1;
    return this.isTurned ? { x: last - x, y: last - y } : { x, y };
  }

  points(rows) {
    return pointsOf(rows).map((point) => ({ ...point, ...this.at(point.name) }));
  }

  focus(point) {
    this.element.querySelector('[tabindex="0"]')?.setAttribute("tabindex", "-1");
    this.cursor = point;
    const hit = this.element.querySelector(`[data-point="${point}"]`);
    hit?.setAttribute("tabindex", "0");
    hit?.focus();
  }

  /** Moves the cursor to the nearest of these points, if there are any. */
  near(rows, points) {
    if (!points.length || points.includes(this.cursor)) return;
    const from = this.cursor ? placeOf(this.cursor, rows.length) : { x: 0, y: rows.length };
    const far = (point) => {
      const { x, y } = placeOf(point, rows.length);
      return Math.abs(x - from.x) + Math.abs(y - from.y);
    };
    this.cursor = points.reduce((best, point) => (far(point) < far(best) ? point : best));
  }

  /** Draws rows; `marks` has lists of points: `starts`, `targets`, `takes`, `way`, `taken` by the last move,
   *  `good` for a better one; `lines` to choose from, each with its points; at the end `won`, the signs of kas and whether they shine, and `shut`, points with what stands there. */
  draw(rows, marks, label) {
    const hadFocus = this.element.contains(document.activeElement);
    this.side = rows.length;
    this.signs = new Map(this.points(rows).map(({ x, y, sign }) => [`${x} ${y}`, sign]));
    const points = this.points(rows), side = rows.length;
    if (!points.some(({ name }) => name === this.cursor)) this.cursor = points.find(({ sign }) => sign !== ".")?.name ?? "a1";
    const hits = points.map(({ name, sign, x, y }) => `<rect data-point="${name}" data-x="${x}" data-y="${y}" x="${x - 0.5}" y="${y - 0.5}"
      width="1" height="1" role="button" tabindex="${name === this.cursor ? 0 : -1}" aria-label="${this.told(name, sign, marks)}"/>`);
    this.element.innerHTML = `<svg class="board" viewBox="-1.55 -1 ${side + 1.55} ${side + 1.5}" role="group" aria-label="${label}">
      ${woodOf(rows)}<g class="names" aria-hidden="true">${namesOf(side, this.isTurned)}</g>
      <g class="trail" aria-hidden="true"></g><g aria-hidden="true">${points.map(pieceOf).join("")}</g><g class="marks" aria-hidden="true"></g><g class="hits">${hits.join("")}</g></svg>`;
    this.mark(marks);
    if (hadFocus) this.element.querySelector(`[data-point="${this.cursor}"]`)?.focus();
  }

  mark(marks) {
    const won = (marks.won ?? []).flatMap(([sign, isBright]) => [...this.signs].filter(([, found]) => found === sign).map(([place]) => ({ x: +place.split(" ")[0], y: +place.split(" ")[1], isBright })));
    const { trail, over } = marksOf({ ...marks, won }, (name) => this.at(name), ({ x, y }) => this.signs.get(`${x} ${y}`));
    this.element.querySelector(".trail").innerHTML = trail;
    this.element.querySelector(".marks").innerHTML = over;
  }

  /** Shows how a move led to the rows drawn: the ka slides, and what it took leaves the board after it, for a tray if there is one. */
  animate({ way, takes }, before, tray = null) {
    if (!animates()) return;
    const svg = this.element.querySelector("svg"), [from, to] = [way[0], way.at(-1)].map((name) => name && this.at(name));
    const ka = to && svg.querySelector(`.ka[data-at="${way.at(-1)}"]`);
    ka?.animate([{ transform: `translate(${from.x - to.x}px, ${from.y - to.y}px)` }, { transform: "none" }], { duration: SLIDE, easing: "ease-in-out" });
    const ghosts = document.createElementNS("http://www.w3.org/2000/svg", "g");
    ghosts.setAttribute("class", "ghosts");
    svg.append(ghosts);
    const aim = tray && this.aimOf(svg, tray);
    for (const stone of this.points(before).filter(({ name }) => takes.includes(name))) {
      const ghost = document.createElementNS("http://www.w3.org/2000/svg", "g");
      ghost.innerHTML = pieceOf(stone);
      ghosts.append(ghost);
      const [x, y] = aim ? [aim.x - stone.x, aim.y - stone.y] : [0, -1];
      ghost.animate([{ opacity: 1, transform: "none" }, { opacity: 1, transform: "none", offset: 0.4 }, { opacity: aim ? 0.9 : 0, transform: `translate(${x}px, ${y}px)` }], { duration: 2.5 * SLIDE, easing: "ease-in" })
        .finished.then(() => ghost.remove(), () => {});
    }
  }

  /** The middle of an element, in the board's own measure. */
  aimOf(svg, element) {
    const box = element.getBoundingClientRect(), toBoard = svg.getScreenCTM().inverse();
    return new DOMPoint(box.x + box.width / 2, box.y + box.height / 2).matrixTransform(toBoard);
  }

  told(name, sign, marks) {
    const what = { b: "black-stone", w: "white-stone", 1: "ka-1", 2: "ka-2", _: "hollow" }[sign] ?? "empty";
    const can = marks.targets?.includes(name) ? "can-go" : marks.starts?.includes(name) ? "can-choose" : marks.takes?.includes(name) ? "is-taken" : null;
    const lines = (marks.lines ?? []).flatMap((line, number) => (line.includes(name) ? [say("of-line", { letter: letterOf(number) })] : []));
    const [, shut] = marks.shut?.find(([point]) => point === name) ?? [];
    return [name, say(what), can && say(can), ...lines, shut && say("is-shut", { n: shut })].filter(Boolean).join(", ");
  }
}
