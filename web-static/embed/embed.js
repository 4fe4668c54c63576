// A finished game, or the current game of a listed room, in a frame of another site
// (/embed/games/{id}, /embed/rooms/{room}).
//
// The page only reads public data. It uses no cookies, no token and no storage, and opens no
// WebSocket, so it is not in the room.

import { mountBoard } from "../board/board.js";
import { gameAfter } from "../game/records.js";
import { recordForm } from "../game/record-form.js";
import { fetched } from "../net/fetching.js";
import { setText } from "../page/elements.js";
import { iconButton } from "../page/icons.js";
import { languageFor, speak, speakOf } from "../texts/language.js";
import { T } from "../texts/texts.js";
import { cellWords, outcome, playerName } from "../texts/wording.js";

/** The pause between two requests for a running game, in ms. */
const PAUSE = 4_000;
/** After failures the pause doubles, up to this many times. */
const MOST_DOUBLINGS = 5;

const byId = (id) => document.getElementById(id);
const [, kind, name] = /\/embed\/(games|rooms)\/([^/]+)$/.exec(location.pathname) ?? [];
// The API is two directories above this page.
const data = kind === "games" ? `../../api/games/${name}` : `../../api/rooms/${name}/games/current`;
const updateBoard = mountBoard(byId("board"), { onPick() {}, label: cellWords });

let game = null, record = null, at = 0, failures = 0;
const steps = [];

await Promise.all([speakOf("later", "levels"), speak(languageFor("auto"))]);
byId("whole").href = kind === "games" ? `../../?record=${name}` : `../../?room=${name}`;
for (const [icon, words, to] of [
  ["first", T.toStart, () => 0], ["back", T.stepBack, () => at - 1], ["on", T.stepOn, () => at + 1], ["last", T.toEnd, () => Infinity],
]) steps.push({ button: iconButton(icon, words, () => go(to())), to });
byId("steps").append(...steps.map(({ button }) => button));
document.addEventListener("keydown", onKey);
document.addEventListener("visibilitychange", () => { if (!document.hidden) follow(); });
await follow();

/** Reads the game, and again after a pause while it runs and the page is visible. */
async function follow() {
  clearTimeout(follow.timer);
  const still = !record || at === record.moves.length;
  try {
    game = await fetched(data);
    if (kind === "rooms" && !game.listed) throw new Error("The room is not listed.");
    record = recordForm(game, (player) => playerName(player ?? undefined));
    if (still) at = record.moves.length;
    draw();
    failures = 0;
  } catch {
    setText(byId("state"), T.watchFailed);
    failures++;
  }
  if (!game?.result && !document.hidden) follow.timer = setTimeout(follow, PAUSE * 2 ** Math.min(failures, MOST_DOUBLINGS));
}

function go(to) {
  if (!record) return;
  at = Math.min(Math.max(to, 0), record.moves.length);
  draw();
}

/** Arrows, Home and End step through the moves, except on the board, where they move the cursor. */
function onKey(event) {
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: Infinity }[event.key];
  if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("#board")) return;
  event.preventDefault();
  go(to);
}

function draw() {
  const view = gameAfter(record, at);
  updateBoard({ size: record.size, stones: view.moves, last: view.moves.at(-1), line: view.line, numbers: false, playable: false, language: document.documentElement.lang });
  byId("board").setAttribute("aria-label", T.board(record.size));
  for (const side of ["x", "o"]) setText(byId(side), record.names[side]);
  document.title = T.versus(record.names);
  const words = at < record.moves.length ? T.moveNumber(at) : view.result ? outcome(view, []) : T.moves(at);
  setText(byId("state"), words);
  const end = record.moves.length;
  steps.forEach(({ button }, index) => { button.disabled = index < 2 ? at === 0 : at === end; });
}
