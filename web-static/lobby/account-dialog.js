// The dialog to claim a name or sign in. A user with a name gets the actions of own-account.js
// instead.

import { ask, make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { NAME_LENGTHS, PASSWORD_LENGTHS } from "../game/term-tables.js";
import { ownAccount } from "./own-account.js";
import { refusalWords } from "../texts/term-words.js";

export { createAccount } from "./account.js";
export { refusalWords } from "../texts/term-words.js";

/**
 * Shows the dialog. Resolves when it is closed.
 *
 * @param account of account.js.
 * @param self    the user, {name, claimed}.
 * @param called  the name that the user has chosen so far.
 * @param note    the reason why the dialog is open.
 * @param profile goes to the user's own page.
 * @param done    (words) reports a success.
 */
export async function openAccount({ account, self, called, note, profile, done }) {
  document.getElementById("account-dialog")?.remove();
  const dialog = document.body.appendChild(make("dialog", { id: "account-dialog", "aria-labelledby": "account-title" }));
  const fill = (form) => { dialog.replaceChildren(form); };
  const close = (words) => { dialog.close(); if (words) done(words); };

  /**
   * Returns the form to claim a name (with a new password) or to sign in (with a known one). The
   * fields differ for password managers.
   */
  function entrance(claiming, name = called) {
    const who = make("input", { type: "text", name: "username", autocomplete: "username", maxLength: NAME_LENGTHS.most, required: true, value: name, autocapitalize: "off", spellcheck: false });
    const password = make("input", { type: "password", name: "password", autocomplete: claiming ? "new-password" : "current-password", required: true,
      minLength: claiming ? PASSWORD_LENGTHS.least : 1, maxLength: PASSWORD_LENGTHS.most, "aria-describedby": "password-note" });
    const trouble = make("p", { class: "notice", role: "alert", hidden: true });
    const go = make("button", { type: "submit", class: "primary" }, claiming ? T.claim : T.signIn);
    const form = make("form", { onsubmit: submit },
      make("h2", { id: "account-title" }, claiming ? T.claimTitle : T.signInTitle),
      make("p", { class: "hint" }, note ?? (claiming ? T.claimHint : T.signInHint)),
      make("label", { class: "stacked" }, make("span", {}, T.name), who),
      make("label", { class: "stacked" }, make("span", {}, T.password), password),
      make("p", { id: "password-note", class: "hint" }, claiming ? T.passwordNote(PASSWORD_LENGTHS.least) : T.passwordLost),
      trouble,
      make("button", { type: "button", class: "link", onclick: () => { fill(entrance(!claiming, who.value)); focusFirst(); } }, claiming ? T.haveName : T.wantName),
      self ? make("button", { type: "button", class: "link", onclick: () => { close(); profile(); } }, T.myGames) : null,
      make("div", { class: "actions" }, go, make("button", { type: "button", onclick: () => close() }, T.cancel)));
    return form;

    async function submit(event) {
      event.preventDefault();
      go.disabled = true;
      trouble.hidden = true;
      try {
        await (claiming ? account.claim(who.value.trim(), password.value) : account.signIn(who.value.trim(), password.value));
        close(claiming ? T.claimed(who.value.trim()) : T.signedIn(who.value.trim()));
      } catch (refusal) {
        go.disabled = false;
        setText(trouble, refusalWords(refusal));
        trouble.hidden = false;
        // Only a refused password must be typed again. If the name was refused, the same password
        // may do with another name.
        if (refusal.code === "bad-login" || refusal.code === "weak-password") password.value = "";
        if (refusal.code !== "name-taken" && refusal.code !== "bad-name") password.focus();
        else who.focus();
      }
    }
  }

  const focusFirst = () => dialog.querySelector("input:not([readonly], details *), a, button")?.focus();
  fill(self?.claimed ? ownAccount({ account, self, close, profile }) : entrance(true));
  const closed = ask(dialog);
  focusFirst();
  await closed;
  dialog.remove();
}
