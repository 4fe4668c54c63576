// The form to look for an opponent with other terms than those of the tiles.

import { seekOf } from "../game/terms.js";
import { make, setText } from "../page/elements.js";
import { keptTerms, termFields } from "../table/term-fields.js";
import { T } from "../texts/texts.js";

/** The clock of a first search. Without one an opponent could think for ever. */
const FIRST_CLOCK = "300+5";

/** Returns the form, {element, draw()}. `ask(action)` asks before another game (user.js). */
export function seekForm({ browser, seeking, self, ask, account }) {
  const kept = keptTerms(browser, "seek"), fields = termFields({ clock: FIRST_CLOCK, rated: Boolean(self()?.claimed), ...kept }, () => ({ rated: true, listed: false }));
  const number = (name, label, value) => make("input", { type: "number", name, "aria-label": label, min: 0, max: 4000, step: 1, inputMode: "numeric", placeholder: T.anyRating, value: value ?? "" });
  const from = number("from", T.ratingFrom, kept.from), to = number("to", T.ratingTo, kept.to);
  const looking = make("button", { type: "submit", class: "primary" }, T.lookFor);
  const element = make("form", { class: "seek", "aria-label": T.playAnyone, onsubmit: (event) => { event.preventDefault(); ask(submit); } },
    fields.element,
    make("div", { class: "range", role: "group", "aria-label": T.ratingRange }, make("span", {}, T.ratingRange), from, make("span", { "aria-hidden": "true" }, "–"), to),
    looking);
  return { element, draw: () => setText(looking, seeking.wanted ? T.lookForThis : T.lookFor) };

  function submit() {
    const terms = fields.read();
    browser.set("seek", JSON.stringify({ ...terms, from: from.value, to: to.value }));
    if (terms.rated && !self()?.claimed) return account(T.ratedNeedsName, submit);
    const range = from.value || to.value ? `${from.value || 0}-${to.value || 4000}` : "";
    seeking.seek(seekOf(terms, range));
  }
}
