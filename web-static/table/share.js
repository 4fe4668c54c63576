// Sharing the link of the table or of a finished game: copied at once, shown as text, and as a code
// for a phone's camera.

import { ask, make, setText } from "../page/elements.js";
import { qrPicture } from "../page/qr-picture.js";
import { T } from "../texts/texts.js";

/** Shares the link to a finished game's page. `save(link)` makes a link save the game's record. */
export function shareGame({ url, save }) {
  const file = make("a", { class: "button" }, T.saveGame);
  save(file);
  return shareLink(url, { title: T.shareGameAsk, more: [make("a", { id: "its-record", class: "button", href: url }, T.itsRecord), file] });
}

/**
 * Copies the link and shows it. If it cannot be copied, the user can copy it by hand. `more` are
 * further links in the dialog.
 */
export async function shareLink(url = location.href, { title = T.shareAsk, more = [] } = {}) {
  document.getElementById("share-dialog")?.remove();
  const field = make("input", { id: "link", type: "text", readOnly: true, value: url, "aria-label": T.theLink, onfocus: () => field.select() });
  const told = make("p", { class: "told", role: "status" });
  const copy = make("button", { type: "button", onclick: put }, T.copyLink);
  const send = navigator.share ? make("button", { type: "button", class: "primary", onclick: hand }, T.sendLink) : null;
  const dialog = document.body.appendChild(make("dialog", { id: "share-dialog", class: "share", "aria-labelledby": "share-title" },
    make("form", { method: "dialog" }, make("h2", { id: "share-title" }, title), qrPicture(url, T.linkAsCode),
      make("div", { class: "row" }, field, copy), told, more.length ? make("div", { class: "row files" }, more) : null,
      make("div", { class: "actions" }, send, make("button", { value: "done", class: send ? "" : "primary", autofocus: true }, T.done)))));
  const answer = ask(dialog);
  put();
  await answer;
  dialog.remove();

  async function put() {
    try {
      await navigator.clipboard.writeText(url);
      setText(told, T.copied);
      told.dataset.kind = "done";
    } catch {
      setText(told, T.copyByHand);
      told.dataset.kind = "";
      field.select();
    }
  }

  /** Opens the system's share sheet. Dismissing it is not an error. */
  function hand() {
    navigator.share({ title: T.shareTitle, url }).catch(() => {});
  }
}
