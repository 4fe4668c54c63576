// Creates the page of the puzzles. Only this file imports all its parts. session.js has the puzzle
// in front of the person; this file draws it and passes the person's actions on.

import { mountBoard } from "./board/board.js";
import { showGames } from "./head-games.js";
import { fetched as fetchJSON } from "./net/fetching.js";
import { createSettled, isWorking, watchLeaving, work } from "./net/settled.js";
import { socketAddress } from "./page/address.js";
import { onQuestionMark, tie } from "./page/document.js";
import { setText } from "./page/elements.js";
import { styleSheet } from "./page/lazy.js";
import { createIdentity, createMemory } from "./page/memory.js";
import { mountNotice } from "./page/notice.js";
import { createSettings } from "./page/settings.js";
import { fetched } from "./puzzles-modules.js";
import { analysisAddress } from "./puzzles/analysis-link.js";
import { mountArrows } from "./puzzles/arrows.js";
import { isDrill } from "./puzzles/attempt.js";
import { boardOf } from "./puzzles/board-view.js";
import { dayOf } from "./puzzles/days.js";
import { clockText, isRun, isSingle, lostAddress, lostGameIn, modeIn, puzzleIn } from "./puzzles/modes.js";
import { mountPanel } from "./puzzles/panel.js";
import { dueReviews } from "./puzzles/record.js";
import { createRecords } from "./puzzles/records.js";
import { createSession } from "./puzzles/session.js";
import { createSource } from "./puzzles/source.js";
import { createStore } from "./puzzles/store.js";
import { factWords, kindName, missingWords, modeName, modeNote, replyWords, resultWords, standingWords, taskWords } from "./puzzles/wording.js";
import { TEXTS as LATER } from "./texts/en/later.js";
import { TEXTS as PUZZLES } from "./texts/en/puzzles.js";
import { include, languageFor, speak } from "./texts/language.js";
import { T } from "./texts/texts.js";
import { cellWords, ruleName } from "./texts/wording.js";

/** The pause between two steps of a line that plays by itself, in ms. */
const PACE = 700;
/** The interval between two updates of the sprint's clock, in ms. */
const TICK = 250;

const byId = (id) => document.getElementById(id);
const page = document.documentElement;

include({ later: LATER, puzzles: PUZZLES });
const browser = createMemory(() => localStorage), identity = createIdentity(browser, createMemory(() => sessionStorage));
const settings = createSettings(browser, changed, work);
await Promise.all([work(speak(languageFor(settings.get("language")))), work(styleSheet("page/lazy.css"))]);

const records = createRecords(browser, crypto.getRandomValues(new Uint32Array(1))[0], () => Date.now());
const store = createStore(browser, (id) => records.get().reviews.some((each) => each.id === id));
const source = createSource({ fetched: fetchJSON, store, record: records.get, changeRecord: records.set, lostPart });
const session = createSession({ source, records, now: () => Date.now(), changed: draw });
const { state } = session;
const notice = mountNotice(byId("notice"), document.querySelector(".top"));
const gomoku = globalThis.gomoku = { settled: createSettled(() => account?.waiting ?? false), isWorking };
watchLeaving();

let account = null, rules = [], playing = null, shown = null, told = "";
const board = byId("board"), arrows = mountArrows(board);
const updateBoard = mountBoard(board, { onPick: ({ col, row }) => session.pick(row * sizeNow() + col), label: (cell) => [cellWords(cell), cell.note].filter(Boolean).join(", ") });
const actions = {
  mode: (name) => go(name), theme: (value) => work(session.open("theme", value)),
  rule(name) {
    records.set({ ...records.get(), rule: name });
    work(session.open(["link", "lost"].includes(state.mode) ? "practice" : state.mode, themeOf(name)));
  },
  hint: session.hint, solution: session.giveUp, next: () => (isSingle(state.mode) && state.attempt ? go("practice") : work(session.next())), again: session.retry, begin: () => work(session.beginSprint()), choose: session.choose,
  step: (by) => stepTo(state.step + by), start: () => stepTo(0), end: () => stepTo(state.line?.length ?? 0),
};
const updatePanel = mountPanel(actions);
prepare();
draw();
const loaded = work(readRules()), following = follow();
work(following.then(arrive));
showGames(browser);
gomoku.ahead = loaded.then(() => Promise.all(["wood", "offline"].map(fetched))).then(([wood, offline]) => Promise.all([wood?.layGrain(), offline?.keepPage()]));

async function readRules() {
  rules = await source.rules();
  draw();
}

/** Shows the account's record if the user is signed in. */
async function follow() {
  const part = identity.token && await work(fetched("account"));
  account = part && part.followAccount({ records, memory: browser, identity, open: () => new WebSocket(socketAddress(), ["gomoku.v1"]), now: () => Date.now(), changed: draw });
  if (account) tie(account.connection);
}

/** Returns lost-game.js for this user; undefined if it cannot be fetched. */
async function lostPart() {
  const part = await later("lost");
  return part && { lostPuzzle: (wanted) => part.lostPuzzle({ ...wanted, memory: browser, member: () => following.then(() => account?.member() ?? null) }) };
}

/** Returns a part of the page, fetched on demand; undefined, with a notice, on failure. */
async function later(name) {
  const part = await work(fetched(name));
  if (!part) notice(T.partMissing);
  return part;
}

// Navigation.

/** Shows the puzzle or the mode in the address. */
function arrive() {
  const id = puzzleIn(location.search), mode = modeIn(location.search);
  if (mode === "lost") return session.openLost(lostGameIn(location.search));
  return id ? session.openPuzzle(id) : loaded.then(() => session.open(mode, themeOf(records.get().rule)));
}

function go(mode) {
  history.pushState(null, "", `?puzzles=${mode}`);
  work(session.open(mode, themeOf(records.get().rule)));
  byId("task-title").focus({ preventScroll: true });
}

/** Returns the chosen theme if the rule has it, otherwise its first kind. */
function themeOf(rule) {
  const { kinds = {}, themes = {} } = rules.find((each) => each.rule === rule) ?? {}, [group, name] = state.theme.split(":");
  return (group === "kind" ? kinds : themes)[name] ? state.theme : `kind:${Object.keys(kinds)[0] ?? "fours"}`;
}

/** Shows a step of the line, and ends its playback. */
function stepTo(step) {
  stop();
  session.showStep(step);
}

// Drawing.

const sizeNow = () => state.attempt?.puzzle.size ?? 15;

function draw() {
  const { attempt, mode, run, loading, missing, line } = state, record = records.get(), isOver = attempt && attempt.state !== "open", due = dueReviews(record, dayOf(Date.now())).length;
  page.dataset.connection = source.isOnline ? "online" : "offline";
  setText(byId("mode-note"), [source.isOnline ? "" : T.offline, modeNote(mode)].filter(Boolean).join(" · "));
  document.title = `${attempt ? `${kindName(attempt.puzzle.kind)} · ` : ""}${T.puzzles} · ${T.shareTitle}`;
  const waits = mode === "sprint" && (!run || run.over), hasNext = !waits && !loading && (isOver || missing === "more");
  const words = attempt ? resultWords(state) : "", gain = attempt && state.counted !== null && state.gain ? [T.puzzleGain({ rating: Math.round(record.rating.rating), gain: `${state.gain > 0 ? "+" : "−"}${Math.abs(state.gain)}` })] : [];
  const over = run?.over ? [mode === "sprint" ? T.puzzleSprintOver(run.solved) : T.puzzleStreakOver(run.solved)] : [];
  updatePanel({
    mode, rule: record.rule, rules, theme: state.theme, due,
    task: attempt ? taskWords(attempt.puzzle) : loading ? T.loading : missing ? missingWords(missing, record) : modeName(mode),
    facts: attempt ? factWords(attempt.puzzle, isOver) : "", verdict: state.verdict, standing: standingWords(record, mode, dayOf(Date.now())),
    result: [...over, words, ...(isOver ? gain : [])].filter(Boolean).join(" "),
    steps: line ? { at: state.step, count: line.length } : null, clock: run && mode === "sprint" ? clockText(run.ends, Date.now()) : "", score: run ? T.puzzleScore(run.solved) : "",
    show: {
      begin: waits, choice: attempt?.puzzle.kind === "balance" && !isOver, next: hasNext, again: Boolean(attempt) && !isRun(mode) && (isOver || Boolean(line)),
      hint: Boolean(attempt) && !isOver && !line && attempt.puzzle.kind !== "balance" && !run?.over, solution: Boolean(attempt) && !isOver && !line && !run?.over,
    },
    link: attempt && isOver ? analysisAddress(attempt.puzzle, line?.slice(0, state.step) ?? [], kindName(attempt.puzzle.kind)) : null,
  });
  drawBoard();
  if (attempt !== shown) tell(attempt);
  play();
}

function drawBoard() {
  if (!state.attempt) {
    updateBoard({ size: 15, stones: [], language: page.lang });
    return arrows({ size: 15 });
  }
  const view = boardOf(state), { puzzle } = state.attempt;
  updateBoard({
    ...view.board, confirm: settings.get("confirm") === "touch" && isDrill(puzzle) ? "off" : settings.get("confirm"), language: page.lang,
    notes: new Map(view.notes.map(([cell, note]) => [cell, T.puzzleNotes[note]])), numbers: settings.get("numbers") === "on" || Boolean(state.line),
  });
  board.setAttribute("aria-label", [T.board(puzzle.size), ruleName(puzzle.rule), taskWords(puzzle)].join(" "));
  arrows(view.arrows);
}

/** Tells screen readers the defender's move. The result is a status of its own. */
function tell(attempt) {
  shown = attempt;
  const words = attempt ? replyWords(attempt) : "";
  if (words !== told) setText(byId("live"), told = words);
}

/** Plays a line by itself from its first step on, unless the person wants no motion. */
function play() {
  const { line, step } = state;
  if (!line || playing?.line === line) return;
  stop();
  playing = { line };
  if (step >= line.length) return;
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return session.showStep(line.length);
  const goOn = () => {
    if (state.line !== line || !playing) return;
    playing.timer = state.step + 1 < line.length ? setTimeout(goOn, PACE) : undefined;
    session.showStep(state.step + 1);
  };
  playing.timer = setTimeout(goOn, PACE);
}

function stop() {
  clearTimeout(playing?.timer);
  playing = playing && { line: playing.line };
}

/** Applies a changed setting. The words of a new language need the whole document. */
async function changed(name) {
  if (name === "language") location.reload();
  draw();
}

function prepare() {
  byId("settings").addEventListener("click", async () => (await later("settings"))?.openPreferences(settings));
  byId("share").addEventListener("click", async () => {
    const { attempt, mode, game } = state, address = mode === "lost" ? lostAddress(game) : attempt ? `?puzzle=${attempt.puzzle.id}` : location.search;
    (await later("share"))?.shareLink(new URL(address, document.baseURI).href, { title: T.puzzleShare });
  });
  addEventListener("popstate", () => work(arrive()));
  addEventListener("online", () => {
    if (!rules.length) work(readRules());
    if (state.missing === "offline") work(arrive());
  });
  addEventListener("storage", ({ key }) => {
    // Another tab has signed in or out. This page must not send results to the previous account.
    if (account?.isOutdated) location.reload();
    else if (key === "gomoku.puzzles") draw();
  });
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, textarea, select, dialog")) return;
    const steps = { ArrowLeft: () => actions.step(-1), ArrowRight: () => actions.step(1), Home: actions.start, End: actions.end };
    const name = { h: "hint", s: "solution", n: "next", r: "again" }[event.key.toLowerCase()], button = name && byId(`puzzle-${name}`);
    if (state.line && steps[event.key]) event.preventDefault();
    if (state.line) steps[event.key]?.();
    if (button && !button.hidden && !event.repeat) button.click();
  });
  setInterval(() => {
    if (state.mode !== "sprint" || !state.run || state.run.over) return;
    session.tick();
    setText(byId("clock"), clockText(state.run.ends, Date.now()));
  }, TICK);
  onQuestionMark(async () => (await later("shortcuts"))?.openShortcuts());
}
