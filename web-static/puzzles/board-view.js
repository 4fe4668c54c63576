// The view of the board for a session: the attempt, or a step of a line. Pure.

import { forbiddenPoints } from "../game/renju.js";
import { opponent } from "../game/stones.js";
import { isDrill } from "./attempt.js";
import { cellAt, indexOf, pointAt, positionOf, rowWith } from "../game/places.js";

/**
 * Returns {board, arrows, notes}: the view for board.js, the one for arrows.js, and [cell, note]
 * for screen readers; a note is "hint", "found", "wrong" or "next".
 */
export function boardOf({ attempt, line, step, hint, run }) {
  const { puzzle, moves, found, wrong, state } = attempt, { size, turn } = puzzle;
  const root = positionOf(puzzle), all = line ?? moves, played = line ? line.slice(0, step) : moves;
  const stones = [...root.stones].map(([index, stone]) => ({ ...pointAt(index, size), stone }));
  let position = root, row = [];
  for (const [place, index] of played.entries()) {
    const stone = place % 2 ? opponent(turn) : turn;
    row = rowWith(position, index, stone) ?? [];
    position = { ...position, stones: new Map(position.stones).set(index, stone) };
    stones.push({ ...pointAt(index, size), stone, number: place + 1 });
  }
  const isOpen = state === "open" && !line && !run?.over, next = line && step < all.length ? all[step] : null;
  const shown = { found: isDrill(puzzle) ? (isOpen ? found : puzzle.answers) : [], hint: line ? [] : hint, wrong: line || state !== "open" ? null : wrong, next };
  const last = played.at(-1) ?? (puzzle.last === undefined ? NaN : indexOf(puzzle.last, size));
  const mover = played.length % 2 ? opponent(turn) : turn;
  return {
    board: {
      size, stones, line: row, last: Number.isNaN(last) ? undefined : pointAt(last, size), playable: isOpen && puzzle.kind !== "balance" || (puzzle.kind === "defence" && state !== "open"),
      ghost: isDrill(puzzle) ? undefined : turn, forbidden: isOpen && puzzle.rule === "renju" && mover === "x" && !isDrill(puzzle) ? forbiddenPoints({ size, moves: stones }) : undefined,
    },
    arrows: { size, ...shown, from: next === null ? null : played.at(-1) ?? null },
    notes: [...shown.found.map((index) => [index, "found"]), ...shown.hint.map((index) => [index, "hint"]), ...(shown.wrong === null ? [] : [[shown.wrong, "wrong"]]), ...(next === null ? [] : [[next, "next"]])]
      .map(([index, note]) => [cellAt(index, size), note]),
  };
}
