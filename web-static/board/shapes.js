// What a board is drawn of: stones, lines, coordinates. Shapes only; their looks are in board.css.

const SVG = "http://www.w3.org/2000/svg";
/** The distance of two lines, in the drawing's own units. */
export const STEP = 40;
/** From the board's edge to its first line. */
export const EDGE = 40;
/** A stone's radius. */
export const RADIUS = 18;

/** An SVG element with attributes. */
export function element(name, attributes = {}) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

/** What tells the stones apart without colour. */
export const mark = (stone) => (stone === "x"
  ? element("path", { class: "mark", d: "M-6-6 6 6M6-6-6 6" })
  : element("circle", { class: "mark", r: 7.5 }));

const corners = (r) => [[-1, -1], [1, -1], [1, 1], [-1, 1]]
  .map(([x, y]) => `M${x * r} ${y * (r - 7)}V${y * r}H${x * (r - 7)}`).join("");

/** The stones' shading and their shadow, under names that begin with `ids`. */
export function defs(ids) {
  const made = element("defs"), shade = made.appendChild(element("radialGradient", { id: `${ids}-shade` }));
  shade.append(element("stop", { class: "shade", offset: ".6" }), element("stop", { class: "shade", offset: "1", "stop-opacity": 0 }));
  for (const stone of ["x", "o"]) {
    const gradient = made.appendChild(element("radialGradient", { id: `${ids}-${stone}`, cx: "35%", cy: "28%", r: "78%" }));
    gradient.append(element("stop", { class: `${stone}-light`, offset: "0" }), element("stop", { class: `${stone}-dark`, offset: "1" }));
  }
  return made;
}

/** Wood, lines, star points and coordinates. */
export function backdrop(size, side) {
  const group = element("g", { class: "backdrop", "aria-hidden": "true" });
  const end = side - EDGE, at = (index) => EDGE + index * STEP;
  let grid = "";
  for (let index = 0; index < size; index += 1) grid += `M${EDGE} ${at(index)}H${end}M${at(index)} ${EDGE}V${end}`;
  // The grain: long lines, each with a wave of its own, too faint to count.
  let grain = "";
  for (let line = 1; line < 26; line += 1) {
    const y = line * side / 26 + 9 * Math.sin(line * 7), bend = 16 * Math.sin(line * 3);
    grain += `M4 ${y}C${side * .3} ${y + bend} ${side * .6} ${y - bend} ${side - 4} ${y + bend / 2}`;
  }
  group.append(
    element("rect", { class: "wood", width: side, height: side, rx: 10 }),
    element("path", { class: "grain", d: grain }),
    element("path", { class: "grid", d: grid }),
    element("rect", { class: "frame", x: EDGE, y: EDGE, width: end - EDGE, height: end - EDGE }),
  );
  const far = size > 13 || size % 2 ? 3 : 2, middle = Math.floor(size / 2);
  const stars = [[far, far], [size - 1 - far, far], [far, size - 1 - far], [size - 1 - far, size - 1 - far]];
  if (size % 2) stars.push([middle, middle]);
  for (const [col, row] of stars) group.append(element("circle", { class: "star", cx: at(col), cy: at(row), r: 3.5 }));
  for (let index = 0; index < size; index += 1) {
    const letter = element("text", { class: "coordinate", x: at(index), y: side - 8.5 });
    const number = element("text", { class: "coordinate", x: 12, y: at(index) + 4 });
    letter.textContent = String.fromCharCode(97 + index);
    number.textContent = size - index;
    group.append(letter, number);
  }
  return group;
}

/** X is dark with a cross, O light with a ring; a pending stone is hollow and dashed; the last has corners round it. */
export function stoneShape({ stone, number, pending, last, numbers }, ids, isNew) {
  const group = element("g", { class: `stone ${stone}${isNew ? " new" : ""}` });
  if (!pending) group.append(element("circle", { cx: 2, cy: 3, r: RADIUS + 3, fill: `url(#${ids}-shade)` }));
  group.append(element("circle", { class: "disc", r: RADIUS, ...(pending ? {} : { fill: `url(#${ids}-${stone})` }) }));
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
