// The table's name for readers: the players' names, or the room's name if a person has chosen it.

import { roomTitle } from "../page/address.js";
import { T } from "../texts/texts.js";

/** Names of rooms that the server has made up. They mean nothing to a reader. */
const DRAWN_BY_LOT = /^[a-z0-9]{10,}$/;
/** Names of rooms that the page has made up (address.js), such as `calm-otter-42`. */
const MADE_UP = /^[a-z]+-[a-z]+-\d+$/;

/**
 * Returns the name of the table. A room with a random name has the names of its two players;
 * `name(id)` returns a participant's.
 */
export function tableTitle(room, game, name) {
  const isByLot = DRAWN_BY_LOT.test(room);
  const { x, o } = game?.seats ?? {};
  if ((isByLot || MADE_UP.test(room)) && x && o && x !== o) return `${name(x)} – ${name(o)}`;
  return isByLot ? T.game : roomTitle(room);
}
