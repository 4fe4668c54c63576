// The keys of an account's record on the server (docs/PUZZLES.md), and the record of record.js.
// Pure.

import { noted, readRecord } from "./record.js";

/** The value of an attempt on a device, whose result the server does not know. */
const SEEN = "seen";
/** The number of keys in one delta, below the limit of the server. */
const KEYS_PER_DELTA = 400;
const ATTEMPT = "attempt.", REVIEW = "review.";

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

/** Returns the record with a change that the server has not confirmed, {set, puzzle, result}. */
export function withChange(record, { set, puzzle, result }) {
  let next = puzzle ? noted(record, puzzle, result) : record;
  if (set.rating) next = { ...next, rating: set.rating };
  for (const [key, value] of Object.entries(set)) {
    if (key === "days" || key === "best") next = { ...next, [key]: value };
    if (value === SEEN) next = { ...next, done: [...new Set([...next.done, key.slice(ATTEMPT.length)])] };
    for (const id of endOf(key, REVIEW)) {
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

/** Returns a change without the puzzles that the server knows already; null if nothing is left. */
export function withoutKnown({ set, ...more }, state) {
  const left = Object.entries(set).filter(([key, value]) => value !== SEEN || !state.has(key));
  return left.length ? { ...more, set: Object.fromEntries(left) } : null;
}

/** Whether the server has no record of this account yet. */
export const isNew = ({ known, rev }) => known && rev === 0;
