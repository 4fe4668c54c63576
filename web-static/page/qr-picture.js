// A link as a picture that a phone reads.

import { element } from "../board/shapes.js";
import { qrCode } from "./qr-code.js";

/** The light border that a code must have, in squares. */
const QUIET = 4;

/** The code of `text` as an SVG called `label`; null where the text is too long for one. */
export function qrPicture(text, label) {
  const rows = qrCode(text);
  if (!rows) return null;
  const side = rows.length + 2 * QUIET, picture = element("svg", { viewBox: `0 0 ${side} ${side}`, class: "code", role: "img", "aria-label": label, "shape-rendering": "crispEdges" });
  // Whatever the page's colours are: dark on light is what all phones can read.
  picture.append(element("rect", { width: side, height: side, fill: "#fff" }),
    element("path", { fill: "#000", d: rows.map((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")).join("")).join("") }));
  return picture;
}
