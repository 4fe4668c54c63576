// Conversions of a game's terms between a form, a link, the room's keys and a seek. Pure.
//
// Terms are {rule, clock, opening, size} and flags. `clock` is "" if there is none, and `size` a
// number. `takebacks`, `rated`, `listed` and other flags are booleans.

import { clockSetting } from "./clockwork.js";
import { DEFAULT_SIZE, SIZES } from "./game.js";
import { openingsOf } from "./openings.js";
import { RULES } from "./rules.js";
import { CLOCKS, LEVELS, SPEEDS, TERMS } from "./term-tables.js";

export { CLOCKS, FIRST_LEVEL, LEVELS } from "./term-tables.js";

/** The keys that a rematch repeats: all terms except the rule, which every game states. */
export const TERM_KEYS = TERMS.filter((term) => term.key !== "rule" && term.in.includes("rematch")).map(({ key }) => key);

/**
 * Returns the speed of games with that clock, by which ratings are separated: "blitz", "rapid",
 * "long"; null without a clock.
 */
export function speedOf(text) {
  const clock = clockSetting(text);
  if (!clock) return null;
  const seconds = clock.main + (clock.periods ? SPEEDS.moves * clock.length / 2 : SPEEDS.moves * clock.increment);
  return seconds < SPEEDS.blitz ? "blitz" : seconds < SPEEDS.rapid ? "rapid" : "long";
}

/** The terms that are yes or no: [{key, standard}]. */
export const FLAGS = TERMS.filter(({ kind }) => kind === "flag");
/** Returns a flag's value from a form, a key or a query; the default if none is given. */
export const isOn = (value, standard = "no") => (standard === "yes" ? value !== false && value !== "no" : value === true || value === "yes");
/** Returns an object with all flags by key, each made by `make(flag)`. */
const flags = (make) => Object.fromEntries(FLAGS.map((flag) => [flag.key, make(flag)]));
const isLevel = (level) => Number.isInteger(level) && level >= LEVELS.least && level <= LEVELS.most;

/** Returns valid terms for any input from a link, a server or this browser's storage. */
export function checkedTerms(given = {}) {
  const rule = RULES.includes(given.rule) ? given.rule : RULES[0];
  const clock = clockSetting(given.clock) ? given.clock : "", chosen = flags(({ key, standard }) => isOn(given[key], standard));
  return {
    rule, clock, ...chosen,
    opening: openingsOf(rule).includes(given.opening) ? given.opening : "none",
    size: SIZES.includes(Number(given.size)) ? Number(given.size) : DEFAULT_SIZE,
    rated: Boolean(clock) && chosen.rated,
  };
}

/** Returns one term's value as the text in a room's key. */
const said = ({ key, kind }, terms) => (kind === "flag" ? (terms[key] ? "yes" : "no") : String(terms[key]));

/** Returns the keys of a New Game besides seats, rule and size. Default values are left out. */
export function termKeys(terms) {
  const fields = TERMS.filter(({ key }) => key !== "rule" && key !== "size");
  return Object.fromEntries(fields.map((field) => [field.key, said(field, terms)]).filter(([key, text]) => text !== fields.find((field) => field.key === key).standard));
}

/** Returns the members of a `seek`. `rating` is a range such as "1300-1700", or "". */
export function seekOf(terms, rating = "") {
  const members = TERMS.filter((field) => field.in.includes("seek")).map((field) => [field.key, field.key === "rated" ? terms.rated : said(field, terms)]);
  return { ...Object.fromEntries(members.filter(([, member]) => member !== "")), ...(rating && { rating }) };
}

/**
 * Returns the query of a private link. The first visitor of the link starts a game with these
 * terms, and the second takes the free seat. `friend` tells a link that has lost its secret from
 * one that never had one.
 */
export function linkQuery(room, { side, robot, ...given }) {
  const terms = checkedTerms({ ...given, listed: false });
  const words = { room: encodeURIComponent(room), rule: terms.rule, ...termKeys(terms), size: terms.size, side, robot, friend: "1" };
  return `?${Object.entries(words).filter(([, word]) => word !== undefined && word !== null).map((pair) => pair.join("=")).join("&")}`;
}

/**
 * Returns the terms in a link's query, or null if it has none. A plus sign may arrive as a space.
 */
export function termsIn(query) {
  const words = new URLSearchParams(query), word = (name) => words.get(name) ?? undefined;
  if (!words.has("room") || ![...TERMS.filter((term) => term.in.includes("link")).map(({ key }) => key), "robot"].some((name) => words.has(name))) return null;
  const terms = checkedTerms({ ...Object.fromEntries(words), listed: false, clock: word("clock")?.trim().replace(" ", "+") });
  const robot = Number(word("robot"));
  return { ...terms, side: word("side") === "o" ? "o" : "x", robot: isLevel(robot) ? robot : null };
}

/**
 * Returns the invalid values in a link's query, as [{key, value, known}]. `known` lists the valid
 * values; for a clock, which may have any numbers, it lists examples.
 */
export function unknownTerms(query) {
  const words = new URLSearchParams(query), numbers = (list) => list.map(String);
  const levels = Array.from({ length: LEVELS.most - LEVELS.least + 1 }, (_, index) => LEVELS.least + index);
  const known = {
    rule: RULES, opening: openingsOf(words.get("rule")), size: numbers(SIZES), clock: CLOCKS, ...flags(() => ["yes", "no"]),
    side: ["x", "o"], robot: numbers(levels),
  };
  return Object.entries(known).map(([key, values]) => ({ key, value: words.get(key), known: values })).filter(({ key, value, known: values }) => (
    value && !values.includes(value) && !(key === "clock" && clockSetting(value.trim().replace(" ", "+")))));
}

/** Returns a game's own terms, for the next game of the same kind. */
export const termsOf = ({ rule, clock, opening, size }, state) => checkedTerms({
  rule, clock, opening, size, ...flags(({ key }) => state.get(key)) });
