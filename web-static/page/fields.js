// Form fields with labels.

import { make } from "./elements.js";

/** Returns a field with its label before it. */
export const field = (label, ...inputs) => make("label", { class: "field" }, make("span", {}, label), inputs);

/** Returns a check box with its label after it. */
export const check = (label, box) => make("label", { class: "check" }, box, make("span", {}, label));

/** Returns a check box. */
export const tick = (name, checked = false) => make("input", { type: "checkbox", name, checked });

/** Returns a select element for `values`. `words(value)` returns the text of each. */
export function select(name, values, words, value) {
  const made = make("select", { name }, values.map((each) => make("option", { value: each }, words(each))));
  made.value = value;
  return made;
}

/** Returns an input for a number between `min` and `max`. */
export const number = (name, value, min, max, step = 1) => make("input", { type: "number", name, value, min, max, step, inputMode: "decimal", required: true });
