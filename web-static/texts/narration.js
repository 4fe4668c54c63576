// Recent events in sentences, for screen readers. Pure.

import { pointName } from "../game/game.js";
import { T } from "./texts.js";
import { outcome, turn } from "./wording.js";

/**
 * Returns the sentences that lead from one view of the game to the next, or none.
 *
 * @param before, after {game, rights}: `game` without pending moves; null if there is none.
 * @param name          (id) returns a participant's name.
 * @param options.turns whether to say whose turn it is.
 */
export function narrate(before, after, name, { turns = true } = {}) {
  const { game, rights } = after, was = before?.game;
  if (!game) return [];
  const told = [];
  const isNew = !was || was.number !== game.number;
  if (isNew && before) told.push(T.newGameStarted(game.number));
  for (const side of ["x", "o"]) {
    const holder = game.seats[side];
    if (before && holder && holder !== (isNew ? null : was.seats[side])) told.push(T.seatTaken({ name: name(holder), side }));
  }
  const known = isNew ? 0 : was.moves.length;
  for (const move of game.moves.slice(Math.max(known, game.moves.length - 2))) {
    if (before) told.push(T.played({ side: move.stone, point: pointName(move, game.size) }));
  }
  if (game.result && (isNew || !was.result)) told.push(outcome(game, rights.sides));
  else if (turns && !game.result && (told.length || !before)) told.push(turn(game, rights, name));
  return told;
}
