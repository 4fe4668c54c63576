// Creates the page of a puzzle race. Only this file imports all its parts. race/room.js has the
// room, race/run.js the user's own puzzle, and race/views.js the words for the panel.

import { mountBoard } from "./board/board.js";
import { showGames } from "./head-games.js";
import { fetched as fetchJSON } from "./net/fetching.js";
import { createSettled, isWorking, watchLeaving, work } from "./net/settled.js";
import { raceIn, randomRace, secretIn, socketAddress } from "./page/address.js";
import { mountBanner } from "./page/banner.js";
import { onQuestionMark, tie } from "./page/document.js";
import { keepingFocus, setText } from "./page/elements.js";
import { styleSheet } from "./page/lazy.js";
import { createIdentity, createMemory } from "./page/memory.js";
import { mountNotice } from "./page/notice.js";
import { createSettings } from "./page/settings.js";
import { mountArrows } from "./puzzles/arrows.js";
import { isDrill } from "./puzzles/attempt.js";
import { boardOf } from "./puzzles/board-view.js";
import { replyWords, taskWords } from "./puzzles/wording.js";
import { fetched } from "./race-modules.js";
import { clockEnd, isOn, progressed, raceOf } from "./race/model.js";
import { KEYS, mountPanel } from "./race/panel.js";
import { joinRace } from "./race/room.js";
import { createRun } from "./race/run.js";
import { clockWords, lengthWords, panelView, puzzleWords } from "./race/views.js";
import { TEXTS as LATER } from "./texts/en/later.js";
import { TEXTS as PUZZLES } from "./texts/en/puzzles.js";
import { TEXTS as RACE } from "./texts/en/race.js";
import { include, languageFor, speak } from "./texts/language.js";
import { T } from "./texts/texts.js";
import { cellWords, ruleName } from "./texts/wording.js";

/** The interval between two updates of the clock, in ms. */
const TICK = 250;

const byId = (id) => document.getElementById(id);
const page = document.documentElement;

include({ later: LATER, puzzles: PUZZLES, race: RACE });
const browser = createMemory(() => localStorage), tab = createMemory(() => sessionStorage);
const identity = createIdentity(browser, tab);
const settings = createSettings(browser, changed, work);
await Promise.all([work(speak(languageFor(settings.get("language")))), work(styleSheet("page/lazy.css"))]);

let rules = [], race = raceOf(new Map(), 0), plays = false, isEnding = false, told = "", toldPuzzle = null;
const notice = mountNotice(byId("notice"), document.querySelector(".top"));
const name = raceIn(location.search) || randomRace(), secret = secretIn(location.hash);
history.replaceState(null, "", `?${new URLSearchParams({ race: name })}${location.hash}`);
const updateBanner = mountBanner(byId("connection"), () => room.connection.poke());
const room = joinRace({
  room: name, secret, identity, open: () => new WebSocket(socketAddress(), ["gomoku.v1"]),
  on: { change: draw, notice, status(status) { page.dataset.connection = status.state; updateBanner(status); } },
});
const run = createRun({ fetched: fetchJSON, answer: room.answer, changed: draw });
const gomoku = globalThis.gomoku = { settled: createSettled(() => room.connection.waiting), isWorking };
watchLeaving();

const board = byId("board"), arrows = mountArrows(board);
const updateBoard = mountBoard(board, { onPick: ({ col, row }) => plays && run.state.attempt && run.pick(row * run.state.attempt.puzzle.size + col), label: (cell) => [cellWords(cell), cell.note].filter(Boolean).join(", ") });
const own = () => race.racers.find(({ id }) => id === room.me);
const joining = () => (own() ? {} : { [`racer.${room.me}`]: "" });
const updatePanel = mountPanel({
  join: () => room.send(joining()), leave: () => room.send({ [`racer.${room.me}`]: null }), start: () => room.send({ ...joining(), start: "now" }), skip: run.skip, invite: share,
  end, term: (key, value) => room.send({ [key]: value || null }),
});
prepare();
draw();
room.connection.start();
work(fetchJSON("api/puzzles").then(({ rules: found = [] }) => { rules = found.map(({ rule }) => rule); draw(); }, () => {}));
showGames(browser);
gomoku.ahead = Promise.all(["wood", "offline"].map(fetched)).then(([wood, offline]) => Promise.all([wood?.layGrain(), offline?.keepPage()]));

/** Returns a part of the page, fetched on demand; undefined, with a notice, on failure. */
async function later(part) {
  const found = await work(fetched(part));
  if (!found) notice(T.partMissing);
  return found;
}

/** Ends the race for everyone, once the user has pressed the button twice. */
function end() {
  const isSure = isEnding;
  isEnding = !isEnding;
  if (isSure) room.send({ end: "now" });
  else draw();
}

async function share() {
  (await later("share"))?.shareLink(location.href, { title: T.raceShare });
}

// Drawing.

function draw() {
  const before = race, { replica } = room, now = room.connection.serverTime();
  race = raceOf(replica.state, now);
  if (replica.known) page.dataset.rev = replica.rev;
  page.dataset.phase = race.phase;
  follow(before, now);
  const racer = own(), view = panelView({ race: { ...race, terms: room.chosen(race.terms) }, own: racer, place: placeOf(racer), run: run.state, plays, rules, isHost: room.isHost, isEnding, nameOf: room.nameOf, me: room.me });
  setText(byId("race-facts"), [ruleName(race.terms.rule), lengthWords(race.terms.minutes)].join(" · "));
  document.title = `${T.race} · ${T.shareTitle}`;
  keepingFocus(() => updatePanel(view), () => (plays ? board.querySelector("[tabindex='0']") : byId("task-title")));
  drawClock(now);
  drawBoard();
  tell(before);
}

/** Returns the place of the racer's puzzle. Answers that are on their way count. */
function placeOf(racer) {
  return racer ? racer.results.length + room.waiting() : Math.max(0, ...race.racers.map(({ results }) => results.length));
}

/** Shows the puzzle for this time: the user's next one, or for spectators the leader's. */
function follow(before, now) {
  if (before.start !== race.start) run.reset();
  const racer = own(), place = placeOf(racer);
  if (race.phase === "over") isEnding = false;
  plays = race.phase === "running" && Boolean(racer) && now < racer.ends && place < race.puzzles.length;
  if (race.phase === "countdown") run.prepare(race.puzzles, 0);
  if (plays || race.phase === "running" && !racer) run.show(race.puzzles, place);
}

function drawBoard() {
  const { attempt } = run.state;
  if (!attempt) {
    updateBoard({ size: 15, stones: [], language: page.lang });
    return arrows({ size: 15 });
  }
  const { puzzle } = attempt, view = boardOf({ attempt, line: null, step: 0, hint: [], run: plays ? null : { over: true } });
  updateBoard({
    ...view.board, playable: plays && view.board.playable, confirm: settings.get("confirm") === "touch" && isDrill(puzzle) ? "off" : settings.get("confirm"), language: page.lang,
    notes: new Map(view.notes.map(([cell, note]) => [cell, T.puzzleNotes[note]])), numbers: settings.get("numbers") === "on",
  });
  board.setAttribute("aria-label", [T.board(puzzle.size), ruleName(puzzle.rule), taskWords(puzzle)].join(" "));
  arrows(view.arrows);
}

function drawClock(now) {
  const end = clockEnd(race, own());
  setText(byId("clock"), end === null ? "" : clockWords(end, now));
  setText(byId("score"), own() && isOn(race) ? T.puzzleScore(own().solved) : "");
}

/**
 * Tells screen readers the others' progress, the user's last result with the next task, and the
 * opponent's move in the user's own puzzle.
 */
function tell(before) {
  const { attempt } = run.state, reply = plays && attempt ? replyWords(attempt) : "";
  const phase = before.phase !== race.phase && room.replica.known ? T.racePhases[race.phase] ?? "" : "";
  const others = race.start === before.start ? progressed(before, race).filter(({ id }) => id !== room.me).map(({ id, solved }) => T.raceProgress({ name: room.nameOf(id), number: solved })) : [];
  const isNext = plays && attempt && run.state.id !== toldPuzzle, next = isNext ? puzzleWords(run.state, race) : "";
  const words = [phase, ...others, next, ...(reply === told ? [] : [reply])].filter(Boolean).join(" ");
  told = reply;
  if (isNext || !plays) toldPuzzle = plays ? run.state.id : null;
  // Screen readers ignore text that stays the same. Two puzzles may have the same words.
  if (words) byId("live").textContent = words === byId("live").textContent ? `${words}\u00a0` : words;
}

/** Redraws when time alone changes the race. */
function tick() {
  if (!isOn(race)) return;
  const now = room.connection.serverTime(), next = raceOf(room.replica.state, now), doneOf = ({ phase, racers }) => JSON.stringify([phase, racers.map(({ isDone }) => isDone)]);
  if (doneOf(next) === doneOf(race)) drawClock(now);
  else draw();
}

/** Applies a changed setting. The words of a new language need the whole document. */
async function changed(setting) {
  if (setting === "language") location.reload();
  draw();
}

function prepare() {
  byId("actions").addEventListener("focusout", ({ target }) => {
    if (target.id !== "race-end" || !isEnding) return;
    isEnding = false;
    draw();
  });
  byId("settings").addEventListener("click", async () => (await later("settings"))?.openPreferences(settings));
  byId("share").addEventListener("click", share);
  addEventListener("keydown", (event) => {
    // A key that is held down would skip one puzzle after the other.
    if (event.repeat || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select, dialog")) return;
    const pressed = Object.keys(KEYS).find((each) => KEYS[each] === event.key.toLowerCase()), button = pressed && byId(`race-${pressed}`);
    if (button && !button.hidden) button.click();
  });
  setInterval(tick, TICK);
  onQuestionMark(async () => (await later("shortcuts"))?.openShortcuts());
  tie(room.connection);
}
