import { thumbnail } from "./board.js";
import { PERSON, playerWord } from "./levels.js";
import { ownPatterns } from "./own.js";
import { orderOf, seatsOf, togglesOf } from "./table.js";
import { button, capital, choice, make, patternNamed, reason, rulesNamed, say } from "./words.js";

const SMALL = ["fourfold-5-1", "fourfold-5-2", "fourfold-7-1", "fourfold-7-100", "fourfold-9-1", "fourfold-9-2"];

/** Sizes of small boards, and of how many patterns of each one is drawn: there are only 20 of the smallest. */
const COUNTS = [[5, 20], [7, 400], [9, 400]];

/** Looks up a setup by name in the core. */
export function setupNamed(core, name) {
  const [, known, , rows] = core.ask(`setup ${name}`).split("\t");
  return { name: known, rows };
}

/** Form for a new game, which it passes to `page.another(game, players)`. */
export function newGame(page, element) {
  const { core, catalogue } = page;
  const game = { ...page.pattern(), set: { ...page.pattern().set }, moves: [] };
  const players = [...page.players];
  const patterns = () => {
    const kind = catalogue.rules.get(game.rules).game;
    const known = [...catalogue.setups.values()].filter(({ name }) => (name === "bell-chequer") === (kind === "bell") || kind === "bell");
    const pick = (setup) => {
      game.setup = setup;
      show();
    };
    const picked = (setup) => make("button", { type: "button", class: "pick", picture: thumbnail(setup.rows.split("/")), onclick: () => pick(setup), "aria-pressed": String(setup.rows === game.setup.rows), "aria-label": patternNamed(setup) },
      make("span", {}, setup.name.match(/^(?:catalogue|fourfold-\d+)-0*(\d+)$/)?.[1] ?? patternNamed(setup)));
    const parts = [make("div", { class: "picks" }, ...(page.own ? [picked(page.own)] : []), ...(kind === "brunei" ? ownPatterns(page.store).map(picked) : []), ...known.map(picked))];
    if (kind === "brunei") {
      const small = SMALL.map((name) => setupNamed(core, name));
      const chance = button("another-small", () => {
        const [size, count] = COUNTS[Math.floor(Math.random() * COUNTS.length)];
        game.setup = setupNamed(core, `fourfold-${size}-${Math.floor(Math.random() * count)}`);
        show();
      });
      parts.push(make("h3", {}, say("small-boards")), make("div", { class: "picks" }, ...small.map(picked)), chance);
    }
    return parts;
  };
  const toggles = () => {
    const { game: kind, set } = catalogue.rules.get(game.rules);
    return catalogue.toggles[kind].map(({ name, range, words }) => {
      const now = togglesOf(catalogue, game)[name];
      const change = (value) => {
        if (value === set[name]) delete game.set[name];
        else game.set[name] = value;
        show();
      };
      const on = { value: now, onchange: (event) => change(event.target.value) };
      const input = range ? make("input", { type: "number", min: range.least, max: range.most, step: range.step, ...on })
        : name === "handicap" ? make("input", { type: "number", min: -60, max: 60, step: 0.5, ...on }) : make("input", { pattern: "\\d/\\d", size: 4, ...on });
      const title = say(`toggle-${name}`), about = make("span", { id: `about-${name}`, class: "soft" }, say(`toggle-${name}-about`));
      const label = words.length ? choice(title, words.map(([word]) => [word, say(`toggle-${name}-${word}`)]), now, change) : make("label", {}, make("span", {}, title), input);
      label.querySelector("select, input").setAttribute("aria-describedby", about.id);
      return make("div", { "data-toggle": name }, label, about);
    });
  };
  const show = (isFirst = false) => {
    const open = element.querySelector("details.rules")?.open;
    const presets = [...catalogue.rules].map(([name, { game: kind }]) => [name, `${say(`game-${kind}`)}: ${rulesNamed(name)}`]);
    const rules = choice(say("rules"), presets, game.rules, (value) => {
      const isOther = catalogue.rules.get(value).game !== catalogue.rules.get(game.rules).game;
      Object.assign(game, { rules: value, set: {} });
      if (isOther) game.setup = catalogue.setups.get(catalogue.rules.get(value).game === "bell" ? "bell-chequer" : "catalogue-01");
      show();
    });
    const seats = [...Array(seatsOf(catalogue, game)).keys()];
    const who = [[PERSON, playerWord(PERSON)], ...Object.keys(catalogue.levels).map((level) => [level, playerWord(level)])];
    const table = seats.map((seat) => choice(capital(say("player", { n: seat + 1 })), who, players[seat] ??= PERSON, (value) => { players[seat] = value; }));
    const refused = core.ask(orderOf(game));
    const why = refused ? make("p", { class: "wrong" }, say("refused", { why: reason(refused) })) : null;
    const begin = button("begin", () => page.another(game, players.slice(0, seats.length)), { class: "main", disabled: Boolean(refused) });
    // Restores the focus after rebuilding the focused element.
    const pressed = () => [...element.querySelectorAll("button, select, input, summary")];
    const focused = pressed().indexOf(document.activeElement), scrolled = element.querySelector(".picks")?.scrollTop ?? 0;
    element.replaceChildren(
      make("h2", {}, say("new")),
      make("div", { class: "form" }, rules, ...table),
      make("details", { class: "rules", open: Boolean(open) }, make("summary", {}, say("more-rules")), make("div", { class: "form" }, ...toggles())),
      make("div", { class: "row" }, begin, button("cancel", () => {
        page.show("play");
        page.views.play.toBoard();
      })), why ?? "",
      make("h3", {}, capital(patternNamed(game.setup))), ...patterns());
    element.querySelector(".picks").scrollTop = scrolled;
    pressed()[isFirst ? 0 : focused]?.focus({ preventScroll: true });
  };
  scrollTo(0, 0);
  show(true);
}
