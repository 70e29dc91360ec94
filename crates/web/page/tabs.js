import { make, say } from "./words.js";

/** Where an arrow key goes from the tab at a place. */
const KEYS = { ArrowLeft: (at, all) => (at + all - 1) % all, ArrowRight: (at, all) => (at + 1) % all, Home: () => 0, End: (_, all) => all - 1 };

/** Lays the tabs, in rows where they do not fit in one: one of them is in the order of the Tab key, arrow keys reach the others. */
export function layTabs(row, names, show) {
  // After a click or a tap, arrow keys belong to what the tab shows.
  const press = (event, name) => {
    if (event.detail) event.currentTarget.blur();
    show(name);
  };
  const tab = (name) => make("button", { type: "button", role: "tab", id: `tab-${name}`, "data-view": name, "aria-controls": name, tabindex: -1, onclick: (event) => press(event, name) }, say(`tab-${name}`));
  row.replaceChildren(...names.map(tab));
  row.onkeydown = (event) => {
    const step = KEYS[event.key], tabs = [...row.children], at = tabs.indexOf(event.target);
    if (!step || at < 0) return;
    event.preventDefault();
    tabs[step(at, tabs.length)].focus();
  };
}

/** Marks the tab of the view that is shown. */
export function selectTab(row, name) {
  for (const tab of row.children) {
    const isIt = tab.dataset.view === name;
    tab.setAttribute("aria-selected", String(isIt));
    tab.tabIndex = isIt ? 0 : -1;
  }
}
