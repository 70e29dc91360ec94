import { LIKELY, inPercent, levelOf, scoreOf } from "./balance.js";
import { make, say } from "./words.js";

/** Kept results of crews, a line per pattern, rules and class, with the crew that played: see crates/web/bundle.py. */
export function bookOf(text) {
  return text.split("\n").filter(Boolean).map((line) => {
    const [setup, rules, crew, known, players, games, sums] = line.split("\t"), parts = () => known.split(" ").map((text) => text.replace(/^\d+$/, (word) => String(Number(word) / 10000)));
    // Parsed when they are asked for: all of them take as long as the rest of the page's start.
    return {
      setup, rules, crew, players,
      get level() { return levelOf([crew, ...parts().slice(0, 5)]); },
      /** With best openings, and the first moves with their probabilities to be best. */
      get best() {
        const [score, low, high, size, direction, ...firsts] = parts().slice(5);
        return { value: { score: [score, low, high].map(Number), size, direction }, firsts: firsts.map((it) => it.split("=")).map(([word, best, reply, sure]) => ({ words: word.split("/"), best: Number(best), reply, sure: Number(sure) })) };
      },
      get sums() { return sums?.split(" ").map((halves) => [6 * Number(halves), Number(games)]); },
    };
  });
}

/** First columns by replies, with the estimated score of each and its uncertainty; `tell(text, moves)` is called for a pair. */
export function pairTable(found, tell) {
  const words = [...new Set(found.pairs.map(({ reply }) => reply))].sort();
  const cell = (first, reply) => {
    const score = found.pairs.find((it) => it.first === first && it.reply === reply)?.score;
    if (!score) return make("td", {});
    const [mean, low, high] = score, told = say("book-pair", { first, reply, ...scoreOf(score, 0) });
    const style = `--lean:${200 * mean - 100}%;--sure:${Math.max(0.15, 1 - (high - low))}`;
    return make("td", {}, make("button", { type: "button", class: `plain ${mean < 0.5 ? "second" : "first"}`, style, "aria-label": told, onclick: () => tell(told, [first, reply]) }, inPercent(mean, 0)));
  };
  const head = make("tr", {}, make("td", {}), ...words.map((word) => make("th", { scope: "col" }, word)), make("th", { scope: "col" }, say("book-worth")));
  const row = (first) => {
    const { best, value } = found.firsts.find((it) => it.words.includes(first));
    return make("tr", { class: best >= LIKELY ? "best" : "" }, make("th", { scope: "row" }, first), ...words.map((word) => cell(first, word)),
      make("td", { class: "worth" }, `${inPercent(value[1], 0)}–${inPercent(value[2], 0)}`));
  };
  const firsts = [...new Set(found.pairs.map(({ first }) => first))];
  return make("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": say("book-caption") },
    make("table", { class: "book" }, make("caption", {}, say("book-caption")), make("thead", {}, head), make("tbody", {}, ...firsts.map(row))));
}
