import { Board } from "./board.js";
import { look } from "./table.js";
import { button, capital, make, say } from "./words.js";

/** A game to step through: by its buttons, or by arrow keys within it. */
export class Replay {
  constructor(core, game, element) {
    this.core = core;
    this.game = game;
    this.at = 0;
    this.wooden = make("div", { class: "wooden" });
    this.caption = make("p", { role: "status" });
    this.back = button("back", () => this.step(-1));
    this.forth = button("forth", () => this.step(1));
    element.replaceChildren(this.wooden, this.caption, make("div", { class: "row" }, this.back, this.forth));
    element.onkeydown = (event) => {
      const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
      if (!by || event.target.closest("[data-point]")) return;
      event.preventDefault();
      this.step(by);
    };
    this.board = new Board(this.wooden, { tap: () => {}, hover: () => {} });
    this.show(false);
  }

  step(by) {
    this.at = Math.max(0, Math.min(this.game.moves.length, this.at + by));
    this.show(by > 0);
  }

  show(animated) {
    const { core, game, at } = this, now = look(core, game, at), before = at ? look(core, game, at - 1) : null;
    const move = before?.moves.find(({ word }) => word === game.moves[at - 1]);
    const gains = move?.takes.length ? [{ point: move.way.at(-1) ?? move.takes[0], points: move.points, seat: before.turn }] : [];
    this.board.draw(now.rows, { way: move?.way, taken: move?.takes, gains }, say("board"));
    if (move && animated) this.board.animate(move, before.rows);
    const score = now.scores.join("–");
    this.caption.textContent = move ? say("replay-at", { n: at, of: game.moves.length, who: capital(say("player", { n: before.turn })), word: move.word, points: move.points, score }) : say("replay-begin");
    // The button that was pressed keeps the focus.
    this.back.setAttribute("aria-disabled", String(!at));
    this.forth.setAttribute("aria-disabled", String(at === game.moves.length));
  }
}
