// Creates the analysis board. Only this file imports all its parts. room.js has the shared tree;
// this file has the state of this window alone: the current node, the engine, the tools.

import { mountBoard } from "./board/board.js";
import { pointName } from "./game/game.js";
import { createSettled, isWorking, watchLeaving, work } from "./net/settled.js";
import { secretIn, socketAddress } from "./page/address.js";
import { mountBanner } from "./page/banner.js";
import { onQuestionMark, tie } from "./page/document.js";
import { styleSheet } from "./page/lazy.js";
import { createIdentity, createMemory, createMuted } from "./page/memory.js";
import { mountNotice } from "./page/notice.js";
import { createSettings } from "./page/settings.js";
import { fetched } from "./study-modules.js";
import * as changes from "./study/changes.js";
import { fileLinks } from "./study/chapters.js";
import { createEngine } from "./study/engine.js";
import { mountEnginePanel } from "./study/engine-panel.js";
import { itemFacts, pointNotes } from "./study/facts.js";
import { followedNode } from "./study/following.js";
import { drawHead } from "./study/head.js";
import { mountGestures, mountKeys } from "./study/keys.js";
import { mountNotes } from "./study/notes.js";
import { mountOverlay } from "./study/overlay.js";
import { mountPeople } from "./study/people.js";
import { cellOf, createFacts, inquiry, movesIn } from "./study/position.js";
import { joinStudy } from "./study/room.js";
import { cleanAddress, seedOf, studyOfPage } from "./study/seed.js";
import { mountStudyTabs, mountTools } from "./study/tools.js";
import { mountTree } from "./study/tree-view.js";
import { pointOf } from "./study/tree.js";
import { createTrail } from "./study/trail.js";
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

let at = null; // the current node
let way = []; // the IDs from the chapter's root to it
let engineOn = false, swapped = false, ghosts = [], follows = null, pointed = null;
const factsAbout = createFacts();
let known = factsAbout(); // facts about the current node
const seed = seedOf(location), secret = secretIn(location.hash);
const notice = mountNotice(byId("notice"));
const study = joinStudy({
  room: studyOfPage(location.search), secret, identity, muted: createMuted(browser), open: () => new WebSocket(socketAddress(), ["gomoku.v1"]),
  on: { change: draw, notice, status: showConnection, message: (message) => engine.receive(message), joined, unsaid: (text) => chat.restore(text) },
});
const gomoku = globalThis.gomoku = { settled: createSettled(() => study.connection.waiting), isWorking };
watchLeaving();

const engine = createEngine({ send: (message) => study.connection.request(message, false), onChange: draw });
const enginePanel = mountEnginePanel(byId("engine"), {
  onSwitch: (on) => setEngine(on, swapped), onOther: (on) => setEngine(engineOn, on),
  onGhosts: (stones) => { ghosts = stones; draw(); }, onPlay: pick,
});
const board = byId("board"), overlay = mountOverlay(board);
const updateBoard = mountBoard(board, { onPick: pick, label: (cell) => [cellWords(cell), cell.note].filter(Boolean).join(", ") });
const notes = mountNotes(byId("tab-notes-body"), { save: (node, text) => study.send(changes.comment(study.tree, node, study.me, text)), nameOf: study.nameOf, onTool: () => draw(), onTwin: select });
const tree = mountTree(byId("tree"), { onSelect: select, describe: (id) => itemFacts(study, id) });
const updatePeople = mountPeople(byId("tab-people-body"), {
  onFollow: follow, onRole: (id, role) => study.send({ [`role.${id}`]: role }), onEveryone: (role) => study.send({ everyone: role }),
  placeOf: (node) => itemFacts(study, node).name,
});
const chat = mountChat({ list: byId("chat"), form: byId("chat-form"), onSay: study.say, onName: follow, empty: () => T.noChat, draft: { get: () => "", set() {} } });
const trail = createTrail(() => study.tree);
const actions = {
  back: () => go(trail.back(at)), on: () => go(trail.on(at)), start: () => go(trail.start(at)), end: () => go(trail.end(at)),
  up: () => go(trail.sibling(at, -1)), down: () => go(trail.sibling(at, 1)), branchBack: () => go(trail.branchBack(at)), branchOn: () => go(trail.branchOn(at)),
  other: () => setEngine(true, !(engineOn && swapped)), engine: () => setEngine(!engineOn, swapped),
  undo: () => { if (!study.undo()) notice(T.nothingToUndo, "info"); },
  remove, newChapter, promote: () => study.send(changes.promotion(study.tree, at)), makeMain: () => study.send(changes.mainLine(study.tree, at)),
};
const updateTools = mountTools(byId("steps"), document.querySelector(".tree-tools"), actions);
const updateBanner = mountBanner(byId("connection"), () => study.connection.poke());
mountStudyTabs(byId("side"), draw);
mountKeys(actions);
mountGestures(board, (by) => (by < 0 ? actions.back() : actions.on()));
prepare();
draw();
study.connection.start();
gomoku.ahead = Promise.all(["wood", "offline"].map(fetched)).then(([wood, offline]) => { wood?.layGrain(); offline?.keepPage(); });

/** Returns a part of the page, fetched on demand; undefined, with a notice, on failure. */
async function later(name) {
  const part = await work(fetched(name));
  if (!part) notice(T.partMissing);
  return part;
}

// The current node.

/** Shows the position at a node. Following ends, unless this is the followed cursor. */
function select(id, isFollowing = false) {
  if (!id || id === at) return;
  if (!isFollowing) follows = null;
  enginePanel.hide();
  at = id;
  trail.visit(id);
  tellPlace();
  draw();
}

/** Shows a node, and tells screen readers where that is. */
function go(id) {
  if (!id || id === at) return;
  select(id);
  byId("live").textContent = itemFacts(study, id).words;
}

function follow(id) {
  follows = id === study.me ? null : id;
  const node = follows && followedNode(study.me, follows, study.cursors);
  if (node && study.tree.isShown(node)) select(node, true);
  tellPlace();
  draw();
}

function tellPlace() {
  study.point({ node: at, cell: pointed, follows });
}

/** Switches the engine, and whether it analyses the position as if the other side moved. */
function setEngine(on, other) {
  enginePanel.hide();
  [engineOn, swapped] = [on, other];
  draw();
}

/** Plays or marks the picked point. */
function pick(point) {
  const { position, forbidden } = known, cell = cellOf(point), name = pointName(point, position?.size ?? 15);
  notice("");
  if (!position) return;
  if (notes.tool) return mark(cell, notes.tool);
  if (position.taken.has(cell)) return notice(T.taken(name));
  if (position.over) return notice(T.noMoveAfterEnd);
  if (forbidden?.has(cell)) return notice(T.forbiddenTo({ point: name, why: T.prohibitions[forbidden.get(cell)] }));
  const { id, set } = changes.moveAt(study.tree, at, cell);
  if (set && !study.mayEdit()) return notice(T.studyReader);
  if (!set || study.send(set)) select(id);
}

function mark(cell, tool) {
  if (!study.mayEdit()) return notice(T.studyReader);
  const shown = study.tree.marks.get(at)?.get(cell);
  const next = tool === "label" ? (shown?.startsWith("label:") ? shown : changes.nextLetter(study.tree, at)) : tool;
  study.send(changes.marking(study.tree, at, cell, next));
}

function remove() {
  const parent = study.tree.nodes.get(at)?.parent;
  if (!study.mayEdit()) return notice(T.studyReader);
  if (study.send(changes.deletion(study.tree, at))) go(parent);
}

async function newChapter() {
  const { rule = "freestyle", size = 15 } = known.position ?? {};
  const part = await later("chapters");
  try {
    const terms = await part?.askChapter({ me: study.me, rule, size, tree: study.tree });
    if (terms) addChapter(terms);
  } catch {
    notice(T.gameNotFetched);
  }
}

/** Adds a chapter, and shows its last position. */
function addChapter(terms) {
  const chapter = terms.sets ? terms : changes.chapterOf(study.tree, terms);
  if (!chapter) return notice(T.chaptersFull);
  if (!chapter.sets.every((set) => study.send(set))) return;
  select(study.tree.mainEnd(chapter.number));
}

/** After each join: the creator of the room makes its first chapter. */
function joined() {
  engine.again();
  if (study.tree.chapters.size || study.replica.host !== study.me) return cleanAddress(study);
  work(seed().then((terms) => {
    if (study.tree.chapters.size) return;
    if (terms.moves.length) addChapter(terms);
    else study.begin(changes.chapterOf(study.tree, terms).sets[0]);
    cleanAddress(study);
  }, () => notice(T.gameNotFetched)));
}

// Drawing.

function draw() {
  const { replica, tree: nodes, version } = study;
  Object.assign(page.dataset, { pending: study.connection.pending(study.room).length });
  if (replica.known) page.dataset.rev = replica.rev;
  if (follows && replica.known && !replica.participants.has(follows)) follows = null;
  const before = at;
  // The node of a rejected move does not exist, so its last known path leads back.
  const near = at && (nodes.shownNear(at) ?? way.findLast((id) => nodes.isShown(id)) ?? null);
  if (near !== at) [at, follows] = [near, null];
  if (at !== before) enginePanel.hide();
  at ??= nodes.shownChapters()[0]?.root ?? null;
  if (at && nodes.isShown(at)) way = nodes.path(at);
  if (at !== before) tellPlace();
  const followed = follows && followedNode(study.me, follows, study.cursors);
  if (followed && followed !== at && nodes.isShown(followed)) return select(followed, true);
  known = factsAbout(nodes, version, at);
  const { position, twins } = known, looks = engineOn && replica.known && position && !position.over && !document.hidden;
  engine.want(looks ? inquiry(position, swapped) : null);
  drawHead(study, position?.chapter);
  drawTools();
  drawBoard(position);
  enginePanel.update({ on: engineOn, swapped, turn: position ? inquiry(position, swapped).turn : "x", size: position?.size ?? 15, answer: engine.answer, trouble: position?.over ? "over" : engine.trouble });
  if (position) tree.update({ tree: nodes, version, root: position.chapter.root, at });
  const shared = new Map([at, ...twins].flatMap((id) => [...nodes.comments.get(id) ?? []].map(([by, text]) => [id === at ? by : `${by} ${id}`, text])));
  notes.update({ node: at, comments: shared, me: study.me, mayEdit: study.mayEdit(), twins: twins.map((id) => ({ id, words: itemFacts(study, id).name })) });
  updatePeople({ people: study.people(), follows, owns: study.owner === study.me, everyone: nodes.access.everyone ?? (nodes.access.listed ? "reader" : "editor") });
  chat.update(study.chatLines());
}

function drawTools() {
  const { tree: nodes, replica } = study, mayEdit = study.mayEdit();
  const depth = at ? nodes.path(at).length - 1 : 0, rest = at ? nodes.path(trail.end(at)).length - 1 : 0;
  updateTools({
    at: depth, count: rest, mayEdit: mayEdit && replica.known, canUndo: study.canUndo,
    canPromote: at && changes.promotion(nodes, at) !== null, canMain: at && changes.mainLine(nodes, at) !== null, canRemove: nodes.nodes.has(at),
  });
}

function drawBoard(position) {
  if (!position) return updateBoard({ size: 15, stones: [], language: page.lang });
  const { tree: nodes, me } = study, { size, moves, last, line, next, taken } = position;
  const marks = [...nodes.marks.get(at) ?? []].map(([cell, mark]) => ({ ...pointOf(cell), mark })).filter(({ col, row }) => col < size && row < size);
  const children = nodes.children(at).map((id, index) => ({ ...nodes.nodes.get(id), main: index === 0 }));
  const lines = ghosts.length || !engineOn ? [] : engine.answer?.lines ?? [], claims = engineOn ? engine.answer?.claims ?? [] : [];
  const cursors = study.people().filter(({ id, cursor }) => id !== me && cursor?.node === at && cursor.cell).map(({ name, colour, cursor }) => ({ ...pointOf(cursor.cell), name, colour }));
  updateBoard({
    size, stones: moves, last, line, numbers: settings.get("numbers") === "on", playable: Boolean(notes.tool) || !position.over, ghost: next,
    confirm: settings.get("confirm") === "always" && !notes.tool ? "always" : "off", forbidden: known.forbidden, notes: pointNotes({ marks, children, lines }), language: page.lang,
  });
  board.setAttribute("aria-label", T.board(size));
  overlay({
    size, stones: taken, marks, next: children, ghosts, cursors,
    best: lines.map(({ point, chance }) => ({ ...point, text: chance === null ? "•" : String(Math.round(chance)) })).filter(({ col, row }) => !taken.has(`${col},${row}`)),
    needs: ghosts.length ? [] : claims.filter(({ kind }) => kind === "only-hold").flatMap(({ points }) => points),
  });
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

/** Returns the point of the board below the pointer, or null. */
function pointUnder({ target }) {
  const [cell] = movesIn(target.closest(".cell")?.dataset.point ?? "", known.position?.size ?? 15) ?? [];
  return cell ? pointOf(cell) : null;
}

function prepare() {
  byId("chapter").addEventListener("change", ({ target }) => go(study.tree.chapters.get(Number(target.value))?.root));
  byId("settings").addEventListener("click", async () => (await later("settings"))?.openPreferences(settings));
  byId("share").addEventListener("click", async () => (await later("share"))?.shareLink(location.href, { more: fileLinks(study, known.position?.chapter) }));
  const hover = (point) => {
    const cell = point && study.replica.participants.size > 1 ? cellOf(point) : null;
    if (cell === pointed) return;
    pointed = cell;
    tellPlace();
  };
  board.addEventListener("pointermove", (event) => hover(pointUnder(event)));
  board.addEventListener("pointerleave", () => hover(null));
  board.addEventListener("contextmenu", (event) => {
    const point = pointUnder(event);
    if (!point) return;
    event.preventDefault();
    mark(cellOf(point), notes.tool ?? "circle");
  });
  document.addEventListener("visibilitychange", draw);
  addEventListener("pagehide", () => notes.flush());
  onQuestionMark(async () => (await later("shortcuts"))?.openShortcuts());
  tie(study.connection);
}
