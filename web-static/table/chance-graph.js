// A graph of X's chance to win over the moves of a game. Where a result is proven, the line is
// solid; elsewhere it is dashed.

import { element } from "../board/shapes.js";
import { make } from "../page/elements.js";

// The drawing is stretched to its place on the page, so it contains only lines, whose strokes are
// not.
const WIDTH = 600, HEIGHT = 180, LEFT = 10, RIGHT = 10, TOP = 8, BOTTOM = 8;

/**
 * Returns the place of each chance in the drawing. `count` is the number of moves of the game, so
 * that a growing graph keeps its scale.
 */
export const places = (chances, count) => chances.map(({ chance }, index) => ({
  x: LEFT + (WIDTH - LEFT - RIGHT) * index / Math.max(1, count), y: TOP + (HEIGHT - TOP - BOTTOM) * (100 - chance) / 100 }));

/**
 * Returns the paths {solid, dashed}. A part is solid if the results at both of its ends are proven.
 */
export function paths(chances, count) {
  const at = places(chances, count), drawn = { solid: "", dashed: "" };
  let last = null;
  for (let index = 1; index < at.length; index += 1) {
    const kind = chances[index - 1].proven && chances[index].proven ? "solid" : "dashed";
    const { x, y } = at[index], start = at[index - 1];
    if (kind !== last) drawn[kind] += `M${start.x.toFixed(1)} ${start.y.toFixed(1)}`;
    drawn[kind] += `L${x.toFixed(1)} ${y.toFixed(1)}`;
    last = kind;
  }
  return drawn;
}

/** Returns the index of the move at a place from 0 to 1 across the drawing. */
export const indexAt = (part, count) => Math.max(0, Math.min(count, Math.round((part * WIDTH - LEFT) / (WIDTH - LEFT - RIGHT) * count)));

/** Returns the next marked move in a direction, 1 or -1; `from` if there is none. */
export const nextMark = (marks, from, direction) => (
  (direction > 0 ? marks.find((mark) => mark > from) : marks.findLast((mark) => mark < from)) ?? from);

/**
 * Returns {element, update, select}. `update({chances, marks, count})` draws the graph; `marks` are
 * the numbers of the mistakes in increasing order. `select(index, words)` shows the current
 * position. `pick(index)` is called when the user chooses a position. The slider below the graph
 * does the same for keyboards and screen readers. Devices without a mouse, such as phones, do not
 * show the words `keys` about the keyboard.
 */
export function chanceGraph({ label, note, keys, pick }) {
  const svg = element("svg", { class: "chances", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, preserveAspectRatio: "none", "aria-hidden": "true" });
  const slider = make("input", { type: "range", min: 0, max: 1, value: 0, "aria-label": label });
  const scale = make("div", { class: "scale", "aria-hidden": "true" }, ["100", "50", "0"].map((text) => make("span", {}, text)));
  const figure = make("figure", { class: "chance-graph" }, scale, svg, slider, make("figcaption", { class: "hint" }, note, " ", make("span", { class: "for-keys" }, keys)));
  const cursor = element("path", { class: "at" }), dots = element("g", {});
  const lines = { dashed: element("path", { class: "course believed" }), solid: element("path", { class: "course proven" }) };
  let state = { chances: [], marks: [], count: 1 };
  for (const chance of [0, 50, 100]) {
    const y = TOP + (HEIGHT - TOP - BOTTOM) * (100 - chance) / 100;
    svg.append(element("path", { class: "level", d: `M${LEFT} ${y}H${WIDTH - RIGHT}` }));
  }
  svg.append(lines.dashed, lines.solid, cursor, dots);
  const choose = (index) => pick(Math.min(index, state.chances.length - 1));
  const pointed = ({ clientX }) => {
    const { left, width } = svg.getBoundingClientRect();
    choose(indexAt((clientX - left) / width, state.count));
  };
  svg.addEventListener("pointerdown", pointed);
  svg.addEventListener("pointermove", (event) => { if (event.buttons) pointed(event); });
  slider.addEventListener("input", () => choose(Number(slider.value)));
  slider.addEventListener("keydown", (event) => {
    const direction = { PageUp: -1, PageDown: 1 }[event.key];
    if (!direction) return;
    event.preventDefault();
    choose(nextMark(state.marks, Number(slider.value), direction));
  });
  return { element: figure, update, select };

  function update(next) {
    state = next;
    const drawn = paths(state.chances, state.count), at = places(state.chances, state.count);
    for (const kind of Object.keys(lines)) lines[kind].setAttribute("d", drawn[kind]);
    dots.replaceChildren(...state.marks.filter((mark) => at[mark]).map((mark) => element("path", { class: "mistake", d: `M${at[mark].x.toFixed(1)} ${at[mark].y.toFixed(1)}h0` })));
    slider.max = state.count;
  }

  function select(index, words) {
    const at = places(state.chances, state.count)[index];
    if (at) cursor.setAttribute("d", `M${at.x.toFixed(1)} ${TOP}V${HEIGHT - BOTTOM}`);
    slider.value = index;
    slider.setAttribute("aria-valuetext", words);
  }
}
