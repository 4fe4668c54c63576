// The shapes of a board: stones, lines, coordinates. Their colours and strokes are in board.css.

const SVG = "http://www.w3.org/2000/svg";
/** The distance between two lines, in the drawing's own units. */
export const STEP = 40;
/** The distance from the board's edge to its first line. */
export const EDGE = 40;
/** A stone's radius. */
export const RADIUS = 18;

/** Returns an SVG element with attributes. */
export function element(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

/** Returns a stone's mark, which tells the stones apart without colour. */
export const mark = (stone) => (stone === "x"
  ? element("path", { class: "mark", d: "M-6-6 6 6M6-6-6 6" })
  : element("circle", { class: "mark", r: 7.5 }));

const corners = (r) => [[-1, -1], [1, -1], [1, 1], [-1, 1]]
  .map(([x, y]) => `M${x * r} ${y * (r - 7)}V${y * r}H${x * (r - 7)}`).join("");

/** Returns the stones' gradients and shadow, with ids that begin with `ids`. */
export function defs(ids) {
  const made = element("defs"), shade = made.appendChild(element("radialGradient", { id: `${ids}-shade` }));
  shade.append(element("stop", { class: "shade", offset: ".6" }), element("stop", { class: "shade", offset: "1", "stop-opacity": 0 }));
  for (const stone of ["x", "o"]) {
    const gradient = made.appendChild(element("radialGradient", { id: `${ids}-${stone}`, cx: "35%", cy: "28%", r: "78%" }));
    gradient.append(...["light", "mid", "dark", "rim"].map((kind, index) => element("stop", { class: `${stone}-${kind}`, offset: [0, .5, .88, 1][index] })));
  }
  const shine = made.appendChild(element("radialGradient", { id: `${ids}-shine` }));
  shine.append(element("stop", { class: "shine", offset: "0" }), element("stop", { class: "shine", offset: "1" }));
  return made;
}

let grain = null;
/** Sets the picture of the wood's grain, for existing and for new boards. */
export function dress(picture) {
  grain = picture;
  for (const image of document.querySelectorAll("image.grain")) image.setAttribute("href", grain);
}

/** Returns the star points [column, row] of a board. */
export function starsOf(size) {
  const far = size > 13 || size % 2 ? 3 : 2, middle = Math.floor(size / 2);
  const corners = [[far, far], [size - 1 - far, far], [far, size - 1 - far], [size - 1 - far, size - 1 - far]];
  return size % 2 ? [...corners, [middle, middle]] : corners;
}

/** Returns the wood, lines, star points and coordinates. */
export function backdrop(size, side) {
  const group = element("g", { class: "backdrop", "aria-hidden": "true" });
  const end = side - EDGE, at = (index) => EDGE + index * STEP;
  let grid = "";
  for (let index = 0; index < size; index += 1) grid += `M${EDGE} ${at(index)}H${end}M${at(index)} ${EDGE}V${end}`;
  group.append(
    element("rect", { class: "wood", width: side, height: side, rx: 10 }),
    element("image", { class: "grain", width: side, height: side, preserveAspectRatio: "none", ...(grain && { href: grain }) }),
    element("rect", { class: "bevel", x: 2, y: 2, width: side - 4, height: side - 4, rx: 8 }),
    element("path", { class: "grid", d: grid }),
    element("rect", { class: "frame", x: EDGE, y: EDGE, width: end - EDGE, height: end - EDGE }),
  );
  for (const [col, row] of starsOf(size)) group.append(element("circle", { class: "star", cx: at(col), cy: at(row), r: 3.5 }));
  group.append(...coordinates(size, { at, bottom: side - 8.5, left: 12, drop: 4 }));
  return group;
}

/**
 * Returns the letters of the columns and the numbers of the rows. `at(index)` is the place of a
 * line, `bottom` that of the letters' baseline, `left` the middle of the numbers, and `drop` the
 * distance from a line to the baseline of its number.
 */
export function coordinates(size, { at, bottom, left, drop }) {
  return Array.from({ length: size }, (_, index) => {
    const letter = element("text", { class: "coordinate", x: at(index), y: bottom });
    const number = element("text", { class: "coordinate", x: left, y: at(index) + drop });
    letter.textContent = String.fromCharCode(97 + index);
    number.textContent = size - index;
    return [letter, number];
  }).flat();
}

/**
 * Returns a stone: X is dark with a cross, O light with a ring. A pending stone is hollow and
 * dashed, and the last stone has corners around it.
 */
export function stoneShape({ stone, number, pending, last, numbers }, ids, isNew) {
  const group = element("g", { class: `stone ${stone}${isNew ? " new" : ""}` });
  if (!pending) group.append(element("circle", { cx: 2, cy: 3, r: RADIUS + 3, fill: `url(#${ids}-shade)` }));
  group.append(element("circle", { class: "disc", r: RADIUS, ...(pending ? {} : { fill: `url(#${ids}-${stone})` }) }));
  if (!pending) group.append(element("ellipse", { class: "gloss", cx: -6, cy: -8, rx: 9, ry: 6, transform: "rotate(-36 -6 -8)", fill: `url(#${ids}-shine)` }));
  if (numbers && number) {
    const text = element("text", { class: "number", y: 1 });
    text.textContent = number;
    group.append(text);
  } else {
    group.append(mark(stone));
  }
  if (last) group.append(element("path", { class: "corners", d: corners(RADIUS + 1) }));
  return group;
}
