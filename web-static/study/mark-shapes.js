// The shapes of marks, as paths around the middle of a cell.

/** The outline of each mark, as on the wire. */
const PATHS = {
  triangle: "M0-11 10 7H-10z", square: "M-8.5-8.5H8.5V8.5H-8.5z", circle: "M-9.5 0a9.5 9.5 0 1 0 19 0a9.5 9.5 0 1 0-19 0z",
  cross: "M-8-8 8 8M8-8-8 8", selected: "M-5-5H5V5H-5z",
};

/** Returns {d, isFilled} of a mark's path. An unknown mark looks like `selected`. */
export function markPath(mark) {
  const shape = Object.hasOwn(PATHS, mark) ? mark : "selected";
  return { d: PATHS[shape], isFilled: shape === "selected" };
}
