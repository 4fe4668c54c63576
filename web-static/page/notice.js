// A message over the board.

import { setText } from "./elements.js";

/** The time that a message about a success stays, in ms. */
const TOAST = 6_000;

/**
 * Returns `notice(text, kind)`, which shows a text in `line`, or hides it for "". `kind` is "done"
 * for a success and "info" for an action of another participant. Both kinds disappear by
 * themselves.
 */
export function mountNotice(line) {
  let passing; // the timer that hides the message
  return function notice(text, kind = "") {
    clearTimeout(passing);
    if (text && kind) passing = setTimeout(() => notice(""), TOAST);
    line.setAttribute("role", kind ? "status" : "alert");
    line.dataset.kind = kind;
    line.hidden = !text;
    setText(line, text);
  };
}
