// Creates the analysis board. Only this file imports all its parts. study/room.js has the shared
// tree, study/place.js the user's place in it, study/editing.js the user's changes, and
// study/views.js the views of the position.

import { mountBoard } from "./board/board.js";
import { pointName } from "./game/game.js";
import { showGames } from "./head-games.js";
import { createSettled, isWorking, watchLeaving, work } from "./net/settled.js";
import { secretIn, socketAddress } from "./page/address.js";
import { mountBanner } from "./page/banner.js";
import { onQuestionMark, tie } from "./page/document.js";
import { styleSheet } from "./page/lazy.js";
import { createIdentity, createMemory, createMuted } from "./page/memory.js";
import { mountNotice } from "./page/notice.js";
import { createSettings } from "./page/settings.js";
import { fetched } from "./study-modules.js";
import { commentsIn } from "./study/changes.js";
import { fileLinks } from "./study/chapters.js";
import { mountDrawing } from "./study/drawing-hand.js";
import { COLOURS, colourOf, createDrawings } from "./study/drawings.js";
import { createEditing } from "./study/editing.js";
import { createEngine } from "./study/engine.js";
import { mountEnginePanel } from "./study/engine-panel.js";
import { itemFacts } from "./study/facts.js";
import { drawHead } from "./study/head.js";
import { mountGestures, mountKeys } from "./study/keys.js";
import { mountNotes } from "./study/notes.js";
import { mountOverlay } from "./study/overlay.js";
import { mountPeople } from "./study/people.js";
import { createPlace } from "./study/place.js";
import { createFacts, inquiry, movesIn } from "./study/position.js";
import { joinStudy } from "./study/room.js";
import { seedOf, studyOfPage } from "./study/seed.js";
import { mountStudyTabs, mountTools } from "./study/tools.js";
import { pointOf } from "./study/tree.js";
import { mountTree } from "./study/tree-view.js";
import { boardViews, commentsAt, toolsView } from "./study/views.js";
import { mountChat } from "./table/chat.js";
import { TEXTS as LATER } from "./texts/en/later.js";
import { TEXTS as STUDY } from "./texts/en/study.js";
import { TEXTS as TABLE } from "./texts/en/table.js";
import { TEXTS as TERMS } from "./texts/en/terms.js";
import { include, languageFor, speak } from "./texts/language.js";
import { T } from "./texts/texts.js";
import { cellWords } from "./texts/wording.js";

const byId = (id) => document.getElementById(id);
const page = document.documentElement;

include({ later: LATER, study: STUDY, table: TABLE, terms: TERMS });
const browser = createMemory(() => localStorage), tab = createMemory(() => sessionStorage);
const identity = createIdentity(browser, tab);
const settings = createSettings(browser, changed, work);
await Promise.all([work(speak(languageFor(settings.get("language")))), work(styleSheet("page/lazy.css"))]);

let engineOn = false, swapped = false, ghosts = [];
let drawing = null; // the arrow or circle that the user is drawing
const factsAbout = createFacts();
let known = factsAbout(); // facts about the current node
const seed = seedOf(location), secret = secretIn(location.hash);
const notice = mountNotice(byId("notice"), document.querySelector(".top"));
const study = joinStudy({
  room: studyOfPage(location.search), secret, identity, muted: createMuted(browser), open: () => new WebSocket(socketAddress(), ["gomoku.v1"]),
  on: { change: draw, notice, status: showConnection, message: (message) => engine.receive(message), joined, unsaid: (text) => chat.restore(text), refused: (set) => commentsIn(set, study.me, notes.refuse) },
});
const gomoku = globalThis.gomoku = { settled: createSettled(() => study.connection.waiting), isWorking };
watchLeaving();

const place = createPlace({
  study, onLeave: () => { enginePanel.hide(); cancelDrawing(); }, onChange: draw, onArrive: (id) => { byId("live").textContent = itemFacts(study, id).words; },
});
const editing = createEditing({ study, place, known: () => known, tool: () => notes.tool, notice, later });
const engine = createEngine({ send: (message) => study.connection.request(message, false), onChange: draw });
const enginePanel = mountEnginePanel(byId("engine"), {
  onSwitch: (on) => setEngine(on, swapped), onOther: (on) => setEngine(engineOn, on), onCount: (count) => settings.set("lines", String(count)),
  onGhosts: (stones) => { ghosts = stones; draw(); }, onPlay: editing.pick,
});
const drawings = createDrawings();
const board = byId("board"), overlay = mountOverlay(board);
const updateBoard = mountBoard(board, { onPick: editing.pick, label: (cell) => [cellWords(cell), cell.note].filter(Boolean).join(", ") });
const notes = mountNotes(byId("tab-notes-body"), { save: editing.comment, nameOf: study.nameOf, onTool: () => draw(), onTwin: place.select });
const tree = mountTree(byId("tree"), { onSelect: place.select, describe: (id) => itemFacts(study, id) });
const updatePeople = mountPeople(byId("tab-people-body"), {
  onFollow: place.follow, onRole: (id, role) => study.send({ [`role.${id}`]: role }), onEveryone: (role) => study.send({ everyone: role }),
  placeOf: (node) => itemFacts(study, node).name,
});
const chat = mountChat({ list: byId("chat"), form: byId("chat-form"), onSay: study.say, onName: place.follow, empty: () => T.noChat, draft: { get: () => "", set() {} } });
const step = (way) => () => place.go(way(place.at));
const { trail } = place;
const actions = {
  back: step(trail.back), on: step(trail.on), start: step(trail.start), end: step(trail.end),
  up: step((at) => trail.sibling(at, -1)), down: step((at) => trail.sibling(at, 1)), branchBack: step(trail.branchBack), branchOn: step(trail.branchOn),
  other: () => setEngine(true, !(engineOn && swapped)), engine: () => setEngine(!engineOn, swapped),
  undo: editing.undo, remove: editing.remove, newChapter: editing.newChapter, promote: editing.promote, makeMain: editing.makeMain,
};
const updateTools = mountTools(byId("steps"), document.querySelector(".tree-tools"), actions);
const updateBanner = mountBanner(byId("connection"), () => study.connection.poke());
mountStudyTabs(byId("side"), draw);
mountKeys(actions);
const cancelDrawing = mountDrawing(board, {
  cellIn, onDrawn: drawn, onPreview: (shape, event) => { drawing = shape && { ...shape, colour: colourOf(event) }; draw(); },
  onBegin: (cell) => { byId("live").textContent = T.arrowFrom(nameOf(cell)); }, onClear: () => { drawings.clear(place.at); draw(); },
});
mountGestures(board, (by) => (by < 0 ? actions.back() : actions.on()));
prepare();
draw();
study.connection.start();
showGames(browser);
gomoku.ahead = Promise.all(["wood", "offline"].map(fetched)).then(([wood, offline]) => Promise.all([wood?.layGrain(), offline?.keepPage()]));

/** Returns a part of the page, fetched on demand; undefined, with a notice, on failure. */
async function later(name) {
  const part = await work(fetched(name));
  if (!part) notice(T.partMissing);
  return part;
}

/** Switches the engine, and whether it analyses the position as if the other side moved. */
function setEngine(on, other) {
  enginePanel.hide();
  [engineOn, swapped] = [on, other];
  draw();
}

/** After each join: the creator of the room makes its first chapter. */
function joined() {
  engine.again();
  editing.begin(seed);
}

function draw() {
  const { replica, tree: nodes, version } = study;
  Object.assign(page.dataset, { pending: study.connection.pending(study.room).length });
  if (replica.known) page.dataset.rev = replica.rev;
  if (!place.settle()) return;
  const { at, follows } = place, lines = Number(settings.get("lines"));
  known = factsAbout(nodes, version, at);
  const { position, twins } = known, looks = engineOn && replica.known && position && !position.over && !document.hidden;
  engine.want(looks ? { ...inquiry(position, swapped), lines } : null);
  drawHead(study, position?.chapter);
  updateTools(toolsView(study, place));
  drawBoard();
  enginePanel.update({ on: engineOn, swapped, count: lines, turn: position ? inquiry(position, swapped).turn : "x", size: position?.size ?? 15, answer: engine.answer, trouble: position?.over ? "over" : engine.trouble });
  if (position) tree.update({ tree: nodes, version, root: position.chapter.root, at });
  notes.update({ node: at, comments: commentsAt(nodes, at, twins), me: study.me, mayEdit: study.mayEdit(), twins: twins.map((id) => ({ id, words: itemFacts(study, id).name })) });
  updatePeople({ people: study.people(), follows, owns: study.owner === study.me, everyone: nodes.access.everyone ?? (nodes.access.listed ? "reader" : "editor") });
  chat.update(study.chatLines());
}

function drawBoard() {
  if (!known.position) return updateBoard({ size: 15, stones: [], language: page.lang });
  const views = boardViews({
    study, at: place.at, known, answer: engineOn ? engine.answer : null, ghosts, drawings: [...drawings.at(place.at), ...(drawing ? [drawing] : [])], tool: notes.tool,
    numbers: settings.get("numbers") === "on", confirm: settings.get("confirm") === "always", language: page.lang,
  });
  updateBoard(views.board);
  board.setAttribute("aria-label", T.board(known.position.size));
  overlay(views.overlay);
}

function showConnection(status) {
  page.dataset.connection = status.state;
  updateBanner(status);
}

/** Applies a changed setting. The words of a new language need the whole document. */
async function changed(name) {
  if (name === "language") location.reload();
  draw();
}

/** Returns the cell of the board that contains the element, or null. */
function cellIn(element) {
  return movesIn(element?.closest("#board .cell")?.dataset.point ?? "", known.position?.size ?? 15)?.[0] ?? null;
}

const nameOf = (cell) => pointName(pointOf(cell), known.position?.size ?? 15);

/** Takes a drawing. A plain circle of an editor is a mark, which everyone sees. */
function drawn(shape, event) {
  const colour = colourOf(event);
  if (shape.from === shape.to && colour === COLOURS[0] && study.mayEdit()) return editing.mark(shape.from, notes.tool ?? "circle");
  drawings.toggle(place.at, { ...shape, colour });
  draw();
}

/** Shows the link, and buttons that save files, or pictures of the shown position and line. */
async function share() {
  const [part, pictures] = await Promise.all([later("share"), later("pictures")]);
  const { at, trail } = place, more = fileLinks(study, known.position?.chapter);
  if (at && pictures) more.push(...pictures.pictureButtons({ study, at, end: trail.end(at), board, drawings: drawings.at(at), onFailure: () => notice(T.pictureFailed) }));
  part?.shareLink(location.href, { more });
}

function prepare() {
  byId("chapter").addEventListener("change", ({ target }) => place.go(study.tree.chapters.get(Number(target.value))?.root));
  byId("settings").addEventListener("click", async () => (await later("settings"))?.openPreferences(settings));
  byId("share").addEventListener("click", share);
  board.addEventListener("pointermove", (event) => place.pointAt(study.replica.participants.size > 1 ? cellIn(event.target) : null));
  board.addEventListener("pointerleave", () => place.pointAt(null));
  document.addEventListener("visibilitychange", draw);
  addEventListener("pagehide", () => notes.flush());
  onQuestionMark(async () => (await later("shortcuts"))?.openShortcuts({ groups: ["study", "board", "page"], hint: T.drawHint }));
  tie(study.connection);
}
