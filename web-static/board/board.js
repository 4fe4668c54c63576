// The board: an SVG grid that draws a given position and reports the picked point. Independent of
// rules and rooms.
//
//     const update = mountBoard(svg, { onPick, onPreview, label });
//     update({ size, stones, last, line, numbers, playable, ghost, confirm, forbidden, marks, notes, language });
//
// Call `update` at any time with the complete view; the board redraws only the differences. Points
// are {col, row} from the top left; a stone is {col, row, stone: "x" | "o", number, pending}.
//
// - Mouse: a click picks. Touch: a tap shows the stone, and a second tap on the same point picks
//   it. With `confirm` "always" the mouse and the keys need a second press, too; with "off" touch
//   needs none.
// - `forbidden` maps "col,row" to the reason why X may not play there, `marks` to a class of the
//   style sheet, and `notes` to words for screen readers (`cell.note`). When `language` changes,
//   every point gets its name anew.
// - Keys: arrows move the cursor; Home and End go to the row's ends (with Ctrl to the board's
//   corners), Page Up and Page Down to the column's ends. Enter or Space picks. Escape removes a
//   shown stone.
// - The event `forget` on the element removes a shown stone; `confirm` picks it.
// - For screen readers the board is a grid with one tab stop. `label(cell)` returns a point's
//   words.

import { EDGE, RADIUS, STEP, backdrop, defs, element, mark, stoneShape } from "./shapes.js";

let mounted = 0;

/** Draws a board into `svg` and returns `update(view)`. */
export function mountBoard(svg, { onPick, onPreview = () => {}, label = (cell) => cell.name } = {}) {
  const ids = `board${mounted += 1}`;
  let view = { size: 0, stones: [] };
  let cells = [], rows, lineLayer, cursor = null, preview = null, touched = false;

  svg.setAttribute("role", "grid");
  svg.classList.add("board");
  svg.addEventListener("pointerdown", (event) => { touched = event.pointerType === "touch"; });
  svg.addEventListener("click", (event) => {
    const cell = cellOf(event.target);
    if (!cell) return;
    focus(cell, false);
    choose(cell, view.confirm === "always" || (touched && view.confirm !== "off"));
  });
  svg.addEventListener("keydown", onKey);
  svg.addEventListener("focusin", (event) => {
    const cell = cellOf(event.target);
    if (cell) makeTabStop(cell);
  });
  svg.addEventListener("forget", () => showPreview(null));
  svg.addEventListener("confirm", () => preview && pick(preview));
  return update;

  function update(next) {
    if (next.size !== view.size) build(next.size);
    view = next;
    const stones = new Map(view.stones.map((stone) => [key(stone), stone]));
    const won = (view.line ?? []).map(key);
    for (const cell of cells) {
      const stone = stones.get(cell.key);
      draw(cell, {
        stone: stone?.stone, number: stone?.number, pending: Boolean(stone?.pending),
        last: Boolean(view.last) && key(view.last) === cell.key, won: won.indexOf(cell.key) + 1, numbers: Boolean(view.numbers),
        forbidden: stone ? undefined : view.forbidden?.get(cell.key), mark: stone ? undefined : view.marks?.get(cell.key),
        note: view.notes?.get(cell.key), language: view.language,
      });
    }
    drawLine(view.line ?? []);
    svg.classList.toggle("playable", Boolean(view.playable));
    svg.dataset.ghost = view.playable ? view.ghost ?? "" : "";
    if (preview && (!view.playable || preview.stone)) showPreview(null);
    else if (preview) ghostAt(preview);
  }

  function build(size) {
    const side = 2 * EDGE + (size - 1) * STEP;
    svg.setAttribute("viewBox", `0 0 ${side} ${side}`);
    svg.setAttribute("aria-rowcount", size);
    svg.setAttribute("aria-colcount", size);
    svg.replaceChildren(defs(ids), backdrop(size, side));
    preview = null;
    lineLayer = svg.appendChild(element("g", { class: "win-line", "aria-hidden": "true" }));
    rows = svg.appendChild(element("g", { role: "presentation" }));
    cells = [];
    for (let row = 0; row < size; row += 1) {
      const group = rows.appendChild(element("g", { role: "row", "aria-rowindex": row + 1 }));
      for (let col = 0; col < size; col += 1) cells.push(makeCell(group, { col, row }, size));
    }
    cursor = null;
    makeTabStop(cells[Math.floor(size / 2) * size + Math.floor(size / 2)]);
  }

  function makeCell(parent, { col, row }, size) {
    const x = EDGE + col * STEP, y = EDGE + row * STEP;
    const name = String.fromCharCode(97 + col) + (size - row);
    const group = parent.appendChild(element("g", {
      class: "cell", role: "gridcell", tabindex: -1, "aria-colindex": col + 1, transform: `translate(${x} ${y})`,
    }));
    group.dataset.point = name;
    group.append(
      element("rect", { class: "hit", x: -STEP / 2, y: -STEP / 2, width: STEP, height: STEP }),
      element("rect", { class: "cursor", x: -STEP / 2 + 1, y: -STEP / 2 + 1, width: STEP - 2, height: STEP - 2, rx: 6 }),
    );
    return { col, row, key: key({ col, row }), name, group, drawn: "", index: row * size + col };
  }

  function draw(cell, next) {
    const drawn = Object.values(next).join();
    if (drawn === cell.drawn) return;
    const isNew = next.stone && next.stone !== cell.stone;
    Object.assign(cell, next, { drawn });
    cell.group.dataset.stone = next.stone ?? "";
    cell.group.classList.toggle("pending", next.pending);
    cell.group.classList.toggle("last", next.last);
    cell.group.classList.toggle("won", next.won > 0);
    if (next.won) cell.group.style.setProperty("--nth", next.won);
    cell.group.setAttribute("aria-label", label(cell));
    cell.group.querySelector(".stone")?.remove();
    cell.group.querySelector(".forbidden, .marked")?.remove();
    if (next.stone) cell.group.append(stoneShape(cell, ids, isNew));
    if (next.forbidden) cell.group.append(element("path", { class: "forbidden", d: "M-8-8 8 8M8-8-8 8" }));
    else if (next.mark) cell.group.append(element("rect", { class: `marked ${next.mark}`, x: -STEP / 2, y: -STEP / 2, width: STEP, height: STEP }));
  }

  function drawLine(line) {
    const drawn = line.map(key).join(" ");
    if (lineLayer.dataset.cells === drawn) return;
    lineLayer.dataset.cells = drawn;
    lineLayer.replaceChildren();
    if (line.length < 2) return;
    // The line is below the stones, so that it hides nothing on them.
    const [[x1, y1], [x2, y2]] = [line[0], line[line.length - 1]].map(({ col, row }) => [EDGE + col * STEP, EDGE + row * STEP]);
    lineLayer.append(element("line", { x1, y1, x2, y2, pathLength: 1 }));
  }

  function pick(cell) {
    showPreview(null);
    onPick({ col: cell.col, row: cell.row });
  }

  /** Picks the point, or shows it first if moves need a confirmation. */
  function choose(cell, confirm) {
    if (confirm && view.playable && preview !== cell) showPreview(cell.stone ? null : cell);
    else pick(cell);
  }

  /** Shows the stone that a second tap would play; null removes it. */
  function showPreview(cell) {
    if (cell === preview) return;
    preview?.group.querySelector(".preview")?.remove();
    preview = cell;
    if (cell) ghostAt(cell);
    onPreview(cell && { col: cell.col, row: cell.row });
  }

  function ghostAt(cell) {
    if (cell.group.querySelector(".preview")) return;
    const ghost = element("g", { class: `preview ${view.ghost ?? "x"}`, "aria-hidden": "true" });
    ghost.append(element("circle", { class: "disc", r: RADIUS }), mark(view.ghost ?? "x"),
      element("path", { class: "cross-hairs", d: `M${-STEP} 0H${-RADIUS}M${RADIUS} 0H${STEP}M0 ${-STEP}V${-RADIUS}M0 ${RADIUS}V${STEP}` }));
    cell.group.append(ghost);
  }

  function onKey(event) {
    const cell = cellOf(event.target);
    if (!cell || event.altKey || event.metaKey) return;
    const { size } = view, last = size - 1;
    const go = (col, row) => focus(cells[Math.min(Math.max(row, 0), last) * size + Math.min(Math.max(col, 0), last)], true);
    const actions = {
      ArrowLeft: () => go(cell.col - 1, cell.row), ArrowRight: () => go(cell.col + 1, cell.row),
      ArrowUp: () => go(cell.col, cell.row - 1), ArrowDown: () => go(cell.col, cell.row + 1),
      Home: () => go(0, event.ctrlKey ? 0 : cell.row), End: () => go(last, event.ctrlKey ? last : cell.row),
      PageUp: () => go(cell.col, 0), PageDown: () => go(cell.col, last),
      Enter: () => choose(cell, view.confirm === "always"), " ": () => choose(cell, view.confirm === "always"), Escape: () => showPreview(null),
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    actions[event.key]();
  }

  function focus(cell, scroll) {
    makeTabStop(cell);
    cell.group.focus({ preventScroll: !scroll });
  }

  function makeTabStop(cell) {
    if (cursor === cell) return;
    cursor?.group.setAttribute("tabindex", -1);
    cursor = cell;
    cell.group.setAttribute("tabindex", 0);
  }

  function cellOf(target) {
    const group = target.closest?.(".cell");
    return group ? cells.find((cell) => cell.group === group) : undefined;
  }
}

const key = ({ col, row }) => `${col},${row}`;
