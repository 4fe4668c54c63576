// Arrows and circles that the user draws over the board. Pure.
//
// The protocol has no marks for arrows and colours, so they exist only in this window.

/** The colours, by the modifier keys: none, Shift or Ctrl, Alt, and both. */
export const COLOURS = ["green", "red", "blue", "yellow"];
/** The largest number of drawings on a node, and of nodes with drawings. */
const DRAWN = 40, NODES = 100;
/** An arrow: the length and half the width of its head, its distance from the points, its width. */
const HEAD = 17, WING = 11, GAP = 9, WIDTH = 3.5;

/** Returns the colour for the modifier keys of an event. */
export const colourOf = ({ shiftKey, ctrlKey, altKey, metaKey }) => COLOURS[(shiftKey || ctrlKey ? 1 : 0) + (altKey || metaKey ? 2 : 0)];

/** Creates the drawings {from, to, colour} of all nodes. A circle ends at its own cell. */
export function createDrawings() {
  const nodes = new Map();
  return { toggle, at: (node) => nodes.get(node) ?? [], clear: (node) => nodes.delete(node) };

  /** Adds a drawing, gives it another colour, or removes it if it has this colour already. */
  function toggle(node, { from, to, colour }) {
    const known = nodes.get(node) ?? [], same = known.find((each) => each.from === from && each.to === to);
    const next = known.filter((each) => each !== same);
    if (same?.colour !== colour) next.push({ from, to, colour });
    nodes.delete(node);
    if (next.length) nodes.set(node, next.slice(-DRAWN));
    if (nodes.size > NODES) nodes.delete(nodes.keys().next().value);
  }
}

/** Returns the outline of an arrow between two places {x, y}, for the `d` of a path. */
export function arrowPath(from, to) {
  const length = Math.hypot(to.x - from.x, to.y - from.y), [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  const end = length - GAP, neck = end - HEAD;
  const corners = [[GAP, WIDTH], [neck, WIDTH], [neck, WING], [end, 0], [neck, -WING], [neck, -WIDTH], [GAP, -WIDTH]];
  const place = ([along, across]) => `${(from.x + along * ux - across * uy).toFixed(1)} ${(from.y + along * uy + across * ux).toFixed(1)}`;
  return `M${corners.map(place).join("L")}z`;
}
