// The strip on every screen that shows the search for an opponent, with a button to stop it.

import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { termWords } from "../texts/term-words.js";

/** Puts the strip below the page's head. Returns `draw()`. */
export function mountStrip({ seeking, after }) {
  const words = make("p", { id: "seeking-words", role: "status" });
  const button = make("button", { type: "button", "aria-describedby": "seeking-words", onclick: () => seeking.cancel() });
  const strip = make("div", { class: "seeking", hidden: true }, make("span", { class: "pulse", "aria-hidden": "true" }), words, button);
  after.after(strip);
  return function draw() {
    strip.hidden = !seeking.wanted;
    setText(words, seeking.wanted ? T.seeking(termWords(seeking.wanted)) : "");
    setText(button, T.cancel);
  };
}
