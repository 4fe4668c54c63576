// The actions for a person whose name was pressed: profile, mute, report to the operator.

import { ask, make } from "../page/elements.js";
import { T } from "../texts/texts.js";

/**
 * Shows the dialog. Resolves to "report", "mute" or "" when it is closed. It opens from a chat
 * message. The chat hides messages of muted people; table/mute-dialog.js unmutes them.
 */
export async function openPerson({ id, name }) {
  document.getElementById("person-dialog")?.remove();
  const dialog = document.body.appendChild(make("dialog", { id: "person-dialog", "aria-labelledby": "person-title" },
    make("form", { method: "dialog" }, make("h2", { id: "person-title" }, name),
      make("a", { class: "button", href: `?person=${encodeURIComponent(id)}`, onclick: () => dialog.close() }, T.myProfile),
      make("button", { value: "mute" }, T.hearNot),
      make("button", { value: "report" }, T.reportPerson),
      make("div", { class: "actions" }, make("button", { value: "", class: "primary" }, T.done)))));
  const answer = await ask(dialog);
  dialog.remove();
  return answer;
}
