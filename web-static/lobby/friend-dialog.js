// Playing a friend: the game's options, then a link that carries them.

import { ask, make } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { field, optionFields } from "./seek-fields.js";
import { S } from "../texts/en/lobby.js";

/** Asks for the options and one's side; resolves to them, or null. `mayBeRated`: one's name is claimed. */
export async function askFriend({ browser, mayBeRated }) {
  let kept = {};
  try {
    kept = JSON.parse(browser.get("friend") ?? "{}");
  } catch {
    // As usual, then.
  }
  const fields = optionFields(kept, { mayBeRated });
  const side = make("select", { name: "side" }, ["x", "o"].map((each) => make("option", { value: each }, `${each.toUpperCase()}, ${each === "x" ? T.first : T.second}`)));
  side.value = kept.side === "o" ? "o" : "x";
  const form = make("form", { method: "dialog" }, make("h2", { id: "friend-title" }, S.playFriend), make("p", { class: "hint" }, S.friendHint),
    fields.element, make("div", { class: "fields" }, field(T.side, side)),
    make("div", { class: "actions" }, make("button", { value: "start", class: "primary" }, S.startAndShare), make("button", { value: "cancel", formNoValidate: true }, T.cancel)));
  const dialog = document.body.appendChild(make("dialog", { id: "friend-dialog", "aria-labelledby": "friend-title" }, form));
  const answer = await ask(dialog), chosen = { ...fields.read(), side: side.value };
  dialog.remove();
  if (answer !== "start") return null;
  browser.set("friend", JSON.stringify(chosen));
  return chosen;
}
