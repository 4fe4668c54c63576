// A link with a game's terms. The first person who opens it starts that game, and the second takes
// the free seat. A game that the user has chosen on the home page starts in the same way.

import { newGame } from "../game/game.js";
import { termKeys } from "../game/terms.js";

/**
 * Returns `step(view)`, which returns the next action of the link, each once: {set, kind} for a
 * delta, or null.
 *
 * @param terms    the terms in the link.
 * @param mistakes the mistakes in the link (link-mistakes.js). If there are any, no game starts,
 *   and `step` returns the first one as {kind: "unknown", ...}.
 * @param chosen   the options of the game that the user has chosen, if any.
 */
export function createInvitation(terms, mistakes = [], chosen = null) {
  let started = false, joined = false;
  return function step({ known, me, game, rights }) {
    if (!(terms || chosen || mistakes.length) || !known || !me) return null;
    if (!game) {
      if (started) return null;
      started = true;
      if (chosen) return { kind: "start", set: newGame(null, me, chosen) };
      if (mistakes.length) return { kind: "unknown", ...mistakes[0] };
      return { kind: "start", set: newGame(null, me, { rule: terms.rule, size: terms.size, sides: [terms.side], robot: terms.robot, more: termKeys(terms) }) };
    }
    if (!terms) return null;
    // The link gives a seat only in the room's first game. Visitors who find a later game watch it.
    // A player who has left the seat is not put back.
    if (rights.sides.length) joined = true;
    if (joined || game.number !== "1" || !rights.join) return null;
    joined = true;
    return { kind: "join", set: { [rights.join]: me } };
  };
}
