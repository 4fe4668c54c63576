// Drawings over the board of a puzzle: hints, marked points, a wrong try, and the arrow to the next
// move of a line. The styles are in marks.css.

import { EDGE, RADIUS, STEP, element } from "../board/shapes.js";
import { pointAt } from "../game/places.js";

/** The length and half the width of an arrow's head, and the distance to the points' centres. */
const HEAD = 15, HALF = 8, GAP = RADIUS + 2;

const placeOf = (index, size) => {
  const { col, row } = pointAt(index, size);
  return { x: EDGE + col * STEP, y: EDGE + row * STEP };
};

/** Returns the outline of an arrow between two points; "" if they are neighbours or the same. */
export function arrowPath(from, to) {
  const dx = to.x - from.x, dy = to.y - from.y, length = Math.hypot(dx, dy);
  if (length < 2 * GAP + HEAD) return "";
  const along = (at, aside = 0) => `${Math.round(from.x + (dx * at - dy * aside) / length)} ${Math.round(from.y + (dy * at + dx * aside) / length)}`;
  const neck = length - GAP - HEAD, wide = HALF / 3;
  return `M${along(GAP, -wide)}L${along(neck, -wide)}L${along(neck, -HALF)}L${along(length - GAP)}L${along(neck, HALF)}L${along(neck, wide)}L${along(GAP, wide)}z`;
}

/** Returns `draw({size, found, hint, wrong, next, from})`, for points as numbers. */
export function mountArrows(svg) {
  const layer = element("g", { class: "puzzle-marks", "aria-hidden": "true" });
  return function draw({ size, found = [], hint = [], wrong = null, next = null, from = null }) {
    // The board replaces all its parts when its size changes.
    if (layer.parentNode !== svg || layer.nextSibling) svg.append(layer);
    const at = (index, name, shape) => {
      const { x, y } = placeOf(index, size), group = element("g", { class: name, transform: `translate(${x} ${y})` });
      group.append(shape);
      return group;
    };
    const arrow = next !== null && from !== null ? arrowPath(placeOf(from, size), placeOf(next, size)) : "";
    layer.replaceChildren(
      ...found.map((index) => at(index, "found", element("path", { d: "M-9 1-3 8 10-8" }))),
      ...hint.map((index) => at(index, "hint-point", element("circle", { r: RADIUS - 2 }))),
      ...(wrong === null ? [] : [at(wrong, "wrong-point", element("path", { d: "M-9-9 9 9M9-9-9 9" }))]),
      ...(next === null ? [] : [at(next, "next-point", element("circle", { r: RADIUS - 3 }))]),
      ...(arrow ? [element("path", { class: "arrow", d: arrow })] : []),
    );
  };
}
