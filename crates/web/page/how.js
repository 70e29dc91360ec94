import { thumbnail } from "./board.js";
import { STEPS, gameOfStep } from "./steps.js";
import { look } from "./table.js";
import { make, say } from "./words.js";

/** Pictures of the sentences, by their keys: steps of the lesson, each with the words below it. */
const PICTURES = {
  "how-1": [["column", "how-small"]],
  "how-2": [["entry"]],
  "how-4": [["three", "lesson-three-done"], ["two", "lesson-two-done"], ["between", "lesson-between-done"], ["sides", "lesson-sides-done"], ["choose", "how-choose"]],
  "how-5": [["points"]],
  "how-6": [["stuck"]],
};

/** A step's position with the move that is asked for; both lines, where one is to be chosen. */
function pictureOf(core, key) {
  const step = STEPS.find((it) => it.key === key), { rows, moves } = look(core, gameOfStep(core, step));
  const asked = moves.find((move) => step.wants?.(move)), same = moves.filter(({ way }) => key === "choose" && way.at(-1) === asked.way.at(-1));
  const marks = !asked ? { going: ["a1", step.taps], taken: [step.taps] }
    : { going: asked.way, ...(same.length ? { lines: same.map(({ takes }) => takes) } : { takes: asked.takes }) };
  return thumbnail(rows, true, marks);
}

/** The rules in six sentences, with pictures by the rules of the lesson. */
export function howTo(core, toggles) {
  const [black, white] = toggles.values.split("/").map(Number), hasPictures = toggles.capture === "whole";
  const keys = ["how-1", "how-2", "how-3", toggles.capture === "partial" ? "how-4-partial" : "how-4", "how-5", toggles.stuck === "loses" ? "how-6" : "how-6-score"];
  const figure = ([key, told]) => make("figure", { "data-step": key, picture: pictureOf(core, key) }, told ? make("figcaption", {}, say(told)) : "");
  return make("ol", {}, ...keys.map((key) => {
    const pictures = (hasPictures && PICTURES[key]) || [];
    return make("li", {}, say(key, { black, white }), pictures.length ? make("div", { class: "figures" }, ...pictures.map(figure)) : "");
  }));
}
