// The puzzle of the day, or any puzzle, in a frame of another site (/embed/puzzles/daily,
// /embed/puzzles/{id}).
//
// The person solves it in the frame. The page only reads public data, uses no cookies, no token and
// no storage, and counts nothing. A link leads to the puzzle on the server's own page.

import { mountBoard } from "../board/board.js";
import { fetched } from "../net/fetching.js";
import { keepingFocus, make, setText } from "../page/elements.js";
import { iconButton } from "../page/icons.js";
import { mountArrows } from "../puzzles/arrows.js";
import { isDrill, readPuzzle } from "../puzzles/attempt.js";
import { boardOf } from "../puzzles/board-view.js";
import { dayOf } from "../puzzles/days.js";
import { createRecord } from "../puzzles/record.js";
import { createSession } from "../puzzles/session.js";
import { kindName, missingWords, replyWords, resultWords, taskWords } from "../puzzles/wording.js";
import { RULES } from "../game/tables.js";
import { languageFor, speak, speakOf } from "../texts/language.js";
import { T } from "../texts/texts.js";
import { cellWords, ruleName } from "../texts/wording.js";

/** The pause before the puzzle is asked for again, in ms. It doubles up to this many times. */
const PAUSE = 4_000, MOST_DOUBLINGS = 5;

const byId = (id) => document.getElementById(id);
const [, name] = /\/embed\/puzzles\/([^/]+)$/.exec(location.pathname) ?? [];
const asked = new URLSearchParams(location.search), rule = RULES.includes(asked.get("rule")) ? asked.get("rule") : "freestyle";

const session = createSession({ source: createSource(), records: createRecords(), now: () => Date.now(), changed: () => draw() });
const { state } = session, sizeNow = () => state.attempt?.puzzle.size ?? 15;
const board = byId("board"), arrows = mountArrows(board);
const updateBoard = mountBoard(board, { onPick: ({ col, row }) => session.pick(row * sizeNow() + col), label: (cell) => [cellWords(cell), cell.note].filter(Boolean).join(", ") });

await Promise.all([speakOf("later", "puzzles"), speak(languageFor("auto"))]);
const buttons = mountButtons();
document.addEventListener("keydown", onKey);
document.addEventListener("visibilitychange", () => { if (!document.hidden && (!state.attempt || name === "daily" && dayOf(Date.now()) !== state.day)) open(); });
let failures = 0;
await open();

/**
 * Opens the puzzle. The server has sent this page because it has the puzzle, so a failure is
 * temporary, and the page asks again as long as it is visible.
 */
async function open() {
  clearTimeout(open.timer);
  await (name === "daily" ? session.open("daily") : session.openPuzzle(name));
  failures = state.attempt ? 0 : failures + 1;
  if (failures && !document.hidden) open.timer = setTimeout(open, PAUSE * 2 ** Math.min(failures - 1, MOST_DOUBLINGS));
}

/** Returns the source for the session: the server alone. */
function createSource() {
  let online = true;
  const read = async (path, of = (answer) => answer) => {
    try {
      const answer = await fetched(`../../api/puzzles${path}`);
      online = true;
      return of(answer);
    } catch (error) {
      online = error.status !== 0;
      return null;
    }
  };
  return {
    daily: (day, of) => read(`/daily?date=${day}&rule=${of}`, ({ puzzle }) => readPuzzle(puzzle)), byId: (id) => read(`/${id}`, readPuzzle),
    rules: async () => await read("", ({ rules }) => rules) ?? [], get isOnline() { return online; },
  };
}

/** Returns a record for the session that lasts as long as the page, and in which nothing counts. */
function createRecords() {
  let record = { ...createRecord(0), rule };
  return { get: () => record, set: (next) => { record = next; }, note() {} };
}

function mountButtons() {
  const step = (icon, words, to) => iconButton(icon, words, () => session.showStep(to()));
  const act = (words, action) => make("button", { type: "button", onclick: action }, words);
  const found = {
    back: step("back", T.stepBack, () => state.step - 1), on: step("on", T.stepOn, () => state.step + 1),
    x: act("X", () => session.choose("x")), o: act("O", () => session.choose("o")),
    hint: act(T.puzzleHint, session.hint), solution: act(T.puzzleShowSolution, session.giveUp), again: act(T.puzzleAgain, session.retry),
  };
  byId("steps").append(...Object.values(found));
  return found;
}

/** With the arrows, Home and End, the person steps through a line, except on the board. */
function onKey(event) {
  const to = { ArrowLeft: state.step - 1, ArrowRight: state.step + 1, Home: 0, End: state.line?.length }[event.key];
  if (!state.line || to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.target.closest?.("#board")) return;
  event.preventDefault();
  session.showStep(to);
}

function draw() {
  keepingFocus(drawAll, () => byId("task"));
}

function drawAll() {
  const { attempt, line, step, loading, missing } = state;
  const isOpen = attempt?.state === "open" && !line, isChoice = attempt?.puzzle.kind === "balance";
  document.title = [attempt ? kindName(attempt.puzzle.kind) : T.puzzles, T.shareTitle].join(" · ");
  setText(byId("task"), attempt ? taskWords(attempt.puzzle) : loading ? T.loading : missingWords(missing, createRecord(0)));
  setText(byId("state"), attempt ? resultWords(state) || ruleName(attempt.puzzle.rule) : "");
  byId("whole").href = `../../${attempt ? `?puzzle=${attempt.puzzle.id}` : "?puzzles=daily"}`;
  const shown = { back: line, on: line, x: isOpen && isChoice, o: isOpen && isChoice, hint: isOpen && !isChoice, solution: isOpen, again: attempt && !isOpen };
  for (const [each, button] of Object.entries(buttons)) button.hidden = !shown[each];
  buttons.back.disabled = !step;
  buttons.on.disabled = !(step < line?.length);
  setText(byId("live"), attempt ? replyWords(attempt) : "");
  drawBoard(attempt);
}

function drawBoard(attempt) {
  const language = document.documentElement.lang;
  if (!attempt) {
    updateBoard({ size: 15, stones: [], language });
    return arrows({ size: 15 });
  }
  const { puzzle } = attempt, view = boardOf(state);
  updateBoard({
    ...view.board, confirm: isDrill(puzzle) ? "off" : "touch", numbers: Boolean(state.line), language,
    notes: new Map(view.notes.map(([cell, note]) => [cell, T.puzzleNotes[note]])),
  });
  board.setAttribute("aria-label", [T.board(puzzle.size), ruleName(puzzle.rule), taskWords(puzzle)].join(" "));
  arrows(view.arrows);
}
