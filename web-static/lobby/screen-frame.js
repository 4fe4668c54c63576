// The frame of a screen: its heading, the way back to the table, the place for a message.

import { T } from "../texts/texts.js";
import { make, setText } from "../page/elements.js";

/**
 * Creates the frame. `back()` goes to the table. `backWords()` returns the button's words, or null
 * if there is no game to return to.
 */
export function mountFrame({ back, backWords }) {
  const heading = make("h2", { class: "title", tabIndex: -1 });
  const toTable = make("button", { type: "button", onclick: back });
  const toLobby = make("a", { class: "button", href: "?lobby" });
  const said = make("p", { class: "notice", role: "alert", hidden: true });
  const content = make("div");
  const root = make("main", { id: "screen", class: "screen", hidden: true },
    make("div", { class: "screen-head" }, heading, make("div", { class: "ways-on" }, toTable, toLobby)), said, content);
  const skip = document.querySelector(".skip"), table = document.querySelector("main");
  table.after(root);
  return { show, draw, tell, fail, rename: (title) => setText(heading, title) };

  /**
   * Shows `screen` {title, element}, or the table for null. The heading gets the focus if the user
   * came from elsewhere in the page.
   */
  function show(screen, { focus = true } = {}) {
    root.hidden = !screen;
    skip.setAttribute("href", screen ? "#screen" : "#board");
    tell("");
    if (!screen) return content.replaceChildren();
    setText(heading, screen.title);
    content.replaceChildren(screen.element);
    toLobby.hidden = screen.title === T.lobbyTitle;
    scrollTo(0, 0);
    if (focus) heading.focus({ preventScroll: true });
  }

  function draw() {
    toTable.hidden = !backWords();
    setText(toTable, backWords() ?? "");
    setText(toLobby, T.lobbyTitle);
  }

  function tell(words, kind = "") {
    said.dataset.kind = kind;
    said.hidden = !words;
    setText(said, words);
  }

  /** Shows a message instead of a screen that cannot be loaded. */
  function fail(title, words) {
    show({ title, element: make("p", { class: "notice", role: "alert" }, words) });
    document.documentElement.dataset.screen = "person";
  }
}
