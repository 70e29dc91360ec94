import { setupNamed } from "./setup.js";

const HERE = ":brunei-slide";

/** A game on a larger board: the first player's column, the reply, and on to a position with lines of all kinds. */
const LARGER = "b e c3-b3xe3 d5-e5xe1w2 b3-f3xn1 e5-c5xn1s2 f3-f5xe1 c5-c2xw1 f5-d5xn1 c2-c6xe2w1".split(" ");

/** Steps of the lesson: `key` of the words; the start, a position or moves on a small pattern; `wants` is whether a legal move is
 *  the one that is asked for; `taps` is a point that cannot be tapped, and is to be; `plays` goes on against a beginner. */
export const STEPS = [
  { key: "column", moves: [], wants: ({ word }) => word === "c" },
  { key: "entry", moves: ["c", "a"], wants: ({ way }) => way.length > 1 },
  { key: "three", word: `2..../....b/.._.b/....b/1....:main:1:0-0${HERE}`, wants: ({ takes }) => takes.length === 3 },
  { key: "two", word: `2..../....w/.._.b/....b/1....:main:1:0-0${HERE}`, taps: "e1" },
  { key: "between", word: `2..../....b/.._.w/....b/1....:main:1:0-0${HERE}`, wants: ({ way }) => way.at(-1) === "e1" },
  { key: "points", word: `.www2/....b/.._.b/....b/1....:main:1:0-0${HERE}`, wants: ({ points }) => points === 6 },
  { key: "stuck", word: `1..w./.wb.w/.._w./.2.b./....b:main:1:7-12${HERE}`, wants: ({ way }) => way.at(-1) === "a1" },
  { key: "reply", on: "fourfold-7-1", moves: LARGER.slice(0, 1), wants: () => true },
  { key: "sides", on: "fourfold-7-1", moves: LARGER, wants: ({ way }) => way.at(-1) === "g5" },
  { key: "choose", on: "fourfold-7-1", moves: LARGER, wants: ({ way, points }) => way.at(-1) === "b5" && points === 2 },
  { key: "ending", word: `2..bb/.wwwb/.._ww/...wb/1....:main:1:9-8${HERE}`, plays: true },
];

/** What is known of the game's story, by the keys of its words, and the steps of the lesson beside which some of it stands. */
export const STORY = ["brunei", "nights", "gadong", "stuck", "bell", "kin", "sources"];
const BESIDE = { column: "brunei", entry: "gadong", points: "nights", stuck: "stuck", reply: "sources", choose: "kin" };

export function storyOf(step) {
  return BESIDE[step.key] ? `story-${BESIDE[step.key]}` : null;
}

/** The game of a step, which may be played on.
 *  @param {any} step */
export function gameOfStep(core, step) {
  const { on = "fourfold-5-1", word, moves = [] } = step;
  return { rules: "brunei-slide", set: {}, setup: setupNamed(core, on), word, moves: [...moves] };
}
