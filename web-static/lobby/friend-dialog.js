// The dialog to play a friend: the game's terms, then a link that carries them.

import { ask, make } from "../page/elements.js";
import { field, select } from "../page/fields.js";
import { keptTerms, termFields } from "../table/term-fields.js";
import { T } from "../texts/texts.js";

/** The choice of a random side. */
const LOT = "lot";
export const sideBy = (choice, random = Math.random) => (choice === LOT ? (random() < 0.5 ? "x" : "o") : choice);

/**
 * Asks for the terms and the user's side. Resolves to them, or null. `claimed` says whether the
 * game may be rated.
 */
export async function askFriend({ browser, claimed }) {
  const kept = keptTerms(browser, "friend");
  const fields = termFields({ rated: claimed, ...kept }, () => ({ rated: claimed, listed: false }));
  const side = select("side", ["x", "o", LOT], (each) => (each === LOT ? T.randomSide : `${each.toUpperCase()}, ${each === "x" ? T.first : T.second}`), ["o", LOT].includes(kept.side) ? kept.side : "x");
  const form = make("form", { method: "dialog" }, make("h2", { id: "friend-title" }, T.playFriend), make("p", { class: "hint" }, T.friendHint),
    fields.element, field(T.side, side),
    make("div", { class: "actions" }, make("button", { value: "start", class: "primary" }, T.startAndShare), make("button", { value: "cancel", formNoValidate: true }, T.cancel)));
  const dialog = document.body.appendChild(make("dialog", { id: "friend-dialog", "aria-labelledby": "friend-title" }, form));
  const answer = await ask(dialog), chosen = { ...fields.read(), side: side.value };
  dialog.remove();
  if (answer !== "start") return null;
  browser.set("friend", JSON.stringify(chosen));
  return { ...chosen, side: sideBy(chosen.side) };
}
