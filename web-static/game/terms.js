// What two people agree on before a game: as a form has it, as a link carries it, as the wire says it. Pure.
//
// Options are {rule, clock, opening, size, takebacks, rated}: `clock` is "" where there is none, `size` a number,
// `takebacks` and `rated` are booleans.

import { DEFAULT_SIZE, SIZES } from "./game.js";
import { openingsOf } from "./openings.js";
import { RULES } from "./rules.js";

/** What holds unless something else is said. */
export const DEFAULTS = { rule: "freestyle", clock: "", opening: "none", size: DEFAULT_SIZE, takebacks: true, rated: false };
/** The clocks one can choose without typing. */
export const CLOCKS = ["", "180+2", "300+5", "600+5", "900+10", "1800+20", "600/5x30"];
/** The server's limits (GameState's ClockSetting), in seconds. */
const LONGEST_MAIN = 604_800, LONGEST_STEP = 3_600, MOST_PERIODS = 100;
/** A game is taken to last so many moves a side, where its speed is told. */
const MOVES = 30;
/** Below these, in seconds a side, a clock is blitz or rapid. */
const BLITZ = 480, RAPID = 1_500;

/** What `text` says of a clock: {main, increment} or {main, periods, length}, in seconds; null where it is no clock. */
export function readClock(text) {
  const [, main, increment, periods, length] = /^(0|[1-9]\d*)(?:\+(0|[1-9]\d*)|\/([1-9]\d*)x([1-9]\d*))$/.exec(text ?? "") ?? [];
  if (main === undefined || +main > LONGEST_MAIN) return null;
  if (increment !== undefined) return +main >= 1 && +increment <= LONGEST_STEP ? { main: +main, increment: +increment } : null;
  return +periods <= MOST_PERIODS && +length <= LONGEST_STEP ? { main: +main, periods: +periods, length: +length } : null;
}

/** How fast games with that clock are, as ratings tell them apart: "blitz", "rapid", "long"; null without a clock. */
export function speedOf(text) {
  const clock = readClock(text);
  if (!clock) return null;
  const seconds = clock.main + (clock.periods ? MOVES * clock.length / 2 : MOVES * clock.increment);
  return seconds < BLITZ ? "blitz" : seconds < RAPID ? "rapid" : "long";
}

/** Whatever came from a link, a server or this browser's memory, as options that can be played. */
export function checkedOptions(given = {}) {
  const rule = RULES.includes(given.rule) ? given.rule : DEFAULTS.rule;
  const clock = readClock(given.clock) ? given.clock : "";
  return {
    rule, clock,
    opening: openingsOf(rule).includes(given.opening) ? given.opening : "none",
    size: SIZES.includes(Number(given.size)) ? Number(given.size) : DEFAULT_SIZE,
    takebacks: given.takebacks !== "no" && given.takebacks !== false,
    rated: Boolean(clock) && (given.rated === true || given.rated === "yes"),
  };
}

/** The keys of a New Game beside seats, rule and size. */
export function moreKeys({ clock, opening, takebacks, rated }) {
  return {
    ...(clock && { clock }), ...(opening !== "none" && { opening }), ...(!takebacks && { takebacks: "no" }), ...(rated && { rated: "yes" }),
  };
}

/** The members of a `seek`; `rating` is a range such as "1300-1700", or "". */
export const seekOf = (options, rating = "") => ({
  rule: options.rule, ...(options.clock && { clock: options.clock }), opening: options.opening, size: String(options.size),
  takebacks: options.takebacks ? "yes" : "no", rated: options.rated, ...(rating && { rating }),
});

/** The query of the private link: who opens it first starts that game, the second takes the free seat. */
export function linkQuery(room, { side, robot, ...given }) {
  const options = checkedOptions(given);
  const words = { room: encodeURIComponent(room), rule: options.rule, ...moreKeys(options), size: options.size, side, robot };
  return `?${Object.entries(words).filter(([, word]) => word !== undefined && word !== null).map((pair) => pair.join("=")).join("&")}`;
}

/** The options in a link's query, or null where it carries none. A plus sign may have come as a space. */
export function optionsIn(query) {
  const words = new URLSearchParams(query), word = (name) => words.get(name) ?? undefined;
  if (!words.has("room") || !["rule", "clock", "opening", "size", "takebacks", "rated", "robot"].some((name) => words.has(name))) return null;
  const robot = Number(word("robot"));
  return {
    ...checkedOptions({ ...Object.fromEntries(words), clock: word("clock")?.trim().replace(" ", "+") }),
    side: word("side") === "o" ? "o" : "x", robot: Number.isInteger(robot) && robot >= 1 && robot <= 10 ? robot : null,
  };
}

/** The game's own options, for the next one of the same kind. */
export const optionsOf = ({ rule, clock, opening, size }, state) => checkedOptions({
  rule, clock, opening, size, takebacks: state.get("takebacks"), rated: state.get("rated") });
