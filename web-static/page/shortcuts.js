// The dialog with the keyboard shortcuts.

import { ask, make } from "./elements.js";
import { T } from "../texts/texts.js";

/** The keys of each group, in the order of their descriptions (texts: shortcutWords, keyLabels). */
export const GROUPS = {
  study: [["←", "→", "B", "F"], ["↑", "↓"], ["U", "D"], ["Home", "End", "1", "L"], ["Z", "Ctrl + Z"], ["Delete"], ["E"], ["X"], ["A"], ["Esc"], ["+", "−"]],
  board: [["←", "↑", "↓", "→"], ["Enter"], ["Home", "End"], ["Ctrl + Home", "Ctrl + End"], ["PageUp", "PageDown"], ["Esc"]],
  replay: [["←", "→"], ["Home", "End"], ["Space"], ["Esc"]],
  page: [["Tab"], ["?"]],
};

/** Returns the names of keys that are pressed together. Letters and arrows have none. */
const keyWords = (keys) => keys.split(" + ").map((key) => T.keyLabels[key] ?? key).join(" + ");

/** Shows the dialog with these groups and a further `hint`. Resolves when it is closed. */
export async function openShortcuts({ groups = ["board", "replay", "page"], hint = null } = {}) {
  if (document.querySelector("dialog[open]")) return;
  const group = (name) => [
    make("h3", {}, T.shortcutGroups[name]),
    make("dl", {}, GROUPS[name].map((each, index) => make("div", {}, make("dt", {}, each.flatMap((keys) => [make("kbd", {}, keyWords(keys)), " "])), make("dd", {}, T.shortcutWords[name][index])))),
  ];
  const dialog = document.body.appendChild(make("dialog", { id: "shortcuts-dialog", class: "shortcuts", "aria-labelledby": "shortcuts-title" },
    make("form", { method: "dialog" }, make("h2", { id: "shortcuts-title" }, T.shortcuts), groups.flatMap(group), hint && make("p", { class: "hint" }, hint),
      make("div", { class: "actions" }, make("button", { value: "done", class: "primary" }, T.close)))));
  await ask(dialog);
  dialog.remove();
}
