// The rules of the modes. Pure.

/** The modes, in the order in which the page offers them. */
export const MODES = ["daily", "practice", "theme", "streak", "sprint", "review", "lost"];

/** The modes that begin anew with each visit, and end with a result. */
export const isRun = (mode) => mode === "streak" || mode === "sprint";

/** Whether the mode has only one puzzle, after which practice follows. "link" is a link's mode. */
export const isSingle = (mode) => ["daily", "link", "lost"].includes(mode);

/** The rating of the first puzzle of a run, the step after each success, and the highest rating. */
const RUN = { streak: { first: 1_000, step: 40 }, sprint: { first: 900, step: 35 } }, HIGHEST = 2_600;
/** The time of a sprint, and the penalty for a mistake, in ms. */
export const SPRINT_TIME = 180_000, SPRINT_PENALTY = 10_000;

/** Returns the rating of the next puzzle in a run after that many solved ones. */
export const runRating = (mode, solved) => Math.min(HIGHEST, RUN[mode].first + solved * RUN[mode].step);

/** Begins a run at a time in ms. */
export const beginRun = (mode, now) => ({ mode, solved: 0, failed: [], ends: mode === "sprint" ? now + SPRINT_TIME : Infinity, over: false });

/**
 * Notes the result of a puzzle in a run. A mistake ends a streak, and shortens a
 * sprint. A result after the end of a sprint does not count.
 */
export function afterResult(run, id, isSuccess, now) {
  if (run.over) return run;
  if (now >= run.ends) return { ...run, over: true };
  const next = isSuccess ? { ...run, solved: run.solved + 1 } : { ...run, failed: [...run.failed, id], ends: run.ends - SPRINT_PENALTY };
  return { ...next, over: now >= next.ends || (!isSuccess && run.mode === "streak") };
}

/** Returns the run as of that time: a sprint ends by itself. */
export const atTime = (run, now) => (!run.over && now >= run.ends ? { ...run, over: true } : run);

/** Returns the rest of the time as text, such as "2:05" or "23:59:05". */
export function clockText(ends, now) {
  const seconds = Math.max(0, Math.ceil((ends - now) / 1_000)), minutes = Math.floor(seconds / 60), two = (number) => String(number).padStart(2, "0");
  return minutes < 100 ? `${minutes}:${two(seconds % 60)}` : `${Math.floor(minutes / 60)}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

/** Returns the mode that an address asks for: `?puzzles=streak`; "daily" without one. */
export function modeIn(query) {
  const given = new URLSearchParams(query).get("puzzles");
  return MODES.includes(given) ? given : "daily";
}

/** Whether a value is the ID of a finished game. */
export const isGame = (id) => typeof id === "string" && /^[\w-]{1,60}-\d{1,9}$/.test(id);

/** Returns the lost game in an address: `?puzzles=lost&game=ID`; undefined for the last one. */
export function lostGameIn(query) {
  const given = new URLSearchParams(query).get("game")?.trim();
  return isGame(given) ? given : undefined;
}

/** Returns the address of the puzzle from a lost game. */
export const lostAddress = (game) => `?puzzles=lost${game ? `&game=${encodeURIComponent(game)}` : ""}`;

/** Returns the puzzle that an address asks for: `?puzzle=ID`; null without one. */
export function puzzleIn(query) {
  const given = new URLSearchParams(query).get("puzzle")?.trim();
  return given !== undefined && /^[\w-]{11}$/.test(given) ? given : null;
}
