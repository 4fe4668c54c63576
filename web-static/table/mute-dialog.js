// The dialog that mutes participants in this browser's chat.

import { isPerson } from "../game/robots.js";
import { ask, make } from "../page/elements.js";
import { T } from "../texts/texts.js";

/** The largest number of people in the list. */
const LISTED = 100;

/** Returns the other people at the table, in its seats or in its chat: {id, name}. */
export function others({ replica, me, nameOf }) {
  const seats = ["x", "o"].map((side) => replica.state.get(side)).filter(isPerson);
  const ids = new Set([...replica.chat.map(({ by }) => by), ...seats, ...replica.participants.keys()].filter((id) => typeof id === "string" && id !== me));
  return [...ids].slice(0, LISTED).map((id) => ({ id, name: nameOf(id) }));
}

/** Shows the dialog, which changes `muted` (memory.js). Resolves when it is closed. */
export async function openMuteDialog(table, muted) {
  document.getElementById("mute-dialog")?.remove();
  const line = ({ id, name }) => {
    const box = make("input", { type: "checkbox", checked: !muted.has(id) });
    box.addEventListener("change", () => muted.set(id, !box.checked));
    return make("li", {}, make("label", { class: "option" }, box, make("span", {}, name)));
  };
  const dialog = document.body.appendChild(make("dialog", { id: "mute-dialog", "aria-labelledby": "mute-title" },
    make("form", { method: "dialog" }, make("h2", { id: "mute-title" }, T.muteTitle), make("p", { class: "empty" }, T.muteNote),
      make("ul", { class: "mute-list" }, others(table).map(line)),
      make("div", { class: "actions" }, make("button", { value: "done", class: "primary" }, T.done)))));
  await ask(dialog);
  dialog.remove();
}
