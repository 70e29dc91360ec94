import { hashIn, linkOf, linked } from "./files.js";
import { look, orderOf } from "./table.js";

/** Version of the coding: a page refuses others. */
const VERSION = "1";

/** Most letters that are read, and of a name. */
export const MOST = 4000;
const NAME = 24;

/** A name without what could be markup, is not seen, or has a meaning in links, of at most `most` letters. */
export function cleanName(text, most = NAME) {
  return [...String(text ?? "").replace(/[\p{C}\p{Zl}\p{Zp}<>&"%+#]/gu, " ").replace(/\s+/g, " ").trim()].slice(0, most).join("").trim();
}

/** Checksum of a text (FNV-1a of 32 bits): it finds damage, and is no signature. */
function checkOf(text) {
  const sum = [...new TextEncoder().encode(text)].reduce((all, byte) => Math.imul(all ^ byte, 0x01000193), 0x811c9dc5);
  return (sum >>> 0).toString(36);
}

/** A text in letters that no messenger changes (Base64 for URLs). */
function lettersOf(text) {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function textOfLetters(letters) {
  return new TextDecoder().decode(Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0)));
}

/** Moves as one number: their indices among the legal moves, in as many parts as there are legal moves. */
function numberOf(core, game) {
  let sum = 0n, part = 1n;
  game.moves.forEach((word, at) => {
    const { moves } = look(core, game, at);
    sum += part * BigInt(moves.findIndex((move) => move.word === word));
    part *= BigInt(moves.length);
  });
  return sum.toString(36);
}

/** The game after a number of moves, by their number; null if they are not legal. */
function gameOfNumber(core, start, count, digits) {
  const game = { ...start, moves: [] };
  let sum = [...digits].reduce((all, digit) => all * 36n + BigInt(parseInt(digit, 36)), 0n);
  for (let at = 0; at < count; at++) {
    const { moves } = look(core, game);
    if (!moves.length) return null;
    game.moves.push(moves[Number(sum % BigInt(moves.length))].word);
    sum /= BigInt(moves.length);
  }
  return sum ? null : game;
}

/** Checksum of the position: two versions with other rules or other orders of moves differ in it. */
function positionCheck(core, game) {
  core.ask(orderOf(game));
  return checkOf(core.ask("word"));
}

/** The start of a game as in a link, but for its percent signs; a pattern that the program knows by its name alone. */
function startOf(core, game) {
  const start = { ...game, moves: [] };
  const isKnown = !game.word && core.ask(`setup ${game.setup.name}`).split("\t")[3] === game.setup.rows;
  return decodeURIComponent((isKnown ? linkOf(start).replace(/&rows=[^&]*/, "") : linkOf(start)).replaceAll("+", " "));
}

/** Formats a game by message, the part of its link from `#` on: version, content, checksum. */
export function messageOf(core, { id, names, game }) {
  const content = lettersOf(JSON.stringify([id, startOf(core, game), game.moves.length, numberOf(core, game), ...names, positionCheck(core, game)]));
  return `#message=${VERSION}.${content}.${checkOf(VERSION + content)}`;
}

export function isMessage(text) {
  return /message=/.test(hashIn(text));
}

/** Parses a game by message from a text; throws an error with the key of the words that say why not. */
export function messageIn(core, text) {
  if (text.length > MOST) throw new Error("message-long");
  const [, version, content, check] = hashIn(text).match(/message=(\w+)\.([\w-]+)\.(\w+)/) ?? [];
  if (version && version !== VERSION) throw new Error("message-version");
  if (!check || checkOf(version + content) !== check) throw new Error("message-damaged");
  return contentOf(core, content);
}

/** The game of an undamaged content; one that another program made, or a person, may be wrong in any part. */
function contentOf(core, content) {
  let parts;
  try { parts = JSON.parse(textOfLetters(content)); } catch { throw new Error("message-damaged"); }
  const [id, start, count, digits, first, second, position] = Array.isArray(parts) ? parts.map(String) : [];
  if (!/^\w{4,16}$/.test(id) || !/^[0-9a-z]+$/.test(digits) || !(Number(count) <= 1000)) throw new Error("message-damaged");
  const { game: begun } = linked(core, start);
  const game = begun && !begun.moves.length && look(core, begun).scores.length === 2 ? gameOfNumber(core, begun, Number(count), digits) : null;
  if (!game || positionCheck(core, game) !== position) throw new Error("message-rules");
  if (!game.word) game.setup = { ...game.setup, name: cleanName(game.setup.name) };
  return { id, game, names: [cleanName(first), cleanName(second)] };
}
