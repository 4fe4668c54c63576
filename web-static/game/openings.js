// The part of the opening rules that the page needs: where a stone may go in each phase, and which
// fifth moves are equivalent. Pure. The server decides (Sources/GameState/Game/OpeningArea.swift);
// the page shows what is allowed before the player acts.

import { stonesOf } from "./game.js";
import { AREAS, OPENINGS as ALLOWED } from "./term-tables.js";

/** The names of every opening. Some exist only under renju. */
export const OPENINGS = ALLOWED.renju;

/** Returns the openings that are played under `rule`. */
export const openingsOf = (rule) => ALLOWED[rule] ?? ALLOWED.freestyle;

const keyOf = ({ col, row }) => `${col},${row}`;

/** Reads the details of the opening of `game` from the keys of `state`: {area, fifths, wanted}. */
export function readOpening(state, game) {
  const words = String(state.get("steps") ?? "").split(" ");
  const fifths = String(state.get("fifths") ?? "").split(" ").filter(Boolean).map((pair) => {
    const [col, row] = pair.split(",").map(Number);
    return { col, row };
  }).filter(({ col, row }) => [col, row].every((at) => Number.isInteger(at) && at >= 0 && at < game.size));
  const asked = words.findLast?.((word) => /^(?:ten|fifths-[1-8])$/.test(word));
  const wanted = game.opening === "rif" ? 2 : asked === "ten" ? 10 : Number(asked?.slice(-1) ?? 0);
  return { area: AREAS[game.phase]?.[game.opening] ?? null, fifths, wanted };
}

/**
 * Returns why `point` is not allowed now: "outside", "same" or "not-offered"; null if it is
 * allowed.
 */
export function objection(game, opening, point) {
  const centre = Math.floor(game.size / 2);
  if (opening.area) {
    const away = Math.max(Math.abs(point.col - centre), Math.abs(point.row - centre));
    if (away < opening.area[0] || away > opening.area[1]) return "outside";
  }
  if (game.phase === "pick-fifth") return opening.fifths.some((fifth) => keyOf(fifth) === keyOf(point)) ? null : "not-offered";
  if (game.phase !== "offer-fifths") return null;
  const twins = twinsOf(game, point);
  return opening.fifths.some((fifth) => twins.has(keyOf(fifth))) ? "same" : null;
}

/**
 * Returns the marks of a phase: Map "col,row" -> "fifth" (offered) | "outside" (not allowed). Free
 * points that are not in the Map are allowed.
 */
export function openingMarks(game, opening) {
  const marks = new Map(), stoneAt = stonesOf(game.moves);
  if (!game.phase || game.choices.length) return marks;
  for (const fifth of opening.fifths) marks.set(keyOf(fifth), "fifth");
  for (let row = 0; row < game.size; row += 1) {
    for (let col = 0; col < game.size; col += 1) {
      const point = { col, row };
      if (!stoneAt(col, row) && !marks.has(keyOf(point)) && objection(game, opening, point)) marks.set(keyOf(point), "outside");
    }
  }
  return marks;
}

/**
 * Returns the points that count as the same fifth move as `point`, including itself. Two points are
 * the same if a rotation or reflection that maps the stones onto stones of the same colour maps one
 * point to the other. Such a motion preserves the stones' centre of gravity. Coordinates are
 * multiplied by the number of stones, so that the centre is a whole number.
 */
export function twinsOf({ moves, size }, point) {
  const scale = moves.length || 1, stoneAt = stonesOf(moves);
  const sum = { col: 0, row: 0 };
  for (const { col, row } of moves) {
    sum.col += col;
    sum.row += row;
  }
  const moved = ({ col, row }, motion) => {
    let dx = col * scale - sum.col, dy = row * scale - sum.row;
    if (motion & 1) dx = -dx;
    if (motion & 2) dy = -dy;
    if (motion & 4) [dx, dy] = [dy, dx];
    const to = { col: (dx + sum.col) / scale, row: (dy + sum.row) / scale };
    return [to.col, to.row].every((at) => Number.isInteger(at) && at >= 0 && at < size) ? to : null;
  };
  const twins = new Set([keyOf(point)]);
  for (let motion = 1; motion < 8; motion += 1) {
    const keeps = moves.every((stone) => {
      const to = moved(stone, motion);
      return to && stoneAt(to.col, to.row) === stone.stone;
    });
    const twin = keeps && moved(point, motion);
    if (twin) twins.add(keyOf(twin));
  }
  return twins;
}
