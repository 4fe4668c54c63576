// A message to the user.

import { setText } from "./elements.js";

/** The time that a message about a success stays, in ms. */
const TOAST = 6_000;

/**
 * Returns `notice(text, kind)`, which shows a text in `line`, or hides it for "". `kind` is "done"
 * for a success and "info" for an action of another participant. Both kinds disappear by
 * themselves.
 *
 * @param below the part of the page that the message lies on, if any. A press on the message, or
 *   the focus in that part, hides the message.
 */
export function mountNotice(line, below) {
  let passing; // the timer that hides the message
  if (below) line.addEventListener("click", () => notice(""));
  below?.addEventListener("focusin", () => notice(""));
  return notice;

  function notice(text, kind = "") {
    clearTimeout(passing);
    if (text && kind) passing = setTimeout(() => notice(""), TOAST);
    line.setAttribute("role", kind ? "status" : "alert");
    line.dataset.kind = kind;
    line.hidden = !text;
    setText(line, text);
  }
}
