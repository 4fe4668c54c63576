// What a game is played under, as a form has it, as a link carries it, as the room's keys and a seek say it. Pure.
//
// Terms are {rule, clock, opening, size, takebacks, rated, listed}: `clock` is "" where there is none, `size` a number,
// `takebacks`, `rated` and `listed` are booleans.

import { clockSetting } from "./clockwork.js";
import { DEFAULT_SIZE, SIZES } from "./game.js";
import { openingsOf } from "./openings.js";
import { RULES } from "./rules.js";

/** What holds unless something else is said. */
export const DEFAULTS = { rule: "freestyle", clock: "", opening: "none", size: DEFAULT_SIZE, takebacks: true, rated: false, listed: false };
/** The clocks one can choose without typing. */
export const CLOCKS = ["180+2", "300+5", "600+5", "900+10", "1800+20", "300/3x20", "600/5x30", "1800/5x60"];
/** How strong the computer can be, and how strong it is unless something else is said. */
export const LEVELS = { least: 1, most: 10, first: 3 };
/** A game is taken to last so many moves a side, where its speed is told. */
const MOVES = 30;
/** Below these, in seconds a side, a clock is blitz or rapid. */
const BLITZ = 480, RAPID = 1_500;

/** How fast games with that clock are, as ratings tell them apart: "blitz", "rapid", "long"; null without a clock. */
export function speedOf(text) {
  const clock = clockSetting(text);
  if (!clock) return null;
  const seconds = clock.main + (clock.periods ? MOVES * clock.length / 2 : MOVES * clock.increment);
  return seconds < BLITZ ? "blitz" : seconds < RAPID ? "rapid" : "long";
}

/** A switch of the terms, as a form, a key or a query has it. */
export const isOn = (value) => value === true || value === "yes";
const isLevel = (level) => Number.isInteger(level) && level >= LEVELS.least && level <= LEVELS.most;

/** Whatever came from a link, a server or this browser's memory, as terms that can be played. */
export function checkedTerms(given = {}) {
  const rule = RULES.includes(given.rule) ? given.rule : DEFAULTS.rule;
  const clock = clockSetting(given.clock) ? given.clock : "";
  return {
    rule, clock,
    opening: openingsOf(rule).includes(given.opening) ? given.opening : "none",
    size: SIZES.includes(Number(given.size)) ? Number(given.size) : DEFAULT_SIZE,
    takebacks: given.takebacks !== "no" && given.takebacks !== false,
    rated: Boolean(clock) && isOn(given.rated), listed: isOn(given.listed),
  };
}

/** The keys of a New Game beside seats, rule and size; what is as usual is left out. */
export function termKeys({ clock, opening, takebacks, rated, listed }) {
  return {
    ...(clock && { clock }), ...(opening !== "none" && { opening }), ...(!takebacks && { takebacks: "no" }), ...(rated && { rated: "yes" }),
    ...(listed && { listed: "yes" }),
  };
}

/** The keys that say the terms, all of them: what a rematch repeats. */
export const TERM_KEYS = ["size", "opening", "clock", "takebacks", "rated", "listed"];

/** The members of a `seek`; `rating` is a range such as "1300-1700", or "". */
export const seekOf = (terms, rating = "") => ({
  rule: terms.rule, ...(terms.clock && { clock: terms.clock }), opening: terms.opening, size: String(terms.size),
  takebacks: terms.takebacks ? "yes" : "no", rated: terms.rated, ...(rating && { rating }),
});

/** The query of the private link: who opens it first starts that game, the second takes the free seat. */
export function linkQuery(room, { side, robot, ...given }) {
  const terms = checkedTerms({ ...given, listed: false });
  const words = { room: encodeURIComponent(room), rule: terms.rule, ...termKeys(terms), size: terms.size, side, robot };
  return `?${Object.entries(words).filter(([, word]) => word !== undefined && word !== null).map((pair) => pair.join("=")).join("&")}`;
}

/** The terms in a link's query, or null where it carries none. A plus sign may have come as a space. */
export function termsIn(query) {
  const words = new URLSearchParams(query), word = (name) => words.get(name) ?? undefined;
  if (!words.has("room") || !["rule", "clock", "opening", "size", "takebacks", "rated", "robot"].some((name) => words.has(name))) return null;
  const terms = checkedTerms({ ...Object.fromEntries(words), listed: false, clock: word("clock")?.trim().replace(" ", "+") });
  const robot = Number(word("robot"));
  return { ...terms, side: word("side") === "o" ? "o" : "x", robot: isLevel(robot) ? robot : null };
}

/** A game's own terms, for the next one of the same kind. */
export const termsOf = ({ rule, clock, opening, size }, state) => checkedTerms({
  rule, clock, opening, size, takebacks: state.get("takebacks"), rated: state.get("rated"), listed: state.get("listed") });
