// The dialog with the keyboard shortcuts.

import { ask, make } from "./elements.js";
import { T } from "../texts/texts.js";

/** The keys of each group, in the order of their descriptions (texts: shortcutWords). */
const GROUPS = {
  board: [["←", "↑", "↓", "→"], ["Enter"], ["Home", "End"], ["Ctrl + Home", "Ctrl + End"], ["Page Up", "Page Down"], ["Esc"]],
  replay: [["←", "→"], ["Home", "End"], ["Space"], ["Esc"]],
  page: [["Tab"], ["?"]],
};

/** Shows the dialog. Resolves when it is closed. */
export async function openShortcuts() {
  if (document.querySelector("dialog[open]")) return;
  const group = ([name, keys]) => [
    make("h3", {}, T.shortcutGroups[name]),
    make("dl", {}, keys.map((each, index) => make("div", {}, make("dt", {}, each.flatMap((key) => [make("kbd", {}, key), " "])), make("dd", {}, T.shortcutWords[name][index])))),
  ];
  const dialog = document.body.appendChild(make("dialog", { id: "shortcuts-dialog", class: "shortcuts", "aria-labelledby": "shortcuts-title" },
    make("form", { method: "dialog" }, make("h2", { id: "shortcuts-title" }, T.shortcuts), Object.entries(GROUPS).flatMap(group),
      make("div", { class: "actions" }, make("button", { value: "done", class: "primary" }, T.close)))));
  await ask(dialog);
  dialog.remove();
}
