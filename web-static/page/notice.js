// A sentence over the board.

import { setText } from "./elements.js";

/** How long good news stands, in ms. */
const TOAST = 6_000;

/**
 * Returns `notice(text, kind)`, which shows a text in `line`, or nothing for "". `kind` is "done" for what went well, "info" for what
 * others did: both go by themselves.
 */
export function mountNotice(line) {
  let passing; // until good news goes
  return function notice(text, kind = "") {
    clearTimeout(passing);
    if (text && kind) passing = setTimeout(() => notice(""), TOAST);
    line.setAttribute("role", kind ? "status" : "alert");
    line.dataset.kind = kind;
    line.hidden = !text;
    setText(line, text);
  };
}
