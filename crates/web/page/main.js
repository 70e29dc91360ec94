import { balanceOf, levelsOf, statementOf } from "./balance.js";
import { reasonsOf } from "./because.js";
import { bookOf } from "./book.js";
import { ClassView } from "./class.js";
import { MOST, isMessage, messageIn, messageOf } from "./code.js";
import { Core } from "./core.js";
import { dayOf, puzzleOf, solvedOn, streakOn } from "./daily.js";
import { DrawView } from "./draw.js";
import { FairView } from "./fair.js";
import { hashIn, linkOf, linked, sentGame } from "./files.js";
import { gamesIn, keptGame, recordOf } from "./kept.js";
import { LessonView } from "./lesson.js";
import { PERSON } from "./levels.js";
import { changed, changesOf } from "./mend.js";
import { MessageView, drawnId } from "./message.js";
import { GamesView } from "./mygames.js";
import { keepOwn, ownPatterns } from "./own.js";
import { codesIn, handicapOf, hasNext, nextRound, resultCode } from "./pairing.js";
import { PatternsView } from "./patterns.js";
import { PlayView } from "./play.js";
import { PuzzlesView, costliestOf } from "./puzzles.js";
import { ReviewView, costOf } from "./review.js";
import { Sound } from "./sound.js";
import { STORY } from "./steps.js";
import { catalogueOf, look, orderOf, pointsOf } from "./table.js";
import { badge, layTabs, selectTab } from "./tabs.js";
import { whyNot } from "./why.js";
import { make, notice, reason, sameInBoth, say, speak, spoken, tell } from "./words.js";

/** Decompresses data embedded in the page: the core, and the book. */
async function unpacked(name) {
  const letters = atob(document.getElementById(name).textContent);
  // A loop: `Uint8Array.from` takes thirty times as long.
  const packed = new Uint8Array(letters.length);
  for (let at = 0; at < letters.length; at++) packed[at] = letters.charCodeAt(at);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Texts kept in a storage of the browser; where it refuses, for this visit. */
function storeIn(storage) {
  const held = new Map();
  return {
    get(key) {
      try { return held.get(key) ?? storage().getItem(`pasang-${key}`); } catch { return null; }
    },
    /** Keys that begin so, of texts that are not empty. */
    keys(start) {
      let all = [...held.keys()];
      try { all = [...new Set([...all, ...Object.keys(storage()).map((key) => key.replace(/^pasang-/, ""))])]; } catch { /* It refuses. */ }
      return all.filter((key) => key.startsWith(start) && this.get(key));
    },
    /** Whether all that was set outlasts the visit. */
    get lasts() { return !held.size; },
    /** Returns whether the text outlasts the visit. */
    set(key, value) {
      try {
        storage().setItem(`pasang-${key}`, value);
        held.delete(key);
      } catch {
        held.set(key, String(value));
      }
      return !held.has(key);
    },
  };
}

/** Settings kept for the next visit, and the tab, which a reload keeps. */
const store = storeIn(() => localStorage), visit = storeIn(() => sessionStorage);

/** Removes what a link named from the address, so that a reload does not take it again. */
function forgetLink() {
  if (location.hash) history.replaceState(null, "", location.pathname + location.search);
}

function drawnSeed() {
  return Math.floor(Math.random() * 2 ** 32);
}

async function begin() {
  const [bytes, ...texts] = await Promise.all(["wasm", "book-packed", "puzzles-packed"].map(unpacked));
  const core = await Core.of(bytes), [results, puzzles] = texts.map((text) => new TextDecoder().decode(text)), book = bookOf(results);
  const catalogue = catalogueOf(core);
  const link = location.hash;
  forgetLink();
  const page = { bytes, core, catalogue, book, puzzles, store, visit, sound: new Sound(store), own: null, sent: null, players: ["person", "medium", "medium", "medium"], seed: drawnSeed() };
  const setup = catalogue.setups.get("catalogue-05");
  // Each tab has a game of its own; a new one goes on with the latest.
  page.id = visit.get("id") ?? store.get("id") ?? drawnId();
  const own = keptGame(store, page.id), kept = linked(core, own?.link ?? visit.get("game") ?? store.get("game") ?? "#").game;
  page.seed = own?.seed ?? page.seed;
  page.sent = sentGame(core);
  page.game = page.sent?.game ?? kept ?? { rules: "brunei-slide", set: {}, setup, moves: [] };
  /** Pattern of the current game; null if it started from a later position. */
  page.pattern = () => (page.game.word ? { rules: "brunei-slide", set: {}, setup, moves: [] } : page.game);
  // A level that the page no longer has becomes the default one.
  const known = (player) => (player === PERSON || player in catalogue.levels ? player : "medium");
  page.players = page.players.map((player, seat) => known((own?.players ?? store.get("players")?.split(" "))?.[seat] ?? player));
  page.changed = () => {
    if (page.sent) return;
    for (const [key, value] of [["game", linkOf(page.game)], ["id", page.id]]) store.set(key, value), visit.set(key, value);
    store.set("players", page.players.join(" "));
    page.keeps();
  };
  /** The game that is kept under the id of the current one. */
  page.entry = () => keptGame(store, page.id);
  /** Keeps a game in which people moved here; one that is kept changes with its moves. */
  page.keeps = () => {
    const { game, players, seed, id } = page, entry = page.entry(), link = linkOf(game);
    if (entry ? entry.link === link : !page.isTouched || !players.includes(PERSON)) return;
    const { over, scores } = look(core, game);
    store.set(`kept-${id}`, JSON.stringify({ id, link, players: players.slice(0, scores.length), seed, at: Date.now(), over: over && { ...over, scores } }));
  };
  /** Takes over what another tab made of the game; returns whether it did. Its bots move there. */
  page.isBehind = () => {
    const link = page.sent ? null : page.entry()?.link, { game } = link && link !== linkOf(page.game) ? linked(core, link) : { game: null };
    if (!game) return false;
    page.game = game;
    Object.assign(views.play, { begunGame: game, undone: [], paused: true });
    if (page.view === "play") views.play.start();
    return true;
  };
  const views = {};
  /** Opens the review of a game, which may be another than that of Play, at a move; `who` names its players. */
  page.review = (game, at = null, who = (seat) => say("player", { n: seat })) => {
    views.review.handed = { game, at, who, of: linkOf(page.game) };
    page.show("review");
  };
  const section = (name) => document.getElementById(name);
  const add = (name, View) => { views[name] = new View(page, section(name)); };
  add("play", PlayView);
  add("games", GamesView);
  add("message", MessageView);
  add("review", ReviewView);
  add("puzzles", PuzzlesView);
  add("lesson", LessonView);
  if (book.length) add("patterns", PatternsView);
  add("pattern", DrawView);
  add("fair", FairView);
  add("class", ClassView);
  page.views = views;
  const [tabs, parts] = ["tabs", "parts"].map((id) => document.getElementById(id));
  /** Says on the tab how many games by message wait for the player. */
  page.badges = () => {
    const n = views.message.waiting;
    badge(tabs, "together", n, say("message-waiting", { n }));
  };
  page.show = (name) => {
    for (const other of Object.keys(views)) section(other).hidden = other !== name;
    selectTab(tabs, parts, Object.keys(views), name, page.show);
    page.badges();
    for (const view of Object.values(views)) view.stop?.();
    if (page.view !== name) scrollTo(0, 0);
    page.view = name;
    visit.set("view", name);
    views[name].start();
  };
  /** Shows a game, which may be a kept one. */
  page.start = (game, players = page.players, seed = drawnSeed(), entry = null) => {
    const filled = [0, 1, 2, 3].map((seat) => players[seat] ?? "person");
    Object.assign(page, { game, seed, players: filled, id: entry?.id ?? drawnId(), isTouched: false });
    scrollTo(0, 0);
    page.show("play");
    views.play.toBoard();
  };
  /** Starts another game; a running one is kept, and that is said. */
  page.another = (game, ...more) => {
    const entry = page.entry(), isLeft = entry && !entry.over && linkOf(game) !== linkOf(page.game);
    page.start(game, ...more);
    if (!isLeft) return;
    views.play.told.replaceChildren(say("game-kept"));
    tell(say("game-kept"));
  };
  /** Opens the fairness test for a pattern; the current game is kept. */
  page.isFair = (game) => {
    views.fair.about = game;
    page.show("fair");
  };
  const inWords = () => {
    tabs.setAttribute("aria-label", say("tabs"));
    parts.setAttribute("aria-label", say("tabs"));
    layTabs(tabs, Object.keys(views), page.show);
    for (const name of Object.keys(views)) section(name).setAttribute("aria-label", say(`tab-${name}`));
    section("about").replaceChildren(make("summary", {}, say("about-title")), ...STORY.map((key) => make("p", {}, say(`story-${key}`))), make("p", { class: "soft" }, say("about-page")));
    const other = document.getElementById("language");
    other.textContent = spoken() === "en" ? "Bahasa Melayu" : "English";
    other.lang = spoken() === "en" ? "ms" : "en";
    const last = Object.keys(views).find((name) => name === visit.get("view"));
    page.show(page.view ?? (page.sent ? "review" : last ?? (kept || store.get("learnt") ? "play" : "lesson")));
  };
  document.getElementById("language").addEventListener("click", () => {
    speak(spoken() === "en" ? "ms" : "en");
    store.set("language", spoken());
    inWords();
  });
  const asked = new URLSearchParams(link.slice(1)).get("language");
  if (asked) store.set("language", asked);
  speak(store.get("language") ?? (navigator.language.startsWith("ms") ? "ms" : "en"));
  /** Players of a link, unless it has none or names what the page does not know. */
  const playersOf = (names) => (names?.every((name) => name === PERSON || name in catalogue.levels) ? names : page.players);
  const refuse = (why) => notice(say("broken-link", { why: reason(why) }));
  /** What a link with `open` shows, by the word and what follows it; of the game in it, if there is one. */
  const openers = {
    fair: (game) => (game ? page.isFair(game) : false),
    pattern: (game) => (game ? views.pattern.load(game.setup) : false),
    review: (game, at) => (game ? page.review(game, Number(at)) : false),
    puzzles: (game, ...words) => views.puzzles.openLink(game, words),
    lesson: (_, step) => views.lesson.openStep(Number(step) - 1),
    patterns: (_, name) => views.patterns?.openNamed(name),
  };
  /** Opens what a link names; returns whether it names anything. Of a page that begins, a link to the running game changes nothing. */
  page.follow = (hash, begins = false) => {
    if (hash.startsWith("#live=")) {
      page.show("message");
      views.message.live.take(hash);
      return true;
    }
    if (isMessage(hash) || hash.length > MOST) {
      views.message.receive(hash);
      return true;
    }
    const { game, players, why } = linked(core, hash), parts = new URLSearchParams(hash.slice(1));
    const [what, ...words] = parts.get("open")?.split(" ") ?? [parts.has("pattern") && "patterns", parts.get("pattern")];
    if (why) refuse(why);
    else if (what) Object.hasOwn(openers, what) && openers[what](game, ...words) !== false ? null : refuse("there is no game in it");
    else if (!game) return false;
    else if (!begins || !`${linkOf(page.game)}+`.startsWith(`${linkOf(game)}+`)) page.another(game, playersOf(players));
    return true;
  };
  addEventListener("storage", ({ key }) => {
    if (key === `pasang-kept-${page.id}`) page.isBehind();
    if (key === "pasang-messages") page.badges();
  });
  addEventListener("hashchange", () => {
    const { hash } = location;
    forgetLink();
    page.follow(hashIn(hash));
  });
  inWords();
  page.follow(hashIn(link), Boolean(kept));
  // For tests from outside.
  Object.assign(window, { pasang: Object.assign(page, { inside: { balanceOf, levelsOf, statementOf, changed, changesOf, codesIn, handicapOf, resultCode, costOf, costliestOf, keepOwn, linkOf, ownPatterns, dayOf, hasNext, gamesIn, look, messageIn, messageOf, nextRound, recordOf, orderOf, pointsOf, puzzleOf, reason, reasonsOf, sameInBoth, say, solvedOn, streakOn, whyNot } }) });
}
