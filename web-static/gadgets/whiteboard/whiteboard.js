// A whiteboard. Each line is one key, whose name contains its author's id. Two participants never
// draw under the same key, so no guard is needed. The room keeps all lines for participants who
// join later. A long line is sent repeatedly while it is being drawn.

import { begin, element, entries, me, nameOf } from "../shared/gadget.js";

const byId = (id) => document.getElementById(id);
const COLOURS = { black: "#1c1c1c", red: "#c01c28", green: "#26a269", blue: "#1a5fb4", orange: "#c64600" };
/**
 * The maximum number of points per line, and the number of new points after which a line is sent. A
 * longer stroke continues as another line.
 */
const LINE_LIMIT = 400, PIECE = 12;

let colour = "black", drawing = null;

begin(draw);

const board = byId("board");
board.addEventListener("pointerdown", (event) => {
  if (!wave.getState() || !wave.getViewer()) return;
  board.setPointerCapture(event.pointerId);
  start(pointOf(event));
});
board.addEventListener("pointermove", (event) => {
  if (!drawing) return;
  drawing.points.push(...pointOf(event));
  draw(wave.getState());
  if (drawing.points.length >= 2 * LINE_LIMIT) {
    send();
    start(drawing.points.slice(-2));
  } else if (drawing.points.length % (2 * PIECE) === 0) {
    send();
  }
});
board.addEventListener("pointerup", () => {
  if (!drawing) return;
  send();
  drawing = null;
});
byId("undo").addEventListener("click", () => {
  const [last] = mine(wave.getState()).slice(-1);
  if (last) wave.getState().submitDelta({ [`line ${last}`]: null });
});
byId("clear").addEventListener("click", () => {
  const lines = entries(wave.getState(), "line ");
  if (lines.length) wave.getState().submitDelta(Object.fromEntries(lines.map(([key]) => [`line ${key}`, null])));
});
byId("colours").append(...Object.entries(COLOURS).map(([name, value]) => {
  const button = element("button", { type: "button", title: name, ariaLabel: name, data: { name } });
  button.style.background = value;
  button.addEventListener("click", () => { colour = name; pressed(); });
  return button;
}));
pressed();

/** Returns the pointer's coordinates in the units of the board's viewBox. */
function pointOf(event) {
  const box = board.getBoundingClientRect();
  return [Math.round((event.clientX - box.left) / box.width * 600), Math.round((event.clientY - box.top) / box.height * 400)];
}

function start(points) {
  const number = 1 + Math.max(0, ...mine(wave.getState()).map((key) => Number(key.split(" ")[1])), drawing?.number ?? 0);
  drawing = { number, colour, points: [...points] };
}

function send() { wave.getState().submitDelta({ [`line ${me()} ${drawing.number}`]: { colour: drawing.colour, points: drawing.points } }); }

/** Returns the keys of the viewer's lines without their prefix ("id number"), oldest first. */
function mine(state) {
  const numberOf = (key) => Number(key.slice(me().length + 1));
  return entries(state, "line ").map(([key]) => key).filter((key) => key.startsWith(`${me()} `)).sort((a, b) => numberOf(a) - numberOf(b));
}

function draw(state) {
  const lines = entries(state, "line "), own = drawing && `${me()} ${drawing.number}`;
  // The line being drawn comes from this window, because the room's copy is slightly older.
  const all = [...lines.filter(([key]) => key !== own), ...(drawing ? [[own, drawing]] : [])];
  board.replaceChildren(...all.map(([key, line]) => {
    const shape = document.createElementNS("http://www.w3.org/2000/svg", "polyline");
    shape.setAttribute("points", line.points.length > 2 ? line.points.join(" ") : [...line.points, ...line.points].join(" "));
    shape.setAttribute("stroke", COLOURS[line.colour] ?? COLOURS.black);
    shape.dataset.key = key;
    return shape;
  }));
  const people = [...new Set(lines.map(([key]) => key.split(" ")[0]))].map(nameOf);
  byId("told").textContent = people.length ? `Drawn by ${people.join(", ")}.` : "Draw with your finger, a pen or the mouse.";
  gadgets.window.adjustHeight();
}

function pressed() { for (const button of byId("colours").children) button.ariaPressed = String(button.dataset.name === colour); }
