// Makes the parts and connects them. The only file that knows all others.

import { roomOfPage, sendLink, socketAddress } from "./address.js";
import { mountBanner } from "./banner.js";
import { mountBoard } from "./board.js";
import { mountChat } from "./chat.js";
import { createConnection } from "./connection.js";
import {
  DEFAULT_SIZE, joinSeat, moveIn, newGame, nextMove, pointName, readGame, resignation, rights, stonesOf, withPending,
} from "./game.js";
import { createIdentity, createMemory } from "./memory.js";
import { narrate } from "./narration.js";
import { ask, fillRules, mountPanel, setText } from "./panel.js";
import { RULES } from "./rules.js";
import { applied, resumePoint, unknownRoom } from "./state.js";
import { T, cellWords, refused, rejection, takenBack } from "./texts.js";

const byId = (id) => document.getElementById(id);
const page = document.documentElement;

const browser = createMemory(() => localStorage);
const identity = createIdentity(browser, createMemory(() => sessionStorage));
const room = roomOfPage();

let replica = unknownRoom(room);
let me;
let seen = null; // what the live region has told so far
let trouble = ""; // why the table did not open
let lineBroken = false;
let previewed = null; // the point a tap has shown and not played yet

const connection = createConnection({
  open: () => new WebSocket(socketAddress(), ["gomoku.v1"]),
  hello: () => identity.hello(),
  onMessage: received,
  onSettled: settled,
  onStatus: showConnection,
});
connection.enter(room, { resume: () => resumePoint(replica) });

const board = byId("board");
const updateBoard = mountBoard(board, { onPick: play, onPreview: preview, label: cellWords });
const updateBanner = mountBanner(byId("connection"), () => connection.poke());
const updatePanel = mountPanel({ join, start, resign, share });
const chat = mountChat({
  list: byId("chat"), form: byId("chat-form"), empty: T.noChat, onSay: say,
  draft: { get: () => browser.get("draft"), set: (text) => browser.set("draft", text) },
});
prepare();
render();
connection.start();

/** The one way in for the server's messages. */
function received(message) {
  if (message.type === "welcome") {
    me = message.participant.id;
    identity.welcomed(message.token);
    byId("name").value ||= identity.name;
  } else if (message.type === "error" && message.id === undefined) {
    trouble = T.serverError(message.message);
    notice(trouble);
  } else {
    const next = applied(replica, message);
    if (next === null) connection.rejoin(room);
    else replica = next;
  }
  render();
}

/** The server has answered one of our own deltas or chat lines. */
function settled(_room, { message: own, note }, answer) {
  if (answer.type === "reject" || answer.type === "error") {
    const why = rejection(answer.code, answer.message);
    if (own.type === "say") chat.restore(own.text);
    notice(note?.point ? takenBack(note.point, why) : refused(why));
  } else if (own.type === "delta") {
    notice("");
  }
}

// What one can do. Each is a delta, guarded by what this page showed when it was decided on: the keys it writes, and
// that the game is still the same one.

function send(set, note, base = replica.rev) {
  const sent = connection.send(room, { set, base, guard: [...new Set(["game", ...Object.keys(set)])] }, note);
  if (!sent) notice(T.outboxFull);
  render();
}

function play(point) {
  const game = readGame(replica.state), may = rights(game, me);
  if (!game) return notice(T.noGameHint);
  const name = pointName(point, game.size);
  if (pendingMove()) return notice(T.busy);
  if (stonesOf(game.moves)(point.col, point.row)) return notice(T.taken(name));
  if (!may.move) return notice(game.result ? rejection("game-over") : rejection(may.sides.length ? "not-your-turn" : "not-seated"));
  notice("");
  send(nextMove(game, point), { kind: "move", game: game.number, point: name });
}

function join(side) {
  send(joinSeat(side, me), { kind: "join" });
}

async function start() {
  const dialog = byId("new-game-dialog"), game = readGame(replica.state), base = replica.rev;
  if (await ask(dialog) !== "start") return;
  const chosen = new FormData(dialog.querySelector("form"));
  const rule = String(chosen.get("rule")), sides = [...String(chosen.get("sides"))];
  send(newGame(game, me, { rule, sides }), { kind: "start" }, base);
}

async function resign() {
  const { resign: side } = rights(readGame(replica.state), me), base = replica.rev;
  if (!side) return;
  setText(byId("resign-title"), T.resignAsk(side));
  if (await ask(byId("resign-dialog")) === "resign") send(resignation(side), { kind: "resign" }, base);
}

function say(text) {
  const sent = connection.say(room, text);
  if (!sent) notice(T.outboxFull);
  render();
  return Boolean(sent);
}

// What is shown.

function render() {
  const pending = pendingMove();
  const agreed = readGame(replica.state);
  const game = pending ? withPending(agreed, pending.note.game, moveIn(pending.message.set)) : agreed;
  const may = rights(game, me);
  const size = game?.size ?? DEFAULT_SIZE;
  const ready = may.move && !pending;
  updateBoard({
    size, stones: game?.moves ?? [], last: agreed?.moves.at(-1), line: game?.line, numbers: byId("numbers").checked,
    playable: ready, ghost: game?.toMove,
  });
  board.setAttribute("aria-label", T.board(size));
  updatePanel({
    known: replica.known, trouble, game, rights: { ...may, move: ready }, me, name: nameOf, people: [...replica.participants.values()],
    isHere: (id) => replica.participants.has(id) || id.startsWith("robot:"),
    busy: new Set(connection.pending(room).map(({ note }) => note?.kind)),
  });
  if (pending && connection.status.state !== "online") setText(byId("hint"), T.pendingOffline(pending.note.point));
  chat.update(chatLines());
  if (replica.known) tell({ game: agreed, rights: rights(agreed, me) });
  document.title = `${ready ? "● " : ""}${T.shareTitle} · ${room}`;
  Object.assign(page.dataset, { rev: replica.rev, pending: connection.pending(room).length });
}

function pendingMove() {
  return connection.pending(room).find(({ note }) => note?.kind === "move");
}

function nameOf(id) {
  if (id.startsWith("robot:")) return T.robot(id.slice("robot:".length));
  return (replica.participants.get(id)?.name ?? replica.names.get(id) ?? (id === me ? identity.name : "")) || (id === me ? T.guest : T.someone);
}

function chatLines() {
  const said = replica.chat.map(({ id, by, name, text, at }) => (
    { key: `${by} ${id ?? at}`, name: name || nameOf(String(by)), text: String(text), mine: by === me }));
  const waiting = connection.pending(room).filter(({ message }) => message.type === "say")
    .map(({ message }) => ({ key: `${me} ${message.id}`, name: nameOf(me ?? ""), text: message.text, mine: true, pending: true }));
  return [...said, ...waiting];
}

/** Says what has changed since the last time, in the live region. */
function tell(view) {
  const sentences = narrate(seen, view, nameOf);
  seen = view;
  if (sentences.length) byId("live").textContent = sentences.join(" ");
}

function notice(text) {
  const line = byId("notice");
  line.hidden = !text;
  setText(line, text);
}

/** On touch a tap shows the stone first; this offers the second tap as a button as well. */
function preview(point) {
  previewed = point;
  byId("confirm").hidden = !point;
  if (!point) return;
  const name = pointName(point, readGame(replica.state)?.size ?? DEFAULT_SIZE);
  setText(byId("confirm").firstElementChild, T.play(name));
  byId("live").textContent = T.preview(name);
}

/** Shown with its countdown, but said only when it breaks and when it is back. */
function showConnection(status) {
  page.dataset.connection = status.state;
  const broke = status.state === "offline" && !lineBroken, mended = status.state === "online" && lineBroken;
  if (broke || mended) {
    lineBroken = broke;
    byId("live").textContent = broke ? T.lineLost : T.lineBack;
  }
  updateBanner(status);
  if (replica.known) queueMicrotask(render);
}

// The rest of the page.

function prepare() {
  setText(byId("room-name"), room);
  fillRules(byId("rules"), RULES);
  const [yes, no] = byId("confirm").children;
  yes.addEventListener("click", () => previewed && play(previewed));
  no.addEventListener("click", () => board.dispatchEvent(new CustomEvent("forget")));

  const numbers = byId("numbers");
  numbers.checked = browser.get("numbers") === "1";
  numbers.addEventListener("change", () => { browser.set("numbers", numbers.checked ? "1" : ""); render(); });

  const name = byId("name");
  name.value = identity.name;
  const rename = () => {
    if (name.value.trim() === identity.name) return;
    identity.name = name.value.trim();
    connection.rename();
  };
  name.addEventListener("change", rename);
  byId("name-form").addEventListener("submit", (event) => { event.preventDefault(); rename(); });
  const other = byId("someone-else");
  const label = () => setText(other, identity.isGuest ? T.beYourself : T.beSomeoneElse);
  other.addEventListener("click", () => { identity.switch(); name.value = identity.name; label(); connection.restart(); });
  label();

  addEventListener("online", () => connection.poke());
  addEventListener("pageshow", () => connection.poke());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && connection.poke());
}

async function share() {
  const done = await sendLink(T.shareTitle);
  if (done === "copied") notice(T.copied);
  if (done) return;
  const line = byId("link-fallback"), field = byId("link");
  line.hidden = false;
  setText(line.querySelector("label"), T.copyByHand);
  field.value = location.href;
  field.select();
}
