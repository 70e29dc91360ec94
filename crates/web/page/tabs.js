import { make, say } from "./words.js";

/** Views by tab: of several the first one is shown, and the others stand in a row below the tabs. */
export const GROUPS = { lesson: ["lesson"], play: ["play", "games", "review"], puzzles: ["puzzles"], together: ["message", "class"], patterns: ["patterns", "pattern", "fair"] };

/** Where an arrow key goes from the tab at a place. */
const KEYS = { ArrowLeft: (at, all) => (at + all - 1) % all, ArrowRight: (at, all) => (at + 1) % all, Home: () => 0, End: (_, all) => all - 1 };

/** The view of each tab that was shown last: who left a class comes back to it. */
const latest = {};

/** Lays the tabs, in rows where they do not fit in one: one of them is in the order of the Tab key, arrow keys reach the others. */
export function layTabs(row, views, show) {
  // After a click or a tap, arrow keys belong to what the tab shows.
  const press = (event, group) => {
    if (event.detail) event.currentTarget.blur();
    show((group !== "play" && latest[group]) || GROUPS[group].find((view) => views.includes(view)));
  };
  const tab = (group) => make("button", { type: "button", role: "tab", id: `tab-${group}`, "data-view": group, tabindex: -1, onclick: (event) => press(event, group) }, say(`tab-${group}`));
  row.replaceChildren(...Object.keys(GROUPS).map(tab));
  row.onkeydown = (event) => {
    const step = KEYS[event.key], tabs = [...row.children], at = tabs.indexOf(event.target);
    if (!step || at < 0) return;
    event.preventDefault();
    tabs[step(at, tabs.length)].focus();
  };
}

/** Marks the tab of the view that is shown, and lays the row of the views beside it; a board that is played on has no room for it. */
export function selectTab(row, parts, views, shown, show) {
  const group = Object.keys(GROUPS).find((name) => GROUPS[name].includes(shown)), others = GROUPS[group].filter((view) => views.includes(view));
  latest[group] = shown;
  for (const tab of row.children) {
    const isIt = tab.dataset.view === group;
    tab.setAttribute("aria-selected", String(isIt));
    tab.tabIndex = isIt ? 0 : -1;
  }
  parts.hidden = others.length < 2 || shown === "play";
  parts.replaceChildren(...others.map((view) => make("button", { type: "button", "data-view": view, "aria-current": view === shown && "page", onclick: () => show(view) }, say(`tab-${view}`))));
}

/** Shows on a tab how many things wait there. */
export function badge(row, group, count, told) {
  const tab = row.querySelector(`[data-view="${group}"]`);
  tab.querySelector(".badge")?.remove();
  if (count) tab.append(make("span", { class: "badge", role: "img", "aria-label": told }, String(count)));
}
