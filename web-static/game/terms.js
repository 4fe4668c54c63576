// What a game is played under, as a form has it, as a link carries it, as the room's keys and a seek say it. Pure.
//
// Terms are {rule, clock, opening, size} and the flags: `clock` is "" where there is none, `size` a number; `takebacks`, `rated`,
// `listed` and whatever else is a yes or a no are booleans.

import { clockSetting } from "./clockwork.js";
import { DEFAULT_SIZE, SIZES } from "./game.js";
import { openingsOf } from "./openings.js";
import { RULES } from "./rules.js";
import { CLOCKS, LEVELS, SPEEDS, TERMS } from "./term-tables.js";

export { CLOCKS, FIRST_LEVEL, LEVELS } from "./term-tables.js";

/** The keys that say the terms, but for the rule, which every game says: what a rematch repeats. */
export const TERM_KEYS = TERMS.filter((term) => term.key !== "rule" && term.in.includes("rematch")).map(({ key }) => key);

/** How fast games with that clock are, as ratings tell them apart: "blitz", "rapid", "long"; null without a clock. */
export function speedOf(text) {
  const clock = clockSetting(text);
  if (!clock) return null;
  const seconds = clock.main + (clock.periods ? SPEEDS.moves * clock.length / 2 : SPEEDS.moves * clock.increment);
  return seconds < SPEEDS.blitz ? "blitz" : seconds < SPEEDS.rapid ? "rapid" : "long";
}

/** The terms that are a yes or a no: [{key, standard}]. */
export const FLAGS = TERMS.filter(({ kind }) => kind === "flag");
/** A flag as a form, a key or a query has it; as usual where that says nothing. */
export const isOn = (value, standard = "no") => (standard === "yes" ? value !== false && value !== "no" : value === true || value === "yes");
/** The flags by their keys, each as `make(flag)` makes it. */
const flags = (make) => Object.fromEntries(FLAGS.map((flag) => [flag.key, make(flag)]));
const isLevel = (level) => Number.isInteger(level) && level >= LEVELS.least && level <= LEVELS.most;

/** Whatever came from a link, a server or this browser's memory, as terms that can be played. */
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

/** What the terms say of one field, as a key has it. */
const said = ({ key, kind }, terms) => (kind === "flag" ? (terms[key] ? "yes" : "no") : String(terms[key]));

/** The keys of a New Game beside seats, rule and size; what is as usual is left out. */
export function termKeys(terms) {
  const fields = TERMS.filter(({ key }) => key !== "rule" && key !== "size");
  return Object.fromEntries(fields.map((field) => [field.key, said(field, terms)]).filter(([key, text]) => text !== fields.find((field) => field.key === key).standard));
}

/** The members of a `seek`; `rating` is a range such as "1300-1700", or "". */
export function seekOf(terms, rating = "") {
  const members = TERMS.filter((field) => field.in.includes("seek")).map((field) => [field.key, field.key === "rated" ? terms.rated : said(field, terms)]);
  return { ...Object.fromEntries(members.filter(([, member]) => member !== "")), ...(rating && { rating }) };
}

/** The query of the private link: who opens it first starts that game, the second takes the free seat. */
export function linkQuery(room, { side, robot, ...given }) {
  const terms = checkedTerms({ ...given, listed: false });
  const words = { room: encodeURIComponent(room), rule: terms.rule, ...termKeys(terms), size: terms.size, side, robot };
  return `?${Object.entries(words).filter(([, word]) => word !== undefined && word !== null).map((pair) => pair.join("=")).join("&")}`;
}

/** The terms in a link's query, or null where it carries none. A plus sign may have come as a space. */
export function termsIn(query) {
  const words = new URLSearchParams(query), word = (name) => words.get(name) ?? undefined;
  if (!words.has("room") || ![...TERMS.filter((term) => term.in.includes("link")).map(({ key }) => key), "robot"].some((name) => words.has(name))) return null;
  const terms = checkedTerms({ ...Object.fromEntries(words), listed: false, clock: word("clock")?.trim().replace(" ", "+") });
  const robot = Number(word("robot"));
  return { ...terms, side: word("side") === "o" ? "o" : "x", robot: isLevel(robot) ? robot : null };
}

/**
 * The values in a link's query that no game can have, as [{key, value, known}]. `known` are the values that there are; of a clock,
 * which may have other numbers, examples.
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

/** A game's own terms, for the next one of the same kind. */
export const termsOf = ({ rule, clock, opening, size }, state) => checkedTerms({
  rule, clock, opening, size, ...flags(({ key }) => state.get(key)) });
