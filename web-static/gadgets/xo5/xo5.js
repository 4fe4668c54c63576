// Five in a row as a Wave gadget. It uses the page's board, rules and deltas; `wave` provides the
// room's state.

import { mountBoard } from "../../board/board.js";
import { layGrain } from "../../board/wood.js";
import { DEFAULT_SIZE, joinSeat, pointName, readGame, rights } from "../../game/game.js";
import { isRobot, levelOf } from "../../game/robots.js";
import { freshGame, guardOf, moveAt, resignation, stonesOf } from "./moves.js";
import { W, standing } from "./words.js";

const byId = (id) => document.getElementById(id);
/** The time after which an unanswered delta no longer blocks the next one, in milliseconds. */
const ANSWER_MS = 10_000;

let state = new Map(), pendingUntil = 0;
const update = mountBoard(byId("board"), { onPick: play, label: W.point });

// As on the page, the board is light or dark wood, as the system prefers. This project's container
// gives the board that the user has chosen.
document.documentElement.dataset.theme ||= "auto";

gadgets.util.registerOnLoadHandler(() => {
  (globalThis.requestIdleCallback ?? setTimeout)(() => layGrain());
  if (!wave?.isInWaveContainer()) return tell(W.noContainer);
  wave.setStateCallback(changed);
  wave.setParticipantCallback(draw);
  wave.setModeCallback?.(draw);
  // Only this project's container reports rejected deltas.
  wave.setRejectCallback?.(({ code, message }) => {
    pendingUntil = 0;
    draw();
    tell(W.rejected(code, message));
  });
  byId("new-x").addEventListener("click", () => begin(["x"]));
  byId("new-both").addEventListener("click", () => begin(["x", "o"]));
  byId("take").addEventListener("click", take);
  byId("resign").addEventListener("click", resign);
});

function changed() {
  const shared = wave.getState();
  state = new Map(shared.getKeys().map((key) => [key, shared.get(key)]));
  pendingUntil = 0;
  tell("");
  draw();
}

// The user's actions. Each submits a single delta, which the server applies whole or not at all.

function send(set) {
  pendingUntil = Date.now() + ANSWER_MS;
  wave.getState().submitDelta(set, guardOf(set));
}

function play(point) {
  const game = readGame(state), may = mine(game);
  if (busy() || wave.isPlayback()) return;
  if (!game) return tell(W.empty);
  if (!may.move) return tell(W.rejected(game.result ? "game-over" : may.sides.length ? "not-your-turn" : "not-seated"));
  if (stonesOf(game.moves)(point.col, point.row)) return tell(W.taken(pointName(point, game.size)));
  send(moveAt(game, point, refereed()));
}

function begin(sides) {
  const game = readGame(state);
  if (!busy() && mine(game).start) send(freshGame(state, game, me(), sides, refereed()));
}

function take() {
  const { join } = mine(readGame(state));
  if (join && !busy()) send(joinSeat(join, me()));
}

function resign() {
  const { resign: side } = mine(readGame(state));
  if (side && !busy()) send(resignation(side));
}

const me = () => wave.getViewer()?.getId() ?? null;
/** Returns the viewer's rights. Only the referee keeps the seats of players who are present. */
const mine = (game) => rights(game, me(), (id) => refereed() && Boolean(wave.getParticipantById(id)));
const busy = () => Date.now() < pendingUntil;
const refereed = () => wave.getRoomKind?.() === "gomoku";

// Drawing.

function draw() {
  const game = readGame(state), may = mine(game), live = !wave.isPlayback();
  update({
    size: game?.size ?? DEFAULT_SIZE, stones: game?.moves ?? [], last: game?.moves.at(-1), line: game?.line,
    playable: may.move && live, ghost: game?.toMove,
  });
  byId("turn").textContent = game ? standing(game, may.sides, nameOf) : W.empty;
  for (const id of ["new-x", "new-both"]) byId(id).hidden = !may.start || !live;
  byId("new-x").classList.toggle("primary", !game || Boolean(game.result));
  byId("take").hidden = !may.join || !live;
  byId("take").textContent = may.join ? W.takeSeat(may.join, may.sides.length > 0) : "";
  byId("resign").hidden = !may.resign || !live;
  wave.setSnippet(byId("turn").textContent);
  gadgets.window.adjustHeight();
}

function nameOf(id) {
  if (isRobot(id)) return W.robot(levelOf(id));
  return wave.getParticipantById(id)?.getDisplayName() || W.someone;
}

function tell(text) {
  byId("told").textContent = text;
}
