// The next steps after a game, without leaving the table: another opponent, or sharing the game.

import { T } from "../texts/texts.js";
import { make, setText } from "../page/elements.js";
import { sign } from "../page/icons.js";
import { isPerson } from "../game/robots.js";
import { seekOf, termsOf } from "../game/terms.js";

/**
 * Whether the user may look for another opponent: the game is over, and the user has played it
 * against a person.
 */
export const mayGoOn = (game, rights) => Boolean(game?.result) && rights.sides.length === 1
  && [game.seats.x, game.seats.o].every(isPerson);

/**
 * Returns the address of the game's own page. Returns null for an aborted game or one with fewer
 * than two moves, because it has no record.
 */
export const recordOfTable = (game, epoch) => (game?.result && game.reason !== "aborted" && game.moves.length >= 2 && epoch
  ? `?record=${encodeURIComponent(`${epoch}-${game.number}`)}` : null);

/**
 * Puts the buttons for another opponent and for sharing the game into two places of the action bar.
 * Returns `draw(view)`. `table` is of table.js, `ask(action)` asks before another game, and `share`
 * ({url, file, name}) shows the link to the game's page.
 */
export function mountAfter({ places, seeking, table, ask, share }) {
  let game = null;
  const words = make("span"), sense = make("em"), shareWords = make("span"), shareSense = make("em");
  const button = make("button", { id: "next-opponent", type: "button", hidden: true, onclick: () => ask(() => seeking.seek(seekOf(termsOf(game, table.replica.state)))) }, sign("next-opponent"), words, sense);
  const sharing = make("button", { id: "share-game", type: "button", hidden: true, onclick: shareGame }, sign("share-game"), shareWords, shareSense);
  places[0].append(button);
  places[1].append(sharing);
  return function draw(view) {
    game = view.agreed;
    button.hidden = !mayGoOn(game, view.agreedRights) || Boolean(seeking.wanted);
    setText(words, T.nextOpponent);
    setText(sense, T.nextOpponentSense);
    button.title = T.nextOpponentNote;
    sharing.hidden = !recordOfTable(game, table.replica.epoch);
    setText(shareWords, T.shareGame);
    setText(shareSense, T.shareGameSense);
    sharing.title = T.shareGameNote;
  };

  function shareGame() {
    const url = new URL(recordOfTable(game, table.replica.epoch), document.baseURI).href;
    share({ url, file: `games/${game.number}.sgf`, name: `${table.room}-${game.number}.sgf` });
  }
}
