import { PERSON } from "./levels.js";
import { orderOf, valueOf } from "./table.js";
import { make, say, tell } from "./words.js";

/** Seats in the words of files. */
export const SEATS = ["first", "second", "third", "fourth"];

/** Formats a game as docs/files.md defines; its setup by name, if the program knows that name. */
function textOf(game, { players, seed, result, isNamed, consent }) {
  const lines = players.map((player, seat) => `${SEATS[seat]}: ${player}`);
  if (consent) lines.push("consent: study and publish");
  lines.push(`seed: ${seed}`, game.word ? `position: ${game.word}` : `rules: ${game.rules}`);
  for (const [name, value] of Object.entries(game.word ? {} : game.set)) {
    const text = valueOf(name, value);
    lines.push(`set: ${name} = ${/^(-?\d+|true|false|\{.*)$/.test(text) ? text.replace("{", "{ ").replace("}", " }") : `"${text}"`}`);
  }
  lines.push(`result: ${result}`);
  if (!game.word) lines.push(!isNamed ? `name: own\n\n${game.setup.rows.replaceAll("/", "\n")}` : `setup: ${game.setup.name}`);
  lines.push("", "moves:");
  const numbered = game.moves.map((move, place) => (place % 2 ? move : `${place / 2 + 1}. ${move}`));
  for (let at = 0; at < numbered.length; at += 8) lines.push(numbered.slice(at, at + 8).join(" "));
  return `${lines.join("\n")}\n`;
}

/** Formats a game of a page as the program reads it. */
export function gameText({ catalogue }, { game, players, seed, over, scores }, consent = false) {
  const seated = scores.map((_, seat) => players[seat] ?? PERSON), isAlone = seated.filter((it) => it === PERSON).length === 1;
  const named = seated.map((player, seat) => catalogue.levels[player] ?? (isAlone ? PERSON : say("player", { n: seat + 1 })));
  const winners = over ? over.winners.map((seat) => SEATS[seat - 1]) : [], who = winners.length === 2 && scores.length === 2 ? "draw" : winners.join("/");
  const isNamed = catalogue.setups.has(game.setup?.name) || /^fourfold-\d+-\d+$/.test(game.setup?.name);
  return textOf(game, { players: named, seed, consent, isNamed, result: over ? `${who} ${scores.join("-")} ${over.ending}` : "unfinished" });
}

/** Parses a game, or a pattern alone, from a text. Returns the game with its other headers. */
export function gameOf(core, text) {
  const said = core.ask(`read\n${text}`);
  if (said.startsWith("error ")) throw new Error(said.slice(6));
  const about = {}, game = { rules: "brunei-slide", set: {}, setup: null, moves: [] };
  for (const line of said.split("\n")) {
    const [key, ...rest] = line.split("\t");
    if (key === "setup") game.setup = { name: rest[0], rows: rest[2] };
    else if (key === "word") Object.assign(game, { word: rest[0], setup: { name: say("a-position"), rows: rest[0].split(":")[0] } });
    else if (key === "moves") game.moves = rest[0].split(" ").filter(Boolean);
    else if (key.startsWith("position ")) Object.assign(game, rulesOf(key));
    else about[key] = rest[0];
  }
  return { game, about };
}

function rulesOf(order) {
  const [, , rules, ...rest] = order.split(" ");
  const pairs = rest.filter((word) => word !== "set").map((word) => {
    const [name, value] = [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)];
    return [name, name === "values" ? value.match(/\d/g).join("/") : value];
  });
  return { rules, set: Object.fromEntries(pairs) };
}

/** Formats the part of a link after `#`: pattern, rules, moves, the number of them that were there before the players began, and
 *  who plays, if that is given. */
export function linkOf(game, players) {
  const parts = game.word ? [["word", game.word]]
    : [["rules", game.rules], ...Object.entries(game.set).map((pair) => ["set", pair.join("=")]), ["setup", game.setup.name], ["rows", game.setup.rows]];
  parts.push(["given", game.given], ["moves", game.moves.join(" ")], ["players", players?.join(" ")]);
  return `#${new URLSearchParams(parts.filter(([, value]) => value))}`;
}

/** Parses the game of a link, whose pattern may be named alone: `game` and `players`, or `why` it cannot be played; an empty object if
 *  it is no link to a game. */
export function linked(core, hash) {
  const parts = new URLSearchParams(hash.slice(1));
  if (!["rules", "set", "setup", "rows", "word", "moves"].some((name) => parts.has(name))) return {};
  const moves = (parts.get("moves") ?? "").split(" ").filter(Boolean), players = parts.get("players")?.split(" ");
  const given = Number(parts.get("given")) || undefined;
  try {
    if (parts.has("word")) return { game: { ...gameOf(core, `position: ${parts.get("word")}\nmoves: ${moves.join(" ")}`).game, given }, players };
    if (!parts.has("rows")) {
      const known = core.ask(`setup ${parts.get("setup")}`);
      if (known.startsWith("error ")) throw new Error(parts.has("setup") ? known : "there is no game in it");
      parts.set("rows", known.split("\t")[3]);
    }
  } catch (why) {
    return { why: why.message };
  }
  const set = Object.fromEntries(parts.getAll("set").map((pair) => pair.split("=")));
  const setup = { name: parts.get("setup") ?? "own", rows: parts.get("rows") };
  const game = { rules: parts.get("rules") ?? "brunei-slide", set, setup, moves, given }, refused = core.ask(orderOf(game));
  return refused ? { why: refused } : { game, players };
}

/** The game that `pasang review --html` put into the page, and the positions to search for each of its own; null in other pages. */
export function sentGame(core) {
  const sent = /** @type {HTMLMetaElement | null} */ (document.querySelector("meta[name=game]"));
  return sent && { game: gameOf(core, sent.content).game, positions: Number(sent.dataset.positions) };
}

/** A whole link, where the page has an address that others can open; elsewhere its part from `#` on, which Open takes. */
export function addressed(link) {
  return location.protocol.startsWith("http") ? location.href.replace(/#.*/, "") + link : link;
}

/** The part from `#` on of a link in a text; what messengers percent-encode twice is decoded. Empty if there is none. */
export function hashIn(text) {
  const plain = [1, 2, 3].reduce((once) => once.replaceAll("%25", "%"), text).replace(/%23(?=\w+(=|%3D))/i, "#");
  const [, hash = ""] = plain.match(/#(\w+(?:=|%3D)\S*)/i) ?? [];
  return hash && `#${hash.includes("=") ? hash : decodeURIComponent(hash.replace(/%(?![\da-f]{2})/gi, ""))}`;
}

/** Copies a text, and shows it at a place, because some browsers do not allow copying. */
export async function copied(text, place) {
  const field = text.includes("\n") ? make("textarea", { readonly: true, rows: 3, "aria-label": say("copy-this") }, text)
    : make("input", { readonly: true, value: text, "aria-label": say("copy-this") });
  const word = make("span", {}, say("copy-this"));
  place.replaceChildren(word, field);
  field.select();
  place.scrollIntoView({ block: "nearest" });
  await navigator.clipboard?.writeText(text).then(() => { word.textContent = say("copied"); }, () => {});
  tell(word.textContent);
}

/** Offers a text, or data with a type, as a file to download. */
export function keep(name, data) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(data instanceof Blob ? data : new Blob([data], { type: "text/plain" }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
