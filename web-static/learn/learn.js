// "Learn from your mistakes": sets up each mistake of one side again, and judges the moves that the
// user tries. A dialog that fills the window, with a board of its own.

import { mountBoard } from "../board/board.js";
import { pointName } from "../game/game.js";
import { forbiddenPoints } from "../game/renju.js";
import { winningRow } from "../game/rules.js";
import { opponent } from "../game/stones.js";
import { keepingFocus, make, setText } from "../page/elements.js";
import { iconButton } from "../page/icons.js";
import { createSettings } from "../page/settings.js";
import { inquiry } from "../study/position.js";
import { readReport } from "../table/report-model.js";
import { T } from "../texts/texts.js";
import { cellWords } from "../texts/wording.js";
import { analysisVerdict, positionAfter, reportVerdict } from "./judge.js";
import { createLesson } from "./lesson.js";
import { lineBar } from "./line.js";
import { mistakeNumbers, tasksOf } from "./mistakes.js";
import { createWitness } from "./witness.js";
import { answerWords, taskWords, troubleWords, verdictWords } from "./words.js";

/**
 * Returns a button per side with mistakes, the user's own side first.
 *
 * @param told   the complete report, as the server sent it, with its proofs.
 * @param game   {id, size, rule}; `id` is null if the lesson cannot be stored.
 * @param own    the sides that the user has played.
 * @param memory this browser's storage.
 * @param table  the connection to the server (table/table.js).
 */
export function lessonButtons({ told, game, own, memory, table }) {
  const report = readReport(told, game.size), title = (side) => (own.length === 1 && own[0] === side ? T.learnOwn : T.learnOf(side));
  const sides = ["x", "o"].sort((one, other) => own.includes(other) - own.includes(one)).filter((side) => mistakeNumbers(report, side).length);
  return sides.map((side) => {
    const words = make("span", {}), note = make("small", {});
    const update = () => {
      const lesson = createLesson({ memory, game: game.id, side, numbers: mistakeNumbers(report, side) });
      setText(words, title(side));
      setText(note, lesson.done ? T.learnSolved({ done: lesson.done, count: lesson.count }) : "");
    };
    const button = make("button", { type: "button", class: "learn-start", dataset: { learn: side } }, words, note);
    button.addEventListener("click", () => openLesson({ title: title(side), tasks: tasksOf(told, { ...game, side }), game, side, memory, table, closed: update }));
    update();
    return button;
  });
}

function openLesson({ title, tasks, game, side, memory, table, closed }) {
  if (document.getElementById("learn-dialog")) return;
  const lesson = createLesson({ memory, game: game.id, side, numbers: tasks.map(({ number }) => number) });
  const witness = createWitness({ send: (message) => table.connection.request(message, false), isOnline: () => table.connection.status.state === "online" });
  const settings = createSettings(memory), unlisten = table.listen(witness.receive);
  let task = null, tried = null, verdict = null, trouble = "", previewed = null, isJudging = false;

  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const updateBoard = mountBoard(svg, { onPick: pick, onPreview: (point) => { previewed = point; draw(); }, label: cellWords });
  const progress = make("p", { class: "learn-progress" }), told = make("p", { class: "learn-task" }), judged = make("p", { class: "learn-verdict" });
  const bar = lineBar(game.size, draw), button = (name, words, key, act) => make("button", { type: "button", class: `learn-${name}`, title: key && `${words} (${key})`, "aria-keyshortcuts": key, onclick: act }, words);
  const buttons = {
    confirm: button("confirm", "", null, () => svg.dispatchEvent(new CustomEvent("confirm"))),
    retry: button("retry", T.learnTry, "t", retry), why: button("why", T.learnWhy, "w", () => bar.open(verdict.line)),
    answer: button("answer", T.learnShow, "a", showAnswer), next: button("next", "", "n", next), again: button("again", T.learnAgain, null, again),
  };
  const dialog = document.body.appendChild(make("dialog", { id: "learn-dialog", class: "learn", "aria-labelledby": "learn-title", onkeydown: onKey },
    make("div", { class: "learn-head" }, make("h2", { id: "learn-title" }, title), progress, iconButton("abort", T.close, () => dialog.close())),
    make("div", { class: "learn-board" }, svg),
    make("section", { class: "learn-side" },
      make("div", { class: "learn-words", role: "status", "aria-atomic": "false" }, told, judged), bar.element, make("div", { class: "learn-actions" }, Object.values(buttons)))));
  // On the board, Escape first removes a previewed stone.
  dialog.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || previewed) return;
    // The browser would close the report below as well.
    event.preventDefault();
    dialog.close();
  }, { capture: true });
  dialog.addEventListener("close", () => {
    witness.stop();
    bar.close();
    unlisten();
    dialog.remove();
    closed();
  });
  dialog.showModal();
  setUp();

  // Actions.

  function setUp() {
    task = tasks.find(({ number }) => number === lesson.at) ?? null;
    clear();
    svg.querySelector("[tabindex='0']").focus({ preventScroll: true });
  }

  function clear() {
    witness.stop();
    svg.dispatchEvent(new CustomEvent("forget"));
    [tried, verdict, trouble, isJudging] = [null, null, "", false];
    bar.close();
    draw();
  }

  /** Judges a try, by the report if possible, otherwise by an analysis of the position after it. */
  async function pick(point) {
    if (!isPlayable() || task.stones.some(({ col, row }) => col === point.col && row === point.row)) return;
    clear();
    const prohibition = forbidden()?.get(`${point.col},${point.row}`);
    if (prohibition) {
      trouble = T.pointForbidden({ point: pointName(point, task.size), why: T.prohibitions[prohibition] });
      return draw();
    }
    tried = point;
    const known = reportVerdict(task, point);
    if (known) return settle(known);
    isJudging = true;
    draw();
    const answer = await witness.ask(inquiry(positionAfter(task, point)), (analysis) => analysisVerdict(task, point, analysis));
    if (answer.verdict) return settle(answer.verdict);
    if (!answer.trouble) return;
    [trouble, isJudging] = [troubleWords(task, point, answer.trouble), false];
    draw();
  }

  function settle(next) {
    [verdict, isJudging] = [next, false];
    if (verdict.right) lesson.finish("found");
    draw();
  }

  function retry() {
    clear();
  }

  function showAnswer() {
    clear();
    lesson.finish("shown");
    draw();
    bar.open(task.wins ? task.winLine : []);
  }

  function next() {
    lesson.next();
    setUp();
  }

  function again() {
    lesson.again();
    setUp();
  }

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.repeat) return;
    const isOnBoard = event.target.closest(".cell"), named = { t: "retry", w: "why", a: "answer", n: "next" }[event.key.toLowerCase()];
    if (named && !buttons[named].hidden) buttons[named].click();
    else if (bar.line.length && !isOnBoard && ["ArrowLeft", "ArrowRight"].includes(event.key)) bar.step(event.key === "ArrowLeft" ? -1 : 1);
    else return;
    event.preventDefault();
  }

  // Drawing.

  /** Whether the user may try a move. */
  function isPlayable() {
    return Boolean(task) && !lesson.resultOf(task.number) && !bar.line.length;
  }

  function forbidden() {
    return task?.rule === "renju" && side === "x" ? forbiddenPoints({ size: task.size, moves: task.stones }) : null;
  }

  function draw() {
    keepingFocus(drawAll, () => svg.querySelector("[tabindex='0']"));
  }

  function drawAll() {
    const result = task && lesson.resultOf(task.number), isSeen = result === "shown" && !verdict;
    drawBoard(isSeen);
    setText(progress, task ? T.learnProgress({ number: lesson.place, count: lesson.count }) : "");
    setText(told, task ? taskWords(task) : T.learnDone({ found: lesson.found, count: lesson.count }));
    setText(judged, isJudging ? T.learnJudging(pointName(tried, task.size)) : trouble || (verdict ? verdictWords(task, verdict) : isSeen ? answerWords(task) : ""));
    judged.dataset.verdict = verdict ? (verdict.right ? "right" : "wrong") : isSeen ? "seen" : "";
    drawButtons(result);
  }

  function drawButtons(result) {
    const isOpen = Boolean(task) && !result;
    buttons.confirm.hidden = !previewed;
    if (previewed) setText(buttons.confirm, T.play(pointName(previewed, game.size)));
    buttons.retry.hidden = !isOpen || !(verdict || trouble);
    buttons.why.hidden = !verdict?.line.length || bar.line.length > 0;
    buttons.answer.hidden = !isOpen;
    buttons.next.hidden = !task && lesson.done === lesson.count;
    setText(buttons.next, !task ? T.learnSkipped : isOpen ? T.learnSkip : T.learnNext);
    buttons.next.classList.toggle("primary", !isOpen);
    buttons.confirm.classList.toggle("primary", Boolean(previewed));
    buttons.again.hidden = Boolean(task);
  }

  function drawBoard(isSeen) {
    const stones = task?.stones ?? [], answer = isSeen && !bar.line.length ? (task.wins ? [task.best] : task.held ?? [task.best]).filter(Boolean) : [];
    const line = bar.line.slice(0, bar.at).map((point, index) => ({ ...point, stone: index % 2 ? opponent(side) : side, number: index + 1 }));
    const more = bar.line.length ? line : tried ? [{ ...tried, stone: side, pending: isJudging }] : [];
    // A line's moves have numbers, so the stones of the game have none meanwhile.
    const shown = [...stones.map((stone) => (line.length ? { ...stone, number: undefined } : stone)), ...more];
    const last = more.at(-1) ?? stones.at(-1), taken = new Map(shown.map(({ col, row, stone }) => [`${col},${row}`, stone]));
    const five = last && winningRow((col, row) => taken.get(`${col},${row}`), last, last.stone, game.rule);
    updateBoard({
      size: game.size, stones: shown, last, line: five ?? undefined, numbers: line.length > 0 || settings.get("numbers") === "on",
      playable: isPlayable(), ghost: side, confirm: settings.get("confirm"), forbidden: isPlayable() ? forbidden() : null,
      marks: new Map(answer.map(({ col, row }) => [`${col},${row}`, "hint"])), language: document.documentElement.lang,
    });
    svg.setAttribute("aria-label", T.board(game.size));
  }
}
