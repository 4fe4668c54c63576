// The points that renju forbids to X. The page marks them for X's player unless switched off, and
// for others if switched on. It also shows why a point is forbidden, with the rows that the move
// would make.

import { EDGE, RADIUS, STEP, element } from "../board/shapes.js";
import { pointName } from "../game/game.js";
import { T } from "../texts/texts.js";

/**
 * Returns {points, refuses, clear}. `points(game, sides)` returns a Map of forbidden points, or
 * null. `refuses(game, point, notice)` returns whether the point is forbidden, and then says why.
 */
export function createForbidden({ later, render, browser, board }) {
  const box = document.getElementById("forbidden");
  let renju = null, asked = false, shown = null, mine = false;
  box.addEventListener("change", () => {
    browser.set(mine ? "forbidden" : "forbidden-watching", box.checked ? "on" : "off");
    render();
  });
  return { points, refuses, clear };

  function points(game, sides) {
    box.parentElement.hidden = game.rule !== "renju";
    if (game.rule !== "renju") return null;
    mine = sides.includes("x");
    box.checked = (browser.get(mine ? "forbidden" : "forbidden-watching") ?? (mine ? "on" : "off")) === "on";
    if (!renju && !asked) {
      asked = true;
      later("renju").then((part) => { renju = part ?? null; asked = Boolean(part); if (part) render(); });
    }
    if (shown && shown.dataset.at !== at(game)) clear();
    return box.checked && game.toMove === "x" && !game.phase ? renju?.forbiddenPoints(game) ?? null : null;
  }

  function refuses(game, point, notice) {
    clear();
    if (game.rule !== "renju" || game.toMove !== "x" || game.phase || game.result || !renju) return false;
    if (game.moves.some(({ col, row }) => col === point.col && row === point.row)) return false;
    const why = renju.prohibition(game.size, game.moves, point);
    if (!why) return false;
    const called = why.rows.map((row) => row.map((each) => pointName(each, game.size)).join(" "));
    notice(`${T.forbiddenTo({ point: pointName(point, game.size), why: T.prohibitions[why.what] })} ${T.forbiddenRows[why.what](called.reduce((all, one) => T.twoRows({ one: all, other: one })))}`);
    draw(game, point, why.rows);
    return true;
  }

  /**
   * Draws a line under each row's stones, and a ring around each stone. The ring of the forbidden
   * stone is dashed.
   */
  function draw(game, point, rows) {
    const place = ({ col, row }) => [EDGE + col * STEP, EDGE + row * STEP];
    shown = element("g", { class: "why", "aria-hidden": "true" });
    shown.dataset.at = at(game);
    for (const row of rows) {
      const [[x1, y1], [x2, y2]] = [row[0], row.at(-1)].map(place);
      shown.append(element("line", { x1, y1, x2, y2 }));
    }
    for (const each of new Map(rows.flat().map((one) => [`${one.col},${one.row}`, one])).values()) {
      const [cx, cy] = place(each), isIt = each.col === point.col && each.row === point.row;
      shown.append(element("circle", { cx, cy, r: RADIUS + 1, class: isIt ? "refused" : "" }));
    }
    board.append(shown);
  }

  function clear() {
    shown?.remove();
    shown = null;
  }
}

const at = ({ number, moves }) => `${number} ${moves.length}`;
