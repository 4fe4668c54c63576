// This device's record of the person's puzzles: rating, done puzzles, reviews, the streak of days,
// and the best results. Pure: every function returns a new record.
//
// A record is {rating, seed, from, done, reviews, days, best, rule}. Its text has a limited size.

import { afterGame, START } from "../game/glicko.js";
import { RULES } from "../game/tables.js";
import { daysAfter, isDay } from "./days.js";

/** The days after which a failed puzzle comes again. After the last, it is learnt. */
export const INTERVALS = [1, 3, 7, 21];
/** The largest number of remembered puzzles, 12 bytes each. The oldest are dropped. */
export const DONE_LIMIT = 8_000;
/** The largest number of puzzles under review, about 50 bytes each. The oldest are dropped. */
export const REVIEW_LIMIT = 500;
/** The largest number of selections whose place is remembered, about 50 bytes each. */
export const PLACES_LIMIT = 60;
/** The deviation of a puzzle's rating, which the solver's work only estimates. */
export const PUZZLE_DEVIATION = 110;
/** The constraint on changes of the volatility, and the least deviation, in ratings by puzzles. */
const TAU = .75, LEAST_DEVIATION = 45;
/** The weight of a puzzle whose theme was shown, because the theme is a hint. */
export const THEME_WEIGHT = .5;
const LATEST = "9999-12-31";

/** Returns the record of a device without one. `seed` orders the puzzles of this device. */
export const createRecord = (seed) => ({ rating: START, seed: seed >>> 0, from: {}, done: [], reviews: [], days: { last: "", count: 0, best: 0, helped: [] }, best: { streak: 0, sprint: 0 }, rule: "freestyle" });

const isId = (id) => typeof id === "string" && /^[\w-]{11}$/.test(id);
const count = (given) => (Number.isSafeInteger(given) && given >= 0 ? given : 0);

/**
 * Returns the streak of days in a value of JSON. A last day after tomorrow comes from a clock that
 * was wrong. It is dropped, because the streak would wait for that day.
 */
export function readDays(days, today) {
  const last = isDay(days?.last) && days.last <= daysAfter(today, 1) ? days.last : "";
  return { last, count: count(days?.count), best: count(days?.best), helped: (Array.isArray(days?.helped) ? days.helped : []).filter(isId).slice(-RULES.length) };
}

/** Returns the best results in a value of JSON. */
export const readBest = (best) => ({ streak: count(best?.streak), sprint: count(best?.sprint) });

/** Returns the streak of days of two devices of one person. */
export function mergedDays(one, other) {
  const [early, late] = one.last <= other.last ? [one, other] : [other, one];
  // The streak goes on if the devices were used on the same day or on two days in a row.
  const before = !early.last ? 0 : early.last === late.last ? early.count : early.last === daysAfter(late.last, -1) ? early.count + 1 : 0;
  const now = Math.max(before, late.count), helped = [...new Set([...one.helped, ...other.helped])];
  return { last: late.last, count: now, best: Math.max(one.best, other.best, now), helped: helped.slice(-RULES.length) };
}

/** Returns the better result of two devices, per mode. */
export const mergedBest = (one, other) => ({ streak: Math.max(one.streak, other.streak), sprint: Math.max(one.sprint, other.sprint) });

/** Returns the record in a text; a new one if the text is damaged. */
export function readRecord(text, seed, today) {
  const fresh = createRecord(seed);
  let given;
  try {
    given = JSON.parse(text ?? "null");
  } catch { /* A damaged record is replaced. */ }
  if (!given || typeof given !== "object") return fresh;
  const { rating, days, best } = given;
  const isRating = [rating?.rating, rating?.deviation, rating?.volatility, rating?.games].every(Number.isFinite) && rating.deviation > 0 && rating.volatility > 0;
  return {
    rating: isRating ? rating : fresh.rating,
    seed: Number.isInteger(given.seed) ? given.seed >>> 0 : fresh.seed,
    from: Object.fromEntries(Object.entries(given.from ?? {}).filter(([, place]) => count(place)).slice(-PLACES_LIMIT)),
    done: String(given.done ?? "").split(" ").filter(isId).slice(-DONE_LIMIT),
    reviews: (Array.isArray(given.reviews) ? given.reviews : []).filter((each) => isId(each?.id) && isDay(each.due) && Number.isInteger(each.step) && INTERVALS[each.step]).slice(-REVIEW_LIMIT),
    days: readDays(days, today),
    best: readBest(best),
    rule: RULES.includes(given.rule) ? given.rule : fresh.rule,
  };
}

/** Returns the text of a record, for `readRecord`. */
export const recordText = (record) => JSON.stringify({ ...record, done: record.done.join(" ") });

export const isDone = ({ done }, id) => done.includes(id);

/**
 * Notes the result of a puzzle. The first result counts for the rating if `weight` is above 0, and
 * no later one does. A failed puzzle comes into review; a result in review moves it on.
 */
export function noted(record, { id, rating }, { isSuccess, weight = 0, today }) {
  const isFirst = !isDone(record, id);
  const next = { ...record, done: [...record.done.filter((each) => each !== id), id].slice(-DONE_LIMIT), reviews: reviewed(record.reviews, id, isSuccess, today) };
  return isFirst && weight > 0 && Number.isFinite(rating) ? { ...next, rating: rated(record.rating, rating, isSuccess, weight) } : next;
}

function rated(before, puzzle, isSuccess, weight) {
  const after = afterGame(before, { rating: puzzle, deviation: PUZZLE_DEVIATION }, isSuccess ? 1 : 0, TAU);
  const between = (name) => before[name] + weight * (after[name] - before[name]);
  return { rating: between("rating"), deviation: Math.max(LEAST_DEVIATION, between("deviation")), volatility: between("volatility"), games: after.games };
}

function reviewed(reviews, id, isSuccess, today) {
  const known = reviews.find((each) => each.id === id), others = reviews.filter((each) => each.id !== id);
  if (!isSuccess) return [...others, { id, step: 0, due: daysAfter(today, INTERVALS[0]) }].slice(-REVIEW_LIMIT);
  if (!known || known.due > today) return reviews;
  const step = known.step + 1;
  return step < INTERVALS.length ? [...others, { id, step, due: daysAfter(today, INTERVALS[step]) }] : others;
}

/** Drops a puzzle from the reviews, because the server no longer has it. */
export const withoutReview = (record, id) => ({ ...record, reviews: record.reviews.filter((each) => each.id !== id) });

/** Returns the IDs of the puzzles to review today, those that wait longest first. */
export const dueReviews = ({ reviews }, today) => reviews.filter(({ due }) => due <= today).sort((one, other) => (one.due < other.due ? -1 : Number(one.due > other.due))).map(({ id }) => id);
/** Returns the day of the next review; undefined without one. */
export const nextReview = ({ reviews }) => reviews.map(({ due }) => due).reduce((least, due) => (due < least ? due : least), LATEST);

/** Notes that the puzzle of the day was solved. Each day counts once. */
export function solvedDaily(record, day) {
  const { last, count: before, best } = record.days;
  if (last >= day) return record;
  const now = last === daysAfter(day, -1) ? before + 1 : 1;
  return { ...record, days: { ...record.days, last: day, count: now, best: Math.max(best, now) } };
}

/** Notes that help was used in a puzzle of the day. Each rule has one puzzle a day. */
export function withHelp(record, id) {
  const helped = [...record.days.helped.filter((each) => each !== id), id].slice(-RULES.length);
  return { ...record, days: { ...record.days, helped } };
}

/** Whether help was used in that puzzle of the day. */
export const isHelped = ({ days }, id) => days.helped.includes(id);

/** Returns the streak of days as of `today`: it breaks after a day without a solved puzzle. */
export const dayStreak = ({ days }, today) => (days.last >= daysAfter(today, -1) ? days.count : 0);

/** Notes the result of a streak or a sprint. */
export const withBest = (record, mode, score) => ({ ...record, best: { ...record.best, [mode]: Math.max(record.best[mode], score) } });

/** Notes the place up to which a selection was fetched. The selections used last are kept. */
export function withPlace(record, key, place) {
  const others = Object.entries(record.from).filter(([each]) => each !== key);
  return { ...record, from: Object.fromEntries([...others, [key, place]].slice(-PLACES_LIMIT)) };
}
