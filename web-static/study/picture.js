// The picture of a position, or of a line as an animation, as the text of an SVG file. Pure.
//
// The file stands alone: it has no styles, scripts or links, and its colours are attributes.

import { EDGE, RADIUS, STEP, starsOf } from "../board/shapes.js";
import { arrowPath } from "./drawings.js";
import { markPath } from "./mark-shapes.js";

/** The time for each move of an animation, and the time for its last position, in seconds. */
const MOVE = 0.9, REST = 2.5;

const place = (index) => EDGE + index * STEP;

/** Returns the text with the characters that XML reserves, and those that it forbids, replaced. */
// oxlint-disable-next-line no-control-regex -- XML forbids these characters.
const escaped = (text) => String(text).replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, "\ufffd")
  .replace(/[<>&"']/g, (character) => `&#${character.charCodeAt(0)};`);

function tag(name, attributes, ...children) {
  const written = Object.entries(attributes).map(([each, value]) => ` ${each}="${escaped(value)}"`).join("");
  return children.length ? `<${name}${written}>${children.join("")}</${name}>` : `<${name}${written}/>`;
}

const text = (words, attributes) => tag("text", { "text-anchor": "middle", "font-family": "system-ui, sans-serif", ...attributes }, escaped(words));

/**
 * Returns the picture.
 *
 * @param moves     {number, stone, col, row}; with `animated`, each one after the first `start`
 *                  appears after the one before it.
 * @param marks     {col, row, mark}, and `drawings` {from, to, colour} with points.
 * @param colours   {wood, edge, grid, coordinate, x, xMark, xEdge, o, oMark, oEdge, last}, and
 *                  those of drawings by their names.
 * @param title     for people who do not see the picture.
 */
export function pictureOf({ size, moves, marks = [], drawings = [], colours, title, animated = false, start = 0 }) {
  const side = 2 * EDGE + (size - 1) * STEP, count = moves.length - start, length = count * MOVE + REST;
  const appears = (index) => (animated && index >= start
    ? [tag("animate", { attributeName: "opacity", calcMode: "discrete", values: "0;1", keyTimes: `0;${((index - start + 1) * MOVE / (length + MOVE)).toFixed(4)}`, dur: `${(length + MOVE).toFixed(2)}s`, repeatCount: "indefinite" })] : []);
  const taken = new Map(moves.map(({ col, row, stone }) => [`${col},${row}`, stone]));
  const parts = [
    tag("title", {}, escaped(title)), ...ground(size, side, colours),
    ...moves.map((move, index) => tag("g", { transform: `translate(${place(move.col)} ${place(move.row)})` },
      tag("circle", { r: RADIUS, fill: colours[move.stone], stroke: colours[`${move.stone}Edge`], "stroke-width": index === moves.length - 1 ? 0 : 1 }),
      index === moves.length - 1 ? tag("circle", { r: RADIUS - 1, fill: "none", stroke: colours.last, "stroke-width": 3.5 }) : "",
      text(move.number, { y: 5.5, "font-size": 16, "font-weight": 600, fill: colours[`${move.stone}Mark`] }), ...appears(index))),
    ...marks.map((mark) => markPart(mark, taken.get(`${mark.col},${mark.row}`), colours)),
    ...drawings.map((drawing) => drawingPart(drawing, colours)),
  ];
  return tag("svg", { xmlns: "http://www.w3.org/2000/svg", viewBox: `0 0 ${side} ${side}`, width: side, height: side, role: "img" }, ...parts);
}

function ground(size, side, colours) {
  const end = side - EDGE, all = Array.from({ length: size }, (_, index) => index);
  return [
    tag("rect", { width: side, height: side, rx: 10, fill: colours.wood, stroke: colours.edge, "stroke-width": 2 }),
    tag("path", { d: all.map((index) => `M${EDGE} ${place(index)}H${end}M${place(index)} ${EDGE}V${end}`).join(""), stroke: colours.grid, "stroke-width": 1.1, fill: "none" }),
    ...starsOf(size).map(([col, row]) => tag("circle", { cx: place(col), cy: place(row), r: 3.5, fill: colours.grid })),
    ...all.flatMap((index) => [
      text(String.fromCharCode(97 + index), { x: place(index), y: side - 8.5, "font-size": 13, fill: colours.coordinate }),
      text(size - index, { x: 12, y: place(index) + 4, "font-size": 13, fill: colours.coordinate })]),
  ];
}

function markPart({ col, row, mark }, stone, colours) {
  const ink = stone ? colours[`${stone}Mark`] : colours.coordinate, label = mark.startsWith("label:") ? mark.slice("label:".length) : null;
  const { d, isFilled } = markPath(mark);
  return tag("g", { transform: `translate(${place(col)} ${place(row)})` },
    tag("circle", { r: 14, fill: stone ? colours[stone] : colours.wood }),
    label === null ? tag("path", { d, stroke: ink, "stroke-width": 3, fill: isFilled ? ink : "none" })
      : text(label, { y: 6, "font-size": label.length > 2 ? 12 : 20, "font-weight": 700, fill: ink }));
}

function drawingPart({ from, to, colour }, colours) {
  const [one, other] = [from, to].map(({ col, row }) => ({ x: place(col), y: place(row) }));
  return one.x === other.x && one.y === other.y
    ? ["#000", colours[colour]].map((stroke, index) => tag("circle", { cx: one.x, cy: one.y, r: RADIUS - 1, fill: "none", stroke, "stroke-width": index ? 3.5 : 5.5, opacity: index ? 1 : 0.5 })).join("")
    : tag("path", { d: arrowPath(one, other), fill: colours[colour], stroke: "#000", "stroke-opacity": 0.5, opacity: 0.85 });
}
