// The keys of an account's record on the server (docs/PUZZLES.md), and the record of record.js.
// Pure.

import { daysAfter, isDay } from "./days.js";
import { INTERVALS, mergedBest, mergedDays, noted, readBest, readDays, readRecord } from "./record.js";

/** The value of an attempt before the account's record. The server does not know its result. */
const SEEN = "seen";
/** The number of keys in one delta, below the limit of the server. */
const KEYS_PER_DELTA = 400;
const ATTEMPT = "attempt.", REVIEW = "review.", LATEST = "9999-12-31";

const endOf = (key, start) => (key.startsWith(start) ? [key.slice(start.length)] : []);

/**
 * Returns the record in the state of the room. The order of the puzzles, the places in it, and the
 * rule are those of `local`, because each device goes through the puzzles on its own.
 */
export function recordIn(state, local, today) {
  const { seed, from, rule } = local, keys = [...state.keys()];
  const reviews = keys.flatMap((key) => endOf(key, REVIEW).map((id) => reviewOf(id, state.get(key))));
  const text = JSON.stringify({
    seed, from, rule, rating: state.get("rating"), reviews, days: state.get("days"), best: state.get("best"),
    done: keys.flatMap((key) => endOf(key, ATTEMPT)).join(" "),
  });
  return readRecord(text, seed, today);
}

function reviewOf(id, value) {
  const [step, due] = String(value).split(" ");
  return { id, step: Number(step), due };
}

/** Returns the keys of the person's notes that differ: reviews, days and best results. */
export function changedNotes(before, after) {
  const notes = (record) => new Map([...record.reviews.map(({ id, step, due }) => [REVIEW + id, `${step} ${due}`]), ["days", record.days], ["best", record.best]]);
  const [old, now] = [notes(before), notes(after)], set = {};
  for (const [key, value] of now) if (JSON.stringify(old.get(key)) !== JSON.stringify(value)) set[key] = value;
  for (const key of old.keys()) if (!now.has(key)) set[key] = null;
  return set;
}

/** Returns the day of the result from which a review follows; "" if it is unknown. */
const resultDay = ({ step, due }) => (isDay(due) ? daysAfter(due, -(INTERVALS[step] ?? 0)) : "");

/** Whether the known review follows from a later result than a change of it to `value`. */
function isOutdated(value, result, known) {
  const day = value === null ? result?.today ?? LATEST : resultDay(reviewOf("", value));
  return known !== undefined && resultDay(known) > day;
}

/**
 * Returns the record with a change that the server has not confirmed, {set, puzzle, result}. Notes
 * of another device may be newer than the change.
 */
export function withChange(record, { set, puzzle, result }) {
  let next = puzzle ? { ...noted(record, puzzle, result), reviews: record.reviews } : record;
  if (set.rating) next = { ...next, rating: set.rating };
  for (const [key, value] of Object.entries(set)) {
    if (key === "days") next = { ...next, days: mergedDays(next.days, value) };
    if (key === "best") next = { ...next, best: mergedBest(next.best, value) };
    if (value === SEEN) next = { ...next, done: [...new Set([...next.done, key.slice(ATTEMPT.length)])] };
    for (const id of endOf(key, REVIEW)) {
      if (isOutdated(value, result, next.reviews.find((each) => each.id === id))) continue;
      const others = next.reviews.filter((each) => each.id !== id);
      next = { ...next, reviews: value === null ? others : [...others, reviewOf(id, value)] };
    }
  }
  return next;
}

/** Returns the keys that note an attempt, and the notes that follow from it. */
export function attemptKeys(before, after, { id }, { weight, tries, choice }) {
  const answer = choice ? { choice } : { tries: tries.join(" ") };
  return { [ATTEMPT + id]: { ...answer, weight }, ...changedNotes(before, after) };
}

/** Returns the changes by which a new account takes over a device's record; [] for an empty one. */
export function takeOver(device) {
  const { rating, done, reviews } = device;
  if (!rating.games && !done.length && !reviews.length) return [];
  const { days, best } = device, keys = [...done.map((id) => [ATTEMPT + id, SEEN]), ...reviews.map(({ id, step, due }) => [REVIEW + id, `${step} ${due}`])];
  const parts = [{ ...(rating.games ? { rating } : {}), days, best }];
  for (let start = 0; start < keys.length; start += KEYS_PER_DELTA) parts.push(Object.fromEntries(keys.slice(start, start + KEYS_PER_DELTA)));
  return parts.map((set) => ({ set }));
}

/**
 * Returns a change as it should be sent: merged with the server's notes, without puzzles and notes
 * that the server already has. Null if nothing is left.
 */
export function withoutKnown({ set, ...more }, state, today) {
  const left = Object.entries(set).flatMap(([key, value]) => {
    if (!state.has(key)) return [[key, value]];
    const known = state.get(key);
    if (key === "days") return changed(key, readDays(known, today), (days) => mergedDays(days, value));
    if (key === "best") return changed(key, readBest(known), (best) => mergedBest(best, value));
    const isKnown = value === SEEN || (key.startsWith(REVIEW) && isOutdated(value, more.result, reviewOf("", known)));
    return isKnown ? [] : [[key, value]];
  });
  return left.length ? { ...more, set: Object.fromEntries(left) } : null;
}

/** Returns [[key, merged value]], or [] if merging changes nothing. */
function changed(key, known, merge) {
  const value = merge(known);
  return JSON.stringify(value) === JSON.stringify(known) ? [] : [[key, value]];
}

/** Whether the server has no record of this account yet. */
export const isNew = ({ known, rev }) => known && rev === 0;
