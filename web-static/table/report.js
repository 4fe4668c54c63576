// The analysis of a finished game by the server's robot: the events that decided it, X's chance to
// win over the moves, and the value of each move. It grows while the server works.

import { askRoom } from "../net/room-files.js";
import { work } from "../net/settled.js";
import { askWhileBusy } from "../net/while-busy.js";
import { make } from "../page/elements.js";
import { pointName, readGame } from "../game/game.js";
import { T } from "../texts/texts.js";
import { chanceGraph } from "./chance-graph.js";
import { reportBoard } from "./report-board.js";
import { isOther, readReport, TELLING } from "./report-model.js";

/**
 * The number of further positions for which the page waits after a part. A report on 60 moves then
 * comes in about nine parts.
 */
const PART = 6;

/** Opens the analysis of the table's game of that number. `later` fetches the other parts. */
export const showReport = (table, number, { later, memory }) => {
  const game = readGame(table.replica.state), own = ["x", "o"].filter((side) => game?.seats[side] && game.seats[side] === table.me);
  const ask = (after) => askRoom(table, `games/${number}/report?after=${after}`);
  const { epoch } = table.replica, id = epoch ? `${epoch}-${number}` : null;
  const lesson = async (told) => game && (await later("learn"))?.lessonButtons({ told, game: { id, size: game.size, rule: game.rule }, own, memory, table });
  return openReport({ title: T.reportOf(number), size: game?.size, ask, lesson });
};

/**
 * Opens the analysis that `ask(after)` requests, as it grows beyond `after` positions. Below the
 * complete analysis are the buttons that `lesson(told)` resolves to.
 */
export async function openReport({ title, size = 15, ask, lesson = () => [] }) {
  document.getElementById("report-dialog")?.remove();
  const progress = make("p", { class: "report-progress", role: "status" }, T.reportLoading), body = make("div", { class: "report" }, progress);
  const dialog = document.body.appendChild(make("dialog", { id: "report-dialog", "aria-labelledby": "report-title" },
    make("form", { method: "dialog" }, make("h2", { id: "report-title" }, title), body,
      make("div", { class: "actions" }, make("button", { value: "close", class: "primary" }, T.close)))));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  const fail = (words) => body.replaceChildren(make("p", { role: "alert" }, words));
  let view = null;
  try {
    for (let after = 0; dialog.isConnected;) {
      const told = await work(fetchReport(() => ask(after), () => dialog.isConnected));
      if (told.problem) return fail(told.problem);
      const report = readReport(told, size);
      progress.hidden = report.complete;
      if (!view && report.moves.length) body.append(...(view = reportView(size)).elements);
      view?.update(report);
      if (report.complete) return dialog.querySelector(".actions").prepend(...await buttons(lesson, told));
      progress.textContent = T.reportProgress({ done: report.appraised, total: report.positions });
      after = report.appraised + PART;
    }
  } catch {
    fail(T.reportFailed);
  }
}

/** Returns the buttons of the lesson. A fault in the lesson leaves the report as it is. */
async function buttons(lesson, told) {
  try {
    return await lesson(told) ?? [];
  } catch (error) {
    reportError(error);
    return [];
  }
}

async function fetchReport(ask, isWanted) {
  const answer = await askWhileBusy(ask, isWanted), told = await answer.json().catch(() => ({}));
  return answer.ok ? told : { problem: T.reportErrors[told.code] ?? T.reportFailed };
}

/** Returns {elements, update(report)}: the contents of the dialog. */
function reportView(size) {
  const name = (point) => pointName(point, size);
  let report = null, at = null, line = null; // the number of the move, if the user chose one; {event, at}
  const events = make("ul", { class: "report-events" }), figures = make("ul", { class: "report-figures" });
  const list = make("ol", { class: "report-moves", tabIndex: 0, "aria-label": T.reportAll }), all = make("input", { type: "checkbox" });
  const turning = make("p", { hidden: true });
  const graph = chanceGraph({ label: T.reportGraph, note: T.reportGraphNote, keys: T.reportGraphKeys, pick: lookAt });
  const board = reportBoard({ size, step, leave: () => lookAt(line.event.number) });
  all.addEventListener("change", drawMoves);
  return {
    elements: [
      make("h3", {}, T.reportEventsTitle), events,
      make("div", { class: "report-view" }, make("div", {}, make("h3", {}, T.reportGraph), graph.element), board.element),
      figures, make("p", { class: "hint" }, T.reportFormula), turning,
      make("label", { class: "check" }, all, make("span", {}, T.reportAll)), list,
    ],
    update,
  };

  function update(next) {
    report = next;
    const marks = report.moves.filter(({ kind }) => TELLING.includes(kind)).map(({ number }) => number);
    graph.update({ chances: report.chances, marks, count: report.positions - 1 });
    drawKeepingFocus(events, eventItems());
    figures.replaceChildren(...["x", "o"].filter((side) => report.accuracy[side] !== null).map((side) => make("li", {},
      make("span", { class: `token ${side}`, "aria-hidden": "true" }), make("span", {}, T.reportAccuracy({ side, percent: Math.round(report.accuracy[side]) })))));
    turning.hidden = !report.turningPoint;
    if (report.turningPoint) turning.textContent = T.reportTurning(report.turningPoint);
    drawMoves();
    show();
  }

  function eventItems() {
    const items = report.events.map((event) => make("li", {}, make("button", { type: "button", onclick: () => follow(event) }, eventWords(event))));
    return items.length || !report.complete ? items : [make("li", { class: "empty" }, T.reportNoEvents)];
  }

  function eventWords({ kind, number, side, points }) {
    return T.reportEvents[kind]({ number, side, points: points.map(name).join(", ") });
  }

  function drawMoves() {
    const shown = report.moves.filter(({ kind }) => all.checked || TELLING.includes(kind));
    const none = report.complete ? [make("li", { class: "empty" }, T.reportNone)] : [];
    drawKeepingFocus(list, shown.length ? shown.map(moveItem) : none);
  }

  function moveItem({ number, side, point, best, kind }) {
    const item = make("li", { class: `kind-${(kind ?? "").replace(/\W/g, "")}` },
      make("button", { type: "button", class: "link", onclick: () => lookAt(number) }, make("b", {}, T.reportMove({ number, side, point: name(point) })), make("span", { class: "kind" }, kindWords(kind))));
    if (isOther(best, point) && TELLING.includes(kind)) item.append(make("small", {}, T.reportBetter(name(best))));
    return item;
  }

  function lookAt(number) {
    [at, line] = [number, null];
    show();
  }

  function follow(event) {
    line = { event, at: Math.min(1, event.line.length) };
    at = event.number;
    show();
    board.element.scrollIntoView({ block: "nearest" });
  }

  function step(change) {
    line.at = Math.max(0, Math.min(line.event.line.length, line.at + change));
    show();
  }

  /** Shows the chosen position; without a choice, the turning point or the last one. */
  function show() {
    const number = Math.min(at ?? (report.complete ? report.turningPoint : null) ?? report.moves.length, report.moves.length);
    const move = report.moves[number - 1];
    const text = positionWords(number, move);
    graph.select(number, text);
    if (line) {
      const { event } = line;
      return board.show({ moves: report.moves, base: event.base, line: event.line, at: line.at, marks: line.at ? [] : event.points, text: eventWords(event) });
    }
    const marks = move && isOther(move.best, move.point) && TELLING.includes(move.kind) ? [move.best] : [];
    board.show({ moves: report.moves, base: number, line: null, at: 0, marks, text: marks.length ? `${text} ${T.reportBetter(name(move.best))}` : text });
  }

  function positionWords(number, move) {
    const { chance, proven } = report.chances[number] ?? { chance: 50, proven: false };
    const how = T.reportHow[proven ? "proven" : "believed"];
    return move ? T.reportAt({ number, side: move.side, point: name(move.point), kind: kindWords(move.kind), chance, how }) : T.reportAtStart({ chance, how });
  }
}

const kindWords = (kind) => (kind === null ? "…" : T.kinds[kind] ?? kind);

/** Replaces the items of a list. A button that has the focus passes it to its successor. */
function drawKeepingFocus(list, items) {
  const index = [...list.children].findIndex((item) => item.contains(document.activeElement));
  list.replaceChildren(...items);
  if (index >= 0) list.children[Math.min(index, items.length - 1)]?.querySelector("button")?.focus();
}
