// The analysis of a finished game by the server's robot: the value of each move.

import { askRoom } from "../net/room-files.js";
import { work } from "../net/settled.js";
import { make } from "../page/elements.js";
import { pointName, readGame } from "../game/game.js";
import { T } from "../texts/texts.js";

/** The kinds of moves that are listed by default. */
const TELLING = ["inaccuracy", "mistake", "blunder", "missed-win"];
/**
 * The number of retries when the server has no time for the analysis yet, and the pause between
 * them, in ms.
 */
const TRIES = 5;
const PAUSE = 2_000;

/** Opens the analysis of the table's game of that number. */
export const showReport = (table, number) => openReport({
  title: T.reportOf(number), size: readGame(table.replica.state)?.size, ask: () => askRoom(table, `games/${number}/report`),
});

/** Opens the analysis that `ask()` requests. */
export async function openReport({ title, size = 15, ask }) {
  document.getElementById("report-dialog")?.remove();
  const body = make("div", { class: "report", "aria-live": "polite" }, make("p", {}, T.reportLoading));
  const dialog = document.body.appendChild(make("dialog", { id: "report-dialog", "aria-labelledby": "report-title" },
    make("form", { method: "dialog" }, make("h2", { id: "report-title" }, title), body,
      make("div", { class: "actions" }, make("button", { value: "close", class: "primary" }, T.close)))));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  try {
    const report = await work(fetchReport(ask, () => dialog.isConnected));
    body.replaceChildren(...(report.problem ? [make("p", { role: "alert" }, report.problem)] : contents(report, size)));
  } catch {
    body.replaceChildren(make("p", { role: "alert" }, T.reportFailed));
  }
}

async function fetchReport(ask, wanted) {
  for (let tries = 1; ; tries += 1) {
    const answer = await ask();
    const told = await answer.json().catch(() => ({}));
    if (answer.ok) return told;
    if (answer.status !== 503 || tries >= TRIES || !wanted()) return { problem: T.reportErrors[told.code] ?? T.reportFailed };
    await new Promise((done) => setTimeout(done, PAUSE));
  }
}

/**
 * Returns the dialog's contents: both sides' figures, the turning point, the moves. Validates
 * everything in the answer.
 */
function contents({ moves, summary, turningPoint }, size) {
  const lines = readMoves(moves, size);
  const figures = ["x", "o"].filter((side) => Number.isFinite(summary?.[side]?.accuracy))
    .map((side) => make("li", {}, make("span", { class: `token ${side}`, "aria-hidden": "true" }), make("span", {}, T.reportAccuracy({ side, percent: Math.round(summary[side].accuracy) }))));
  const list = make("ol", { class: "report-moves", tabIndex: 0, "aria-label": T.reportAll }), all = make("input", { type: "checkbox" });
  const fill = () => {
    const shown = lines.filter(({ kind }) => all.checked || TELLING.includes(kind));
    list.replaceChildren(...(shown.length ? shown.map((line) => moveItem(line, size)) : [make("li", { class: "empty" }, T.reportNone)]));
  };
  all.addEventListener("change", fill);
  fill();
  return [
    make("ul", { class: "report-figures" }, figures),
    Number.isInteger(turningPoint) ? make("p", {}, T.reportTurning(turningPoint)) : null,
    make("label", { class: "check" }, all, make("span", {}, T.reportAll)), list,
  ].filter(Boolean);
}

/** Returns the valid moves of a report: {number, side, point, best, kind}. */
export function readMoves(moves, size) {
  const point = (cell) => {
    const [col, row] = String(cell ?? "").split(",").map(Number);
    return [col, row].every((at) => Number.isInteger(at) && at >= 0 && at < size) ? { col, row } : null;
  };
  return (Array.isArray(moves) ? moves : []).map((move) => (
    { number: move?.move, side: move?.move % 2 ? "x" : "o", point: point(move?.cell), best: point(move?.best), kind: String(move?.kind) }
  )).filter(({ number, point: at }) => Number.isInteger(number) && at);
}

function moveItem({ number, side, point, best, kind }, size) {
  const item = make("li", { class: `kind-${kind.replace(/\W/g, "")}` }, make("b", {}, T.reportMove({ number, side, point: pointName(point, size) })),
    make("span", { class: "kind" }, T.kinds[kind] ?? kind));
  const other = best && (best.col !== point.col || best.row !== point.row);
  if (other && TELLING.includes(kind)) item.append(make("small", {}, T.reportBetter(pointName(best, size))));
  return item;
}
