// A link as a picture for a phone's camera.

import { element } from "../board/shapes.js";
import { qrCode } from "./qr-code.js";

/** The required light border, in modules. */
const QUIET = 4;

/** Returns the code of `text` as an SVG with the label `label`, or null if the text is too long. */
export function qrPicture(text, label) {
  const rows = qrCode(text);
  if (!rows) return null;
  const side = rows.length + 2 * QUIET, picture = element("svg", { viewBox: `0 0 ${side} ${side}`, class: "code", role: "img", "aria-label": label, "shape-rendering": "crispEdges" });
  // Always dark on light, whatever the page's colours, because all phones can read that.
  picture.append(element("rect", { width: side, height: side, fill: "#fff" }),
    element("path", { fill: "#000", d: rows.map((row, y) => row.map((dark, x) => (dark ? `M${x + QUIET} ${y + QUIET}h1v1h-1z` : "")).join("")).join("") }));
  return picture;
}
