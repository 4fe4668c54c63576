// Fields of forms with their labels.

import { make } from "./elements.js";

/** A field with its name before it. */
export const field = (label, ...inputs) => make("label", { class: "field" }, make("span", {}, label), inputs);

/** A check box with its name behind it. */
export const check = (label, box) => make("label", { class: "check" }, box, make("span", {}, label));

/** A box to tick. */
export const tick = (name, checked = false) => make("input", { type: "checkbox", name, checked });

/** A choice of `values`, each called by `words`. */
export function select(name, values, words, value) {
  const made = make("select", { name }, values.map((each) => make("option", { value: each }, words(each))));
  made.value = value;
  return made;
}

/** A number between two others. */
export const number = (name, value, min, max, step = 1) => make("input", { type: "number", name, value, min, max, step, inputMode: "decimal", required: true });
