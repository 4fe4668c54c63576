// Which words say it: clocks, openings, ratings, people, dates.

import { T } from "./texts.js";
import { readClock } from "../game/terms.js";
import { S } from "./en/lobby.js";

/** A clock in words: "5 min + 5 s"; "no clock" for none. */
export function clockWords(text) {
  const clock = readClock(text);
  if (!clock) return S.noClock;
  const main = clock.main % 60 ? S.inSeconds(clock.main) : S.inMinutes(clock.main / 60);
  return clock.periods ? S.byoyomi(main, clock.periods, clock.length) : clock.increment ? S.increment(main, clock.increment) : main;
}

export const openingWords = (opening) => S.openings[opening] ?? opening;

/** A game's options in one line; what is as usual is left out. */
export function optionWords({ rule, clock, opening, size, takebacks, rated }) {
  return [
    T.ruleNames[rule] ?? String(rule ?? ""), clockWords(clock), opening && opening !== "none" ? openingWords(opening) : null,
    size && Number(size) !== 15 ? T.sizeWords(size) : null, takebacks === "no" || takebacks === false ? S.noTakebacks : null,
    isRated(rated) ? S.rated : null,
  ].filter(Boolean).join(" · ");
}

export const isRated = (rated) => rated === true || rated === "yes";

/** A name with its rating, as far as there is one. */
export const ratedName = ({ name, rating } = {}) => (Number.isFinite(rating) ? S.nameRated(name || T.guest, Math.round(rating)) : name || T.guest);

/** A day in the page's language; `at` in milliseconds. */
export const dayWords = (at) => (Number.isFinite(at) ? new Date(at).toLocaleDateString(document.documentElement.lang, { dateStyle: "medium" }) : "");

/** Why a request came to nothing. */
export const refusalWords = ({ code, message }) => S.refusals[code] ?? (message || S.refusals.offline);
