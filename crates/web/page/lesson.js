import { setupNamed } from "./setup.js";
import { TaskView } from "./task.js";
import { button, make, say, tell } from "./words.js";

const HERE = ":brunei-slide";

/** Steps: `key` of the words; the start, a position or moves on a small pattern; `wants` is whether a legal move is the one
 *  that is asked for; `taps` is a point that cannot be tapped, and is to be; `plays` goes on against a beginner. */
const STEPS = [
  { key: "column", moves: [], wants: ({ word }) => word === "c" },
  { key: "entry", moves: ["c", "a"], wants: ({ way }) => way.length > 1 },
  { key: "three", word: `2..../....b/.._.b/....b/1....:main:1:0-0${HERE}`, wants: ({ takes }) => takes.length === 3 },
  { key: "two", word: `2..../....w/.._.b/....b/1....:main:1:0-0${HERE}`, taps: "e1" },
  { key: "between", word: `2..../....b/.._.w/....b/1....:main:1:0-0${HERE}`, wants: ({ way }) => way.at(-1) === "e1" },
  { key: "points", word: `.www2/....b/.._.b/....b/1....:main:1:0-0${HERE}`, wants: ({ points }) => points === 6 },
  { key: "stuck", word: `1..w./.wb.w/.._w./.2.b./....b:main:1:7-12${HERE}`, wants: ({ way }) => way.at(-1) === "a1" },
  { key: "ending", word: `2..bb/.wwwb/.._ww/...wb/1....:main:1:9-8${HERE}`, plays: true },
];

/** The first game, step by step; each step is done on the board. */
export class LessonView extends TaskView {
  constructor(page, element) {
    super(page, element, ["person", "beginner"]);
    // A reload goes on where it was.
    const at = Number(page.store.get("lesson"));
    this.at = STEPS[at] ? at : 0;
  }

  /** Shows the step as it was left: another tab or language does not begin it anew. */
  start() {
    if (!this.page.game) return this.begin(this.at);
    super.start();
    if (this.isDone) this.praise(this.isDone);
  }

  begin(at) {
    this.at = at;
    this.page.store.set("lesson", at);
    this.isDone = null;
    const { moves, word } = STEPS[at];
    const setup = setupNamed(this.page.core, "fourfold-5-1");
    this.page.game = { rules: "brunei-slide", set: {}, setup, word, moves: [...(moves ?? [])] };
    super.start();
  }

  title() {
    return say("lesson-step", { n: this.at + 1, of: STEPS.length });
  }

  layOut() {
    super.layOut();
    this.score.hidden = this.at < STEPS.findIndex(({ key }) => key === "points");
    this.every.remove();
  }

  layButtons() {
    const last = this.at === STEPS.length - 1;
    const leave = () => {
      this.page.store.set("learnt", "yes");
      this.at = 0;
      this.page.store.set("lesson", 0);
      this.page.game = null;
      this.page.show("play");
    };
    this.next = last ? button("lesson-play", leave, { class: "main" }) : button("lesson-next", () => this.begin(this.at + 1), { class: "main" });
    this.next.disabled = true;
    this.buttons.replaceChildren(this.next, button("lesson-again", () => this.begin(this.at)), button("lesson-back", () => this.begin(this.at - 1), { disabled: this.at === 0 }), last ? "" : button("lesson-skip", leave, { class: "plain" }));
  }

  sayRule() {
    this.rule.replaceChildren(say(`lesson-${STEPS[this.at].key}`));
  }

  /** Makes a legal move only if it is the one that is asked for. */
  play(word) {
    const { wants, plays } = STEPS[this.at], move = this.now.moves.find((legal) => legal.word === word);
    if (this.isDone || (!plays && !wants?.(move))) {
      this.clear();
      this.board.draw(this.now.rows, this.marks(), say("board"));
      if (!this.isDone) this.warn(say("lesson-other"));
      return;
    }
    super.play(word);
    if (!plays) this.praise(`lesson-${STEPS[this.at].key}-done`);
    else if (this.now.over && this.now.over.winners.includes(1)) this.praise("lesson-ending-done");
    else if (this.now.over) this.warn(`${this.ended()} ${say("lesson-ending-lost")}`);
  }

  refuse(point) {
    if (STEPS[this.at].taps === point) this.praise("lesson-two-done");
    else super.refuse(point);
  }

  /** The opponent answers in the last step alone. */
  async think() {
    if (STEPS[this.at].plays) await super.think();
  }

  /** The result replaces the task, so that the board stays where it is. */
  praise(key) {
    this.isDone = key;
    const told = `${["stuck", "ending"].includes(STEPS[this.at].key) ? this.ended() : ""} ${say(key)}`.trim();
    this.rule.style.minHeight = `${this.rule.getBoundingClientRect().height}px`;
    this.rule.replaceChildren(make("span", { class: "right" }, told));
    tell(told);
    this.next.disabled = false;
    this.next.focus();
  }
}
