import { Board, thumbnail } from "./board.js";
import { look } from "./table.js";
import { button, capital, make, say } from "./words.js";

/** Endgames with a single move that keeps the win or the draw: drawn by seed and proven (`pasang-tuning puzzles`
 * of commit d486867c). */
function puzzlesOf(catalogue) {
  return document.getElementById("puzzles-list").textContent.trim().split("\n").filter(Boolean).map((line) => {
    const [name, moves, solution, keeps] = line.split("\t");
    return { game: { rules: "brunei-slide", set: {}, setup: catalogue.setups.get(name), moves: moves.split(" ") }, solution, keeps };
  });
}

export class PuzzlesView {
  constructor(page, element) {
    Object.assign(this, { page, element, puzzles: puzzlesOf(page.catalogue) });
  }

  get solved() {
    return new Set((this.page.store.get("puzzles") ?? "").split(" "));
  }

  start() {
    const { page, puzzles } = this, { solved } = this;
    const picks = puzzles.map(({ game }, at) => {
      const now = look(page.core, game);
      const pick = make("button", { type: "button", class: "pick", "aria-label": say("puzzle", { n: at + 1 }), onclick: () => this.open(at) });
      pick.innerHTML = `${thumbnail(now.rows, true)}<span>${at + 1}. ${say("puzzle-short", { turn: now.turn, score: now.scores.join("\u2060–\u2060") })} ${say(`keeps-${puzzles[at].keeps}`)}${solved.has(String(at)) ? " ✓" : ""}</span>`;
      return pick;
    });
    const solutions = puzzles.map(({ solution }) => make("li", {}, solution));
    this.element.replaceChildren(make("h2", { class: "printed" }, say("sheet-title", { n: puzzles.length })), make("p", {}, say("puzzles-about")), make("div", { class: "row" }, button("print", () => print())),
      make("div", { class: "picks sheet" }, ...picks), make("div", { class: "printed solutions" }, make("h2", {}, say("solutions")), make("ol", {}, ...solutions)));
  }

  open(at) {
    const { page } = this, { game, solution, keeps } = this.puzzles[at];
    const now = look(page.core, game), who = say("player", { n: now.turn });
    const wooden = make("div", { class: "wooden main" }), told = make("p", { role: "status" });
    const board = new Board(wooden, { tap: () => {}, hover: () => {} });
    const show = (move) => board.draw(now.rows, { going: move?.way, takes: move?.takes }, say("board"));
    const tryIt = (move) => {
      show(move);
      const isIt = move.word === solution;
      told.textContent = say(isIt ? "puzzle-right" : "puzzle-wrong");
      told.className = isIt ? "right" : "wrong";
      if (isIt) page.store.set("puzzles", [...this.solved.add(String(at))].join(" ").trim());
    };
    const moves = now.moves.map((move) => make("button", { type: "button", class: "plain", "data-move": move.word, onpointerenter: () => show(move), onfocus: () => show(move), onclick: () => tryIt(move) },
      say("takes", { word: move.word, n: move.takes.join(" "), points: move.points })));
    const next = (at + 1) % this.puzzles.length;
    this.element.replaceChildren(make("div", { class: "table" }, make("div", { class: "field" }, wooden),
      make("div", { class: "side" }, make("h2", {}, say("puzzle", { n: at + 1 })),
        make("p", {}, capital(say("puzzle-asks", { who, score: now.scores.join("–") })), " ", say(`puzzle-${keeps}`)), told,
        make("div", { class: "every" }, ...moves),
        make("div", { class: "row" }, button("puzzle-next", () => this.open(next)), button("puzzle-all", () => this.start()),
          button("play-this", () => page.another({ ...game, moves: [...game.moves] }, now.turn === 1 ? ["person", "strongest"] : ["strongest", "person"]))))));
    show();
  }
}
