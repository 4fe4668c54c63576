// Analysing the table's game on the analysis board: alone, or together with the opponent, whom the
// user invites into a new analysis room (`invite`, docs/PROTOCOL.md).

import { isPair } from "../game/actions.js";
import { pointName, readGame } from "../game/game.js";
import { randomStudy, studyAddress } from "../page/address.js";
import { make } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { rejection } from "../texts/wording.js";

/** The analysis rooms that this window has invited to. Their names are the requests' IDs. */
const own = new Set();

/** Opens the game on an analysis board. Invites the opponent if both players are here. */
export function analyseTogether({ table, notice }) {
  const game = readGame(table.replica.state);
  if (!game) return;
  const analysis = randomStudy(), { x, o } = game.seats;
  if (!isPair(game, table.me) || ![x, o].every(table.isHere)) return location.assign(addressOf(table, analysis));
  own.add(analysis);
  if (!table.connection.request({ type: "invite", room: table.room, id: analysis, analysis })) notice(T.partMissing);
}

/** Handles the refusal of an invitation, for example during a rated game. */
export function refused({ id, code, message }, notice) {
  if (own.delete(id)) notice(T.refused(rejection(code, message)));
}

/**
 * Shows an invitation over the head, with a link to the analysis. The window that has sent it
 * opens the analysis at once.
 */
export function showInvitation({ table, invitation, say }) {
  const { by, analysis, secret } = invitation;
  if (own.delete(analysis)) return location.assign(addressOf(table, analysis));
  document.getElementById("invited")?.remove();
  const words = T.invitedToAnalysis(table.nameOf(by)), href = secret ? studyAddress(analysis, {}, `#secret=${secret}`) : addressOf(table, analysis);
  const box = make("div", { id: "invited", class: "notice invited", role: "group", "aria-label": words, dataset: { kind: "info" } }, make("span", {}, words),
    make("a", { class: "button", href }, T.joinAnalysis), make("button", { type: "button", onclick: () => box.remove() }, T.close));
  document.querySelector(".board-frame").append(box);
  say(words);
}

/** Returns the analysis' address. The first participant to open it makes the game's chapter. */
function addressOf(table, analysis) {
  const game = readGame(table.replica.state), name = (side) => (game.seats[side] ? table.nameOf(game.seats[side]) : side.toUpperCase());
  const moves = game.moves.map((move) => pointName(move, game.size)).join("");
  return studyAddress(analysis, { rule: game.rule, size: game.size, title: T.versus({ x: name("x"), o: name("o") }) }, `#${moves}`);
}
