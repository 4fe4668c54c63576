// Drawings over the board's stones: marks, the next moves of the tree, the engine's best points, a
// line as ghost stones, the user's arrows and circles, and the other participants' cursors. The
// styles are in tree.css.

import { EDGE, RADIUS, STEP, element } from "../board/shapes.js";
import { arrowPath } from "./drawings.js";
import { markPath } from "./mark-shapes.js";

/** The longest name in a cursor's tag, in letters, and the width of a letter. */
const NAME = 14, LETTER = 7.6;

const at = ({ col, row }, more) => element("g", { ...more, transform: `translate(${EDGE + col * STEP} ${EDGE + row * STEP})` });

function words(text, attributes) {
  const made = element("text", attributes);
  made.textContent = text;
  return made;
}

/** Returns the drawing of a mark, as on the wire: `triangle`, `label:A`. */
export function markShape(mark) {
  if (!mark.startsWith("label:")) {
    const { d, isFilled } = markPath(mark);
    return element("path", { d, ...(isFilled && { class: "filled" }) });
  }
  const label = mark.slice("label:".length);
  return words(label, { class: label.length > 2 ? "label long" : "label", y: 1 });
}

/** Returns `draw(view)` for overlays of the board `svg`. */
export function mountOverlay(svg) {
  const layer = element("g", { class: "overlay", "aria-hidden": "true" });
  return draw;

  /**
   * Draws {size, stones: Map, marks: [{col, row, mark}], next: [{col, row, main}], best: [{col,
   * row, text}], ghosts: [{col, row, stone, number}], needs: [{col, row}], drawings: [{from, to,
   * colour}] with points, cursors: [{col, row, name, colour}]}.
   */
  function draw({ size, stones, marks, next, best, ghosts, needs, drawings, cursors }) {
    // The board replaces all its parts when its size changes.
    if (layer.parentNode !== svg || layer.nextSibling) svg.append(layer);
    const busy = new Set([...best, ...ghosts, ...marks].map(({ col, row }) => `${col},${row}`)), covered = new Set(ghosts.map(({ col, row }) => `${col},${row}`));
    layer.replaceChildren(
      ...needs.map((point) => put(at(point, { class: "needed" }), element("rect", { x: -STEP / 2, y: -STEP / 2, width: STEP, height: STEP }))),
      ...next.filter(({ col, row }) => !busy.has(`${col},${row}`)).map((point) => put(at(point, { class: point.main ? "next main" : "next" }), element("circle", { r: point.main ? 7 : 5 }))),
      ...best.map((point, rank) => put(at(point, { class: `best rank${rank}` }), element("circle", { r: RADIUS - 1 }), words(point.text, { y: 1 }))),
      ...ghosts.map((point) => put(at(point, { class: `ghost ${point.stone}` }), element("circle", { class: "disc", r: RADIUS - 1 }), words(String(point.number), { class: "number", y: 1 }))),
      ...marks.filter(({ col, row }) => !covered.has(`${col},${row}`)).map((point) => put(at(point, { class: `study-mark on-${stones.get(`${point.col},${point.row}`) ?? "wood"}` }), element("circle", { class: "ground", r: 14 }), markShape(point.mark))),
      ...drawings.map(drawingShape),
      ...cursors.map((cursor) => cursorShape(cursor, size)),
    );
  }
}

function put(group, ...parts) {
  group.append(...parts);
  return group;
}

function drawingShape({ from, to, colour }) {
  const [one, other] = [from, to].map(({ col, row }) => ({ x: EDGE + col * STEP, y: EDGE + row * STEP }));
  return from.col === to.col && from.row === to.row ? element("circle", { class: `drawn ${colour}`, cx: one.x, cy: one.y, r: RADIUS - 1 })
    : element("path", { class: `drawn arrow ${colour}`, d: arrowPath(one, other) });
}

function cursorShape({ col, row, name, colour }, size) {
  const text = [...name].slice(0, NAME).join(""), width = [...text].length * LETTER + 12;
  // The tag stays on the board.
  const x = Math.min(Math.max(0, width / 2 - (col + 1) * STEP + 4), 0) || (col > size / 2 ? -width + 16 : -16), y = row ? -40 : 22;
  return put(at({ col, row }, { class: `cursor-of who${colour}` }),
    element("rect", { class: "ring", x: -STEP / 2 + 2, y: -STEP / 2 + 2, width: STEP - 4, height: STEP - 4, rx: 8 }),
    element("rect", { class: "tag", x, y, width, height: 19, rx: 6 }), words(text, { x: x + width / 2, y: y + 10 }));
}
