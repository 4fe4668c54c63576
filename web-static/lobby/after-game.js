// The next game after one has ended, without leaving the table: the same opponent again, or another
// one.

import { T } from "../texts/texts.js";
import { make, setText } from "../page/elements.js";
import { sign } from "../page/icons.js";
import { seekOf, termsOf } from "../game/terms.js";

/**
 * Whether the user may look for another opponent: the game is over, and the user has played it
 * against a person.
 */
export const mayGoOn = (game, rights) => Boolean(game?.result) && rights.sides.length === 1
  && [game.seats.x, game.seats.o].every((id) => id && !id.startsWith("robot:"));

/**
 * Returns the address of the game's own page. Returns null for an aborted game or one with fewer
 * than two moves, because it has no record.
 */
export const recordOfTable = (game, epoch) => (game?.result && game.reason !== "aborted" && game.moves.length >= 2 && epoch
  ? `?record=${encodeURIComponent(`${epoch}-${game.number}`)}` : null);

/**
 * Puts the button for another opponent and the link to the game's page into two places of the
 * action bar. Returns `draw(view)`. `table` is of table.js.
 */
export function mountAfter({ places, seeking, table }) {
  let game = null;
  const words = make("span"), linkWords = make("span");
  const button = make("button", { id: "next-opponent", type: "button", hidden: true, onclick: () => seeking.seek(seekOf(termsOf(game, table.replica.state))) }, sign("next-opponent"), words);
  const link = make("a", { id: "its-record", class: "button", hidden: true }, sign("its-record"), linkWords);
  places[0].append(button);
  places[1].append(link);
  return function draw(view) {
    game = view.agreed;
    button.hidden = !mayGoOn(game, view.agreedRights) || Boolean(seeking.wanted);
    setText(words, T.nextOpponent);
    button.title = T.nextOpponentNote;
    const address = recordOfTable(game, table.replica.epoch);
    link.hidden = !address;
    if (address) link.setAttribute("href", address);
    setText(linkWords, T.itsRecord);
  };
}
