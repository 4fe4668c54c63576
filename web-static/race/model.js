// A race, read from the keys of its room (docs/PROTOCOL.md). Pure.

import { SPRINT_PENALTY } from "../puzzles/modes.js";

/** The terms of a room that has none (Sources/GameState/Race/RaceTerms.swift). */
const USUAL = { rule: "freestyle", minutes: "3", rating: "900", count: "" };
/** The greatest length in minutes of a race in which all take part at the same time (RaceTerms). */
export const SPRINT_MINUTES = 10;
const RACER = "racer.";

/**
 * Returns the race at a server time: {phase, terms, start, end, puzzles, racers, isForClass}. The
 * phase is "open" before the first start, "countdown", "running" or "over". A race for a class goes
 * on until its end, because newcomers may join. The racers are in the order of their rank, as {id,
 * results, solved, failed, last, ends, isDone, rank}.
 */
export function raceOf(state, now) {
  const text = (key) => (typeof state.get(key) === "string" ? state.get(key) : "");
  const start = Number(text("start")), end = Number(text("end")), puzzles = text("puzzles").split(" ").filter(Boolean);
  const racers = [...state.keys()].filter((key) => key.startsWith(RACER)).map((key) => racerOf(key.slice(RACER.length), text(key), text(`last.${key.slice(RACER.length)}`)));
  for (const racer of racers) {
    racer.ends = end - racer.failed * SPRINT_PENALTY;
    racer.isDone = racer.results.length >= puzzles.length || now >= racer.ends;
  }
  racers.sort((a, b) => compared(a, b) || (a.id < b.id ? -1 : 1));
  racers.forEach((racer, place) => { racer.rank = place && !compared(racers[place - 1], racer) ? racers[place - 1].rank : place + 1; });
  const isForClass = end - start > SPRINT_MINUTES * 60_000, isDone = !isForClass && racers.every(({ isDone }) => isDone);
  const phase = !start ? "open" : now >= end ? "over" : now < start ? "countdown" : isDone ? "over" : "running";
  const terms = Object.fromEntries(Object.entries(USUAL).map(([key, usual]) => [key, text(key) || usual]));
  return { phase, terms, start, end, puzzles, racers, isForClass };
}

function racerOf(id, text, last) {
  const results = [...text].map((mark) => mark === "+");
  return { id, results, solved: results.filter(Boolean).length, failed: results.filter((isSolved) => !isSolved).length, last: Number(last) };
}

/** More solved puzzles come first, then fewer mistakes, then the earlier last solution. */
const compared = (a, b) => b.solved - a.solved || a.failed - b.failed || a.last - b.last;

/** Whether the race counts down or runs. */
export const isOn = ({ phase }) => phase === "countdown" || phase === "running";

/** Returns the time to show on the clock, as a server time at which it reaches 0; null for none. */
export function clockEnd({ phase, start, end }, own) {
  if (phase === "countdown") return start;
  return phase === "running" ? own?.ends ?? end : null;
}

/** Returns the results that have changed between two races, as {id, solved}. */
export function progressed(before, after) {
  const known = new Map(before.racers.map((racer) => [racer.id, racer.solved]));
  return after.racers.filter(({ id, solved }) => solved > known.get(id)).map(({ id, solved }) => ({ id, solved }));
}
