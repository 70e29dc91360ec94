/** Number of a local date's day, from 1970 on. */
export function dayOf(date) {
  return Math.floor(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86400000);
}

/** Puzzle of a day: each of them once in as many days, in another order each time. */
export function puzzleOf(day, count) {
  return (day * 7 + Math.floor(day / count) * 11) % count;
}

/** Days in a row up to today or yesterday, from a record `day length`; 0 if the row is broken. */
export function streakOn(record, today) {
  const [day, length] = (record ?? "").split(" ").map(Number);
  return length && day >= today - 1 ? length : 0;
}

/** Record after the puzzle of a day is solved; a later day is kept. */
export function solvedOn(record, today) {
  const [day] = (record ?? "").split(" ").map(Number);
  return day >= today ? record : `${today} ${streakOn(record, today) + 1}`;
}
