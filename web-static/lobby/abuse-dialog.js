// The dialog to report a participant to the server's operator: the person, the reason, and a few
// words.

import { ask, make, setText } from "../page/elements.js";
import { field, select } from "../page/fields.js";
import { T } from "../texts/texts.js";
import { refusalWords } from "../texts/term-words.js";

/** The reasons, as the operator reads them. */
const REASONS = ["insults", "cheating", "spoiling", "name", "other"];
/** The longest text in UTF-16 units. A report may have 2,000 bytes, and a character up to four. */
const LONGEST = 480;

/**
 * Asks for a report. Resolves to whether it was sent.
 *
 * @param people the participants who can be reported, {id, name}.
 * @param chosen the id that is selected first.
 * @param send   (participant, text) resolves when the server has the report, or throws a Refusal.
 */
export async function openAbuse({ people, chosen, send }) {
  document.getElementById("abuse-dialog")?.remove();
  const who = select("who", people.map(({ id }) => id), (id) => people.find((each) => each.id === id).name, chosen ?? people[0]?.id);
  const reason = select("reason", REASONS, (each) => T.abuseReasons[each], REASONS[0]);
  const words = make("textarea", { name: "words", rows: 3, maxLength: LONGEST });
  const trouble = make("p", { class: "notice", role: "alert", hidden: true }), go = make("button", { type: "submit", class: "primary" }, T.abuseSend);
  let sent = false;
  const dialog = document.body.appendChild(make("dialog", { id: "abuse-dialog", "aria-labelledby": "abuse-title" },
    make("form", { onsubmit: submit }, make("h2", { id: "abuse-title" }, T.abuseTitle), make("p", { class: "hint" }, T.abuseNote),
      field(T.abuseWho, who), field(T.abuseReason, reason), make("label", { class: "stacked" }, make("span", {}, T.abuseWords), words), trouble,
      make("div", { class: "actions" }, go, make("button", { type: "button", onclick: () => dialog.close() }, T.cancel)))));
  await ask(dialog);
  dialog.remove();
  return sent;

  async function submit(event) {
    event.preventDefault();
    go.disabled = true;
    trouble.hidden = true;
    try {
      await send(who.value, `[${reason.value}] ${words.value.trim()}`.trim());
      sent = true;
      dialog.close();
    } catch (refusal) {
      setText(trouble, T.abuseErrors[refusal.code] ?? refusalWords(refusal));
      trouble.hidden = false;
      go.disabled = false;
      go.focus();
    }
  }
}
