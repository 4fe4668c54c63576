// A link with a game's terms in it: whoever opens it first starts that game, the second takes the free seat.

import { newGame } from "../game/game.js";
import { termKeys } from "../game/terms.js";

/**
 * Follows what is known of the table; `step(view)` says what is to be done now, each thing once:
 * {set, kind} for a delta, or null. `view`: {known, me, game, rights}. A link with values that there are not starts no
 * game: the first of `unknown` (terms.js) is what is to be told, {kind: "unknown", ...}.
 */
export function createInvitation(terms, unknown = []) {
  let started = false, joined = false;
  return function step({ known, me, game, rights }) {
    if (!terms || !known || !me) return null;
    if (!game) {
      if (started) return null;
      started = true;
      if (unknown.length) return { kind: "unknown", ...unknown[0] };
      return { kind: "start", set: newGame(null, me, { rule: terms.rule, size: terms.size, sides: [terms.side], robot: terms.robot, more: termKeys(terms) }) };
    }
    // The game of the link only: who comes later finds another, and watches.
    // Who has sat once and left is not put back.
    if (rights.sides.length) joined = true;
    if (joined || game.number !== "1" || !rights.join) return null;
    joined = true;
    return { kind: "join", set: { [rights.join]: me } };
  };
}
