// Creates the table's document from its modules. Only this file imports all parts of the first
// view. Other modules are fetched on demand (`later`).

import { takeWish } from "./page/arrival.js";
import { roomOfPage, screenIn, secretIn, socketAddress } from "./page/address.js";
import { mountBanner } from "./page/banner.js";
import { mountBoard } from "./board/board.js";
import { onQuestionMark, stayAtTable, tie } from "./page/document.js";
import { setText } from "./page/elements.js";
import { mountNotice } from "./page/notice.js";
import { DEFAULT_SIZE, pointName } from "./game/game.js";
import { isRobot, robotOf } from "./game/robots.js";
import { languageFor, speak } from "./texts/language.js";
import { createIdentity, createMemory, createMuted } from "./page/memory.js";
import { createGameNotes, createOwnRooms } from "./page/own-rooms.js";
import { mountPanel } from "./table/panel.js";
import { fetched, fetchEarly } from "./lazy-modules.js";
import { createSettings } from "./page/settings.js";
import { createSettled, isWorking, watchLeaving, work } from "./net/settled.js";
import { mountSoundButton } from "./table/sound-button.js";
import { createTable } from "./table/table.js";
import { tableTitle } from "./table/title.js";
import { T } from "./texts/texts.js";
import { cellWords } from "./texts/wording.js";

const byId = (id) => document.getElementById(id);
const page = document.documentElement;
const NO_RIGHTS = { sides: [], free: [], move: false, resign: null, join: null, invite: null, start: false };

const browser = createMemory(() => localStorage), tab = createMemory(() => sessionStorage);
const identity = createIdentity(browser, tab);
const ownRooms = createOwnRooms(browser), noteGame = createGameNotes(ownRooms, isRobot);
const muted = createMuted(browser);
const settings = createSettings(browser, changed, work);
const speaking = work(speak(languageFor(settings.get("language"))));

let lineBroken = false;
let previewed = null; // the point that is shown but not played yet
let opening = false; // whether the replay is being fetched
let replay = null; // the replay, while it replaces the live game on the board
let screens = null; // the account, records and other games; fetched on first use
const screenEvents = { message() {}, drawn() {}, language() {} };
await stayAtTable();
page.dataset.screen = screenIn(location.search) ?? "";
let side = null; // chat, moves, people; fetched right after the board
let match = null; // clocks, openings, offers; fetched with the first game
let attempted = null; // resolves `firstAttempt` when the first attempt to connect has succeeded or failed
const firstAttempt = new Promise((resolve) => { attempted = resolve; });
const notice = mountNotice(byId("notice"), document.querySelector(".top"));

const table = createTable({
  room: roomOfPage(), secret: secretIn(location.hash), identity, muted, open: () => new WebSocket(socketAddress(), ["gomoku.v1"]),
  on: {
    change: render, notice, status: showConnection, message: receive,
    unsaid: (text) => side?.restore(text), welcome: () => side?.updateName(),
  },
});

// For tests. `await gomoku.settled()` waits for all work of the page, except for modules that it
// fetches before they are needed. `gomoku.ahead` is a promise of those modules. While
// `gomoku.isWorking()`, elements may be replaced.
const gomoku = globalThis.gomoku = { settled: createSettled(() => table.connection.waiting), isWorking };
watchLeaving();
const wish = takeWish(tab, table.room);
const board = byId("board");
const updateBoard = mountBoard(board, { onPick: (point) => replay || match?.pick(point) || table.play(point), onPreview: preview, label: cellWords });
const updateBanner = mountBanner(byId("connection"), () => table.connection.poke(), () => table.isPlaying);
const updateSound = mountSoundButton(byId("sound"), settings);
/** Calls `act`, after a question if the user plays elsewhere. */
const unlessElsewhere = (act) => (ownRooms.isElsewhere(table.me, table.room) ? screen("unlessPlaying", act, act) : act());
const join = (side) => unlessElsewhere(() => table.join(side));
const start = (opponent) => unlessElsewhere(() => newGame(opponent));
const invite = () => unlessElsewhere(inviteRobot);
const updatePanel = mountPanel({ join, start, share, live: () => replay?.close() });
await speaking;
prepare();
render();
table.connection.start();
gomoku.ahead = later("side").then((part) => {
  side = part?.mountSidePanel({ table, identity, browser, lookBack, step, about: (id) => screen("person", id) });
  page.dataset.panel = side ? "ready" : "missing";
  render();
  return new Promise((resolve) => { (globalThis.requestIdleCallback ?? setTimeout)(resolve, { timeout: 2_000 }); });
}).then(() => firstAttempt).then(fetchAhead);

/** Returns a part of the page, fetched on demand; undefined, with a notice, on failure. */
async function later(load) {
  const part = await work(fetched(load));
  if (!part) notice(T.partMissing);
  return part;
}

// Actions.

async function newGame(opponent) {
  const { game, rights } = table.view(), base = table.replica.rev;
  const options = await (await later("dialogs"))?.askNewGame({ opponent, free: rights.free, memory: browser, claimed: table.self?.claimed });
  if (options) table.start(options, game, base);
}

async function inviteRobot() {
  const level = await (await later("dialogs"))?.askLevel({ memory: browser }), { rights } = table.view();
  if (level && rights.invite) table.join(rights.invite, robotOf(level));
}

async function mute() {
  await (await later("mute"))?.openMuteDialog(table, muted);
  render();
}

async function share() {
  (await later("share"))?.shareLink();
}

/** Calls function `what` of lobby/screens.js; `otherwise` if that part cannot be fetched. */
async function screen(what, whom, otherwise) {
  screens ??= work(later("screens").then((part) => part?.mountScreens({
    table, identity, browser, tab, muted, wish, events: screenEvents, later, notice, start, openReplay, render, updateName: () => side?.updateName(),
    shownReplay: () => replay,
  })));
  const there = await screens;
  if (there) return there[what]?.(whom);
  screens = null;
  otherwise?.();
}

/** Shows the position after that move. The live game continues. */
function lookBack(move) {
  replay ? replay.toMove(move) : openReplay({ move });
}

/** Goes one move back from the shown position, or forward to the live game. */
function step(by) {
  if (replay) return replay.step(by);
  const { agreed } = table.view();
  if (by < 0 && agreed?.moves.length && !opening) openReplay({ move: agreed.moves.length - 1 });
}

/** Opens the replay of the table's past, of a file, or of {record, title, closed}. */
async function openReplay(file) {
  opening = true;
  const part = await later("replay");
  opening = false;
  if (!part) return;
  replay ??= part.openReplay({
    place: byId("replay-place"), say, onChange: render,
    table: { room: table.room, secret: table.secret, rev: () => table.replica.rev, name: table.nameOf },
    shown: file.record && file,
    onClose: () => {
      replay = null;
      render();
      // Focus in the bar returns to the button that opened it, or to the board.
      if (file.closed) file.closed();
      else if (document.activeElement === document.body) (byId("replay").checkVisibility() ? byId("replay") : board.querySelector("[tabindex='0']")).focus({ preventScroll: true });
    },
  });
  page.dataset.replay = "on";
  side?.showTab("moves", false);
  if (file instanceof File) replay.openFile(file);
  if (file.move !== undefined) replay.toMove(file.move);
  render();
}

// Rendering.

function render() {
  const live = table.view(), past = replay?.view(), more = playing(live, past);
  const { game, pending } = past ? { game: past.game } : live;
  const rights = past ? NO_RIGHTS : live.rights;
  const { known } = table.replica, size = game?.size ?? DEFAULT_SIZE;
  const unsent = pending && table.connection.status.state !== "online" ? pending.note.point : null;
  if (!past) delete page.dataset.replay;
  updateBoard({
    size, stones: game?.moves ?? [], last: (past ? game : live.agreed)?.moves.at(-1), line: game?.line,
    numbers: byId("numbers").checked, playable: rights.move, ghost: game?.next, confirm: settings.get("confirm"),
    forbidden: game && match?.forbidden(game), marks: more?.marks, language: page.lang,
  });
  board.setAttribute("aria-label", T.board(size));
  updatePanel({
    known, trouble: table.trouble, told: past && { headline: past.headline, hint: past.words, players: past.players ?? {} }, game, rights, me: table.me,
    name: past?.name ?? table.nameOf, home: live.rights.sides[0],
    isHere: past ? () => true : table.isHere, busy: table.busy, terms: more?.terms, unsent, toMove: (unsent ? live.agreed : game)?.toMove,
  });
  side?.update({ known, me: table.me, game: past?.listed ?? live.game, at: past?.listed ? past.game?.moves.length ?? 0 : null, people: [...table.replica.participants.values()] });
  byId("choices").hidden = !known || Boolean(live.game) || Boolean(past);
  byId("replay").hidden = Boolean(past);
  if ((unsent || lineBroken) && !past && table.isPlaying) setText(byId("hint"), T.gameSafe);
  if (known && !past) match?.tell(live);
  const title = tableTitle(table.room, live.game, table.nameOf);
  setText(byId("room-name"), page.dataset.screen === "record" ? T.game : title);
  document.title = `${rights.move ? "● " : ""}${title} · ${T.shareTitle}`;
  screenEvents.drawn(live);
  noteGame(table, live);
  if (live.game) wish.grant({ focus: () => document.activeElement === document.body && board.querySelector("[tabindex='0']").focus({ preventScroll: true }), share });
  // If the focused element has disappeared or is disabled, the focus moves to the board.
  const at = document.activeElement;
  if (at !== document.body && (!at.checkVisibility() || at.matches(":disabled"))) board.querySelector("[tabindex='0']").focus({ preventScroll: true });
  Object.assign(page.dataset, { rev: table.replica.rev, pending: table.connection.pending(table.room).length });
}

/** Returns everything that a game has besides the board, as soon as that part is loaded. */
function playing(live, past) {
  if ((live.game || replay) && match === null) {
    match = undefined;
    later("match").then((part) => {
      match = part?.openMatch({ table, browser, settings, say, notice, render, later, start: () => start(), invite, showTab: (name) => side?.showTab(name) }) ?? null;
      if (match) render();
    });
  }
  return past ? match?.hide() : match?.update(live);
}

function receive(message) {
  replay?.receive(message);
  side?.receive(message);
  match?.receive(message);
  screenEvents.message(message);
}

function say(words) {
  byId("live").textContent = words;
}

/** Shows the button that confirms a move, in place of a message about an earlier one. */
function preview(point) {
  previewed = point;
  byId("confirm").hidden = !point;
  if (!point) return;
  notice("");
  const name = pointName(point, table.view().game?.size ?? DEFAULT_SIZE);
  setText(byId("confirm").firstElementChild, T.play(name));
  say(T.preview(name));
}

/** Shows the connection's status. Screen readers hear only that it broke or is back. */
function showConnection(status) {
  page.dataset.connection = status.state;
  if (status.state !== "connecting") attempted();
  const broke = status.state === "offline" && !lineBroken, mended = status.state === "online" && lineBroken;
  if (broke || mended) {
    lineBroken = broke;
    say(broke ? T.lineLost : T.lineBack);
  }
  updateBanner(status);
  if (table.replica.known) queueMicrotask(render);
}

/** Applies a changed setting. */
async function changed(name) {
  if (name === "language") replay?.close();
  if (name === "language") await work(speak(languageFor(settings.get("language"))));
  if (name === "sounds" && settings.get("sounds") === "on") (await later("sounds"))?.blip("x");
  byId("numbers").checked = settings.get("numbers") === "on";
  updateBanner(table.connection.status);
  updateSound();
  side?.updateName();
  screenEvents.language();
  render();
}

// The rest of the page.

function prepare() {
  const [yes, no] = byId("confirm").children;
  yes.addEventListener("click", () => previewed && board.dispatchEvent(new CustomEvent("confirm")));
  no.addEventListener("click", () => board.dispatchEvent(new CustomEvent("forget")));

  const numbers = byId("numbers");
  numbers.checked = settings.get("numbers") === "on";
  numbers.addEventListener("change", () => settings.set("numbers", numbers.checked ? "on" : "off"));
  byId("replay").addEventListener("click", openReplay);
  byId("mute").addEventListener("click", mute);
  byId("settings").addEventListener("click", async () => (await later("settings"))?.openPreferences(settings));
  const choices = { robot: () => start("robot"), self: () => start("self") };
  for (const button of byId("choices").querySelectorAll("button")) {
    const name = button.dataset.choice;
    button.addEventListener("click", choices[name] ?? (() => screen(name)));
  }
  byId("account").addEventListener("click", () => screen("account"));
  const more = [...new URLSearchParams(location.search).keys()].some((name) => name !== "room");
  if (more || page.dataset.screen || wish.start || wish.share) screen();

  addEventListener("dragover", (event) => { if ([...event.dataTransfer.types].includes("Files")) event.preventDefault(); });
  addEventListener("drop", (event) => {
    if (!event.dataTransfer.files.length) return;
    event.preventDefault();
    openReplay(event.dataTransfer.files[0]);
  });
  onQuestionMark(async () => (await later("shortcuts"))?.openShortcuts());
  tie(table.connection);
}

/** Fetches likely parts after the first ones, so that they do not delay each other. */
function fetchAhead() {
  return Promise.all([
    fetched("wood").then((part) => part?.layGrain()), fetchEarly(), fetched("offline").then((part) => part?.keepPage()),
    fetched("screens").then((part) => part && screen()),
  ]);
}
