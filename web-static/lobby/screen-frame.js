// A screen that covers the table with a heading, a message and a way to the lobby.

import { T } from "../texts/texts.js";
import { make, setText } from "../page/elements.js";

/** Creates the frame, which is hidden at first. */
export function mountFrame() {
  const heading = make("h2", { class: "title", tabIndex: -1 });
  const toLobby = make("a", { class: "button", href: "?lobby" });
  const said = make("p", { class: "notice", role: "alert", hidden: true });
  const content = make("div");
  const root = make("main", { id: "screen", class: "screen", hidden: true },
    make("div", { class: "screen-head" }, heading, toLobby), said, content);
  const skip = document.querySelector(".skip"), table = document.querySelector("main");
  table.after(root);
  return { show, draw, tell, fail };

  /**
   * Shows `screen` {title, element} and gives its heading the focus, or shows the table for null.
   */
  function show(screen) {
    root.hidden = !screen;
    skip.setAttribute("href", screen ? "#screen" : "#board");
    tell("");
    if (!screen) return content.replaceChildren();
    setText(heading, screen.title);
    content.replaceChildren(screen.element);
    scrollTo(0, 0);
    heading.focus({ preventScroll: true });
  }

  function draw() {
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
