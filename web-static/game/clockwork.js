// Both sides' time: the server's arithmetic (Sources/GameState/Game/Clock.swift) on the room's
// keys. Pure.
//
// Times are in milliseconds; `now` is the server's time. The clock of the side to move runs from
// `since`. The time used since then is not stored, so every page that knows the server's time shows
// the same clock.

import { CLOCK_LIMITS } from "./term-tables.js";

/** The remaining time, in ms, below which the clock shows tenths and counts as short. */
export const SHORT = 10_000;

export { CLAIM_AFTER, CLOCK_LIMITS } from "./term-tables.js";

/**
 * Parses a clock such as `300+5` or `600/5x30` into {main, increment, periods, length} in seconds;
 * null for other texts.
 */
export function clockSetting(text) {
  const found = /^(0|[1-9]\d*)(?:\+(0|[1-9]\d*)|\/([1-9]\d*)x([1-9]\d*))$/.exec(text ?? "");
  if (!found) return null;
  const [main, increment = 0, periods = 0, length = 0] = found.slice(1).map((digits) => (digits === undefined ? undefined : Number(digits)));
  const fits = main <= CLOCK_LIMITS.main && increment <= CLOCK_LIMITS.step && periods <= CLOCK_LIMITS.periods && length <= CLOCK_LIMITS.step;
  return fits && (periods || main) ? { main, increment, periods, length } : null;
}

/** Returns the clock in the keys of `state` (a Map), or null if there is no valid one. */
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

/**
 * Returns the time of `side` at `now`: {total, running, periods}. `running` lasts until the end of
 * the main time or of the current period.
 */
export function remaining(clock, side, now) {
  const used = side === clock.turn ? clock.used + (clock.since ? Math.max(0, now - clock.since) : 0) : 0;
  const { main, periods } = clock[side], length = clock.setting.length * 1_000;
  const total = Math.max(0, main + periods * length - used);
  if (used < main || !length) return { total, running: Math.max(0, main - used), periods };
  const left = Math.ceil(total / length);
  return { total, running: total - Math.max(0, left - 1) * length, periods: left };
}

/**
 * Returns the time at which the side to move loses, including the lag that the server may give
 * back. Returns null if no clock runs.
 */
export function deadline(clock) {
  if (!clock.since) return null;
  const { main, periods, lag } = clock[clock.turn];
  return clock.since + main + periods * clock.setting.length * 1_000 + lag - clock.used;
}

const two = (number) => String(number).padStart(2, "0");

/**
 * Returns a clock's text: `4:59`, `1:04:59`, below ten seconds `9.9`. It is rounded down, so that
 * it reaches 0 with the time.
 */
export function face(ms) {
  if (ms < SHORT) return `${Math.floor(ms / 1_000)}.${Math.floor(ms / 100) % 10}`;
  const seconds = Math.floor(ms / 1_000), hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor(seconds / 60) % 60;
  return hours ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Returns the ms until a running clock's text changes. */
export const untilNext = (ms) => (ms % (ms <= SHORT ? 100 : 1_000)) + 1;

