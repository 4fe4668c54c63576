// The actions of a user who owns a name: own page, password, name, sessions, a bot's token, signing
// out, deleting the account.

import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { dayWords, refusalWords } from "../texts/term-words.js";
import { NAME_LENGTHS, PASSWORD_LENGTHS } from "../game/term-tables.js";

/** The longest name of a device or a bot, in UTF-16 units. */
const DEVICE_LENGTH = 64;

/**
 * Returns the form. `account` is of account.js, `close(words)` closes the dialog and reports a
 * success, and `profile()` goes to the user's page.
 */
export function ownAccount({ account, self, close, profile }) {
  const said = make("p", { class: "notice", role: "status", hidden: true });
  const tell = (words, kind = "") => { said.dataset.kind = kind; said.hidden = !words; setText(said, words); };
  const list = make("ul", { class: "lines sessions" }, make("li", { class: "empty" }, T.loading));
  const others = make("button", { type: "button", hidden: true, onclick: () => end("others") }, T.signOutOthers);
  const part = (id, title, ...content) => make("details", { id }, make("summary", {}, title), make("div", { class: "stacked" }, content));
  const devices = part("own-sessions", T.sessions, make("p", { class: "hint" }, T.sessionsHint), list, others);
  devices.addEventListener("toggle", () => devices.open && show(account.sessions()));
  return make("div", { class: "own" },
    make("h2", { id: "account-title" }, self.name), make("p", { class: "hint" }, T.signedInHint),
    make("a", { class: "button", href: `?person=${encodeURIComponent(self.name)}`, onclick: (event) => { event.preventDefault(); close(); profile(); } }, T.myProfile),
    said, part("own-password", T.changePassword, passwordForm()), devices, part("own-bot", T.botToken, botForm()),
    part("own-name", T.changeName, nameForm()), part("own-end", T.deleteAccount, endForm()),
    make("div", { class: "actions" },
      make("button", { type: "button", id: "sign-out", onclick: () => { account.signOut(); close(T.signedOut); } }, T.signOut),
      make("button", { type: "button", class: "primary", onclick: () => close() }, T.done)));

  /** Shows the list of sessions that `answer` resolves to. */
  async function show(answer) {
    try {
      const sessions = await answer;
      list.replaceChildren(...sessions.map(line));
      others.hidden = sessions.length < 2;
      return true;
    } catch (refusal) {
      tell(refusalWords(refusal));
      return false;
    }
  }

  function line({ session, device, since, seen, here }) {
    const words = make("span", { class: "who" }, make("b", {}, device || T.someDevice), make("small", {}, here ? T.thisDevice : T.sessionWords({ since: dayWords(since), seen: dayWords(seen) })));
    return make("li", {}, words, here ? null : make("button", { type: "button", "aria-label": `${T.endSession}: ${device || T.someDevice}`, onclick: () => end(session) }, T.endSession));
  }

  async function end(session) {
    if (await show(account.endSession(session))) {
      tell(session === "others" ? T.othersSignedOut : T.sessionEnded, "done");
      devices.querySelector("summary").focus();
    }
  }

  function field(name, words, autocomplete = "current-password") {
    const input = make("input", { type: "password", name, autocomplete, required: true, minLength: autocomplete === "new-password" ? PASSWORD_LENGTHS.least : 1, maxLength: PASSWORD_LENGTHS.most });
    return { input, label: make("label", { class: "stacked" }, make("span", {}, words), input) };
  }

  /** Reports a refusal. After a wrong password the focus moves to that field. */
  function refused(refusal, password, other = password) {
    tell(refusal.code === "bad-login" ? T.wrongPassword : refusalWords(refusal));
    (refusal.code === "bad-login" ? password : other).focus();
  }

  function passwordForm() {
    const old = field("old", T.oldPassword), next = field("new", T.newPassword, "new-password");
    const go = make("button", { type: "submit" }, T.changePassword);
    return make("form", { onsubmit: submit },
      // Tells password managers whose password this is.
      make("input", { type: "text", name: "username", autocomplete: "username", value: self.name, hidden: true, readOnly: true }),
      old.label, next.label, make("p", { class: "hint" }, T.passwordEndsOthers), go);

    async function submit(event) {
      event.preventDefault();
      go.disabled = true;
      try {
        await account.changePassword(old.input.value, next.input.value);
        old.input.value = next.input.value = "";
        tell(T.passwordChanged, "done");
        if (devices.open) show(account.sessions());
      } catch (refusal) {
        refused(refusal, old.input, next.input);
      }
      go.disabled = false;
    }
  }

  function nameForm() {
    const called = make("input", { type: "text", name: "next-name", required: true, maxLength: NAME_LENGTHS.most, autocomplete: "off", autocapitalize: "off", spellcheck: false });
    const password = field("name-password", T.password);
    const go = make("button", { type: "submit" }, T.changeName);
    return make("form", { onsubmit: submit }, make("p", { class: "hint" }, T.renameHint),
      make("label", { class: "stacked" }, make("span", {}, T.newName), called), password.label, go);

    async function submit(event) {
      event.preventDefault();
      go.disabled = true;
      try {
        close(T.renamed(await account.rename(called.value.trim(), password.input.value)));
      } catch (refusal) {
        go.disabled = false;
        refused(refusal, password.input, called);
      }
    }
  }

  function endForm() {
    const password = field("end-password", T.password);
    const go = make("button", { type: "submit", class: "danger" }, T.deleteNow);
    return make("form", { onsubmit: submit }, make("p", { class: "hint" }, T.deleteHint), password.label, go);

    async function submit(event) {
      event.preventDefault();
      go.disabled = true;
      try {
        await account.remove(password.input.value);
        close(T.deleted);
      } catch (refusal) {
        go.disabled = false;
        refused(refusal, password.input);
      }
    }
  }

  function botForm() {
    const called = make("input", { type: "text", name: "device", maxLength: DEVICE_LENGTH, placeholder: T.bot });
    const token = make("input", { type: "text", readOnly: true, hidden: true, "aria-label": T.botToken });
    const note = make("p", { class: "hint", role: "status" }, T.botTokenHint);
    const go = make("button", { type: "submit" }, T.botTokenGet);
    return make("form", { onsubmit: submit }, note, make("label", { class: "stacked" }, make("span", {}, T.botCalled), called), token, go);

    async function submit(event) {
      event.preventDefault();
      go.disabled = true;
      try {
        token.value = await account.token(called.value.trim());
        token.hidden = false;
        setText(note, T.botTokenSecret);
        token.focus();
        token.select();
        if (devices.open) show(account.sessions());
      } catch (refusal) {
        setText(note, refusalWords(refusal));
      }
      go.disabled = false;
    }
  }
}
