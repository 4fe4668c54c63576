// When a game is over: the next one, without leaving the table. The same opponent again, or whoever is next.

import { make, setText } from "../elements.js";
import { optionsOf, seekOf } from "./options.js";
import { S } from "./texts.js";

/** Whether the next opponent may be looked for: one has played this game against somebody, and it is over. */
export const mayGoOn = (game, rights) => Boolean(game?.result) && rights.sides.length === 1
  && [game.seats.x, game.seats.o].every((id) => id && !id.startsWith("robot:"));

/** Puts the button beside the others of the table; returns `draw(view)`. */
export function mountAfter({ place, seeking, state }) {
  let game = null;
  const button = make("button", { id: "next-opponent", type: "button", hidden: true, onclick: () => seeking.seek(seekOf(optionsOf(game, state()))) });
  place.append(button);
  return function draw(view) {
    game = view.agreed;
    button.hidden = !mayGoOn(game, view.agreedRights) || Boolean(seeking.wanted);
    setText(button, S.nextOpponent);
    button.title = S.nextOpponentNote;
  };
}
