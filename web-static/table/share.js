// Handing the table's link on.

import { sendLink } from "../page/send-link.js";
import { make } from "../page/elements.js";
import { T } from "../texts/texts.js";

/** Shares or copies the link, or shows it to be copied by hand; `notice` tells what was done. */
export async function shareLink(notice) {
  const done = await sendLink(T.shareTitle);
  if (done === "copied") notice(T.copied, "done");
  if (done) return;
  document.getElementById("link-fallback")?.remove();
  const field = make("input", { id: "link", type: "text", readOnly: true, value: location.href });
  document.querySelector(".top").after(make("p", { id: "link-fallback", class: "fallback" }, make("label", { htmlFor: "link" }, T.copyByHand), field));
  field.select();
}
