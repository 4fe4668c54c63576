// The time both sides have: the server's arithmetic (Sources/GameState/Game/Clock.swift) on what the room's keys say. Pure.
//
// Times are milliseconds; `now` is the server's clock. The side to move uses its own time since `since`; nothing is
// stored while it runs, so every page that knows the server's clock shows the same.

import { CLOCK_LIMITS } from "./term-tables.js";

/** Under so many milliseconds tenths are shown, and time is short. */
export const SHORT = 10_000;

export { CLAIM_AFTER, CLOCK_LIMITS } from "./term-tables.js";

/** What is written for a clock, `300+5` or `600/5x30`: {main, increment, periods, length} in seconds; null for anything else. */
export function clockSetting(text) {
  const found = /^(0|[1-9]\d*)(?:\+(0|[1-9]\d*)|\/([1-9]\d*)x([1-9]\d*))$/.exec(text ?? "");
  if (!found) return null;
  const [main, increment = 0, periods = 0, length = 0] = found.slice(1).map((digits) => (digits === undefined ? undefined : Number(digits)));
  const fits = main <= CLOCK_LIMITS.main && increment <= CLOCK_LIMITS.step && periods <= CLOCK_LIMITS.periods && length <= CLOCK_LIMITS.step;
  return fits && (periods || main) ? { main, increment, periods, length } : null;
}

/** The clock that the keys of `state` (a Map) tell, or null where there is none that makes sense. */
export function readClock(state) {
  const setting = clockSetting(state.get("clock"));
  if (!setting) return null;
  const number = (key) => {
    const value = Number(state.get(key));
    return Number.isFinite(value) && value > 0 ? value : 0;
  };
  const account = (side) => ({ main: number(`${side}Time`), periods: number(`${side}Periods`), lag: number(`${side}Lag`) });
  return {
    setting, turn: state.get("turn") === "o" ? "o" : "x", since: number("turnAt") || null, used: number("used"),
    x: account("x"), o: account("o"),
  };
}

/** What `side` has at `now`: {total, running, periods}; `running` until the next loss, of main time or of the period. */
export function remaining(clock, side, now) {
  const used = side === clock.turn ? clock.used + (clock.since ? Math.max(0, now - clock.since) : 0) : 0;
  const { main, periods } = clock[side], length = clock.setting.length * 1_000;
  const total = Math.max(0, main + periods * length - used);
  if (used < main || !length) return { total, running: Math.max(0, main - used), periods };
  const left = Math.ceil(total / length);
  return { total, running: total - Math.max(0, left - 1) * length, periods: left };
}

/** When the side to move has lost, the lag that the server may give back included; null while nobody's time runs. */
export function deadline(clock) {
  if (!clock.since) return null;
  const { main, periods, lag } = clock[clock.turn];
  return clock.since + main + periods * clock.setting.length * 1_000 + lag - clock.used;
}

const two = (number) => String(number).padStart(2, "0");

/** `4:59`, `1:04:59`, under ten seconds `9.9`: always rounded down, so that it ends with the time itself. */
export function face(ms) {
  if (ms < SHORT) return `${Math.floor(ms / 1_000)}.${Math.floor(ms / 100) % 10}`;
  const seconds = Math.floor(ms / 1_000), hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** How long until the face of a clock that runs shows something else. */
export const untilNext = (ms) => (ms % (ms <= SHORT ? 100 : 1_000)) + 1;

