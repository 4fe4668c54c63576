// Words for clocks, openings, ratings, people and dates.

import { clockSetting } from "../game/clockwork.js";
import { DEFAULT_SIZE } from "../game/game.js";
import { isRobot } from "../game/robots.js";
import { FLAGS, isOn } from "../game/terms.js";
import { T } from "./texts.js";
import { personName, robotName, ruleName } from "./wording.js";

/**
 * Returns a clock's words: "5 min + 5 s"; "no clock" for none. An invalid text is returned
 * unchanged.
 */
export function clockWords(text) {
  const clock = clockSetting(text);
  if (!clock) return text || T.noClock;
  const main = clock.main % 60 ? T.seconds(clock.main) : T.minutes(clock.main / 60);
  return clock.periods ? T.clockByoyomi({ main, periods: clock.periods, seconds: clock.length }) : clock.increment ? T.clockFischer({ main, seconds: clock.increment }) : main;
}

export const openingWords = (opening) => T.openings[opening] ?? opening;

/** Returns a game's terms in one line, without the default ones. */
export function termWords({ rule, clock, opening, size, ...flags }) {
  return [
    rule && ruleName(String(rule)), clockWords(clock), opening && opening !== "none" ? openingWords(opening) : null,
    size && Number(size) !== DEFAULT_SIZE ? T.sizeWords(size) : null,
    ...FLAGS.map(({ key, standard }) => isOn(flags[key], standard) !== (standard === "yes") && T.unusual[key]),
  ].filter(Boolean).join(" · ");
}

/** Returns the name of a person {id, name, rating}, with the rating if there is one. */
export function ratedName({ id, name, rating } = {}) {
  const called = isRobot(id) && T.levels ? robotName(id) : personName(name);
  return Number.isFinite(rating) ? T.nameRated({ name: called, rating: Math.round(rating) }) : called;
}

/** Returns a day in the page's language; `at` is in milliseconds. */
export const dayWords = (at) => (Number.isFinite(at) ? new Date(at).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" }) : "");

/** Returns the reason for a refusal. */
export const refusalWords = ({ code, message }) => T.refusals[code] ?? (message || T.serverSilent);
