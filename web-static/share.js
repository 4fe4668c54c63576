// Handing the table's link on.

import { sendLink } from "./send-link.js";
import { setText } from "./elements.js";
import { T } from "./texts.js";

/** Shares or copies the link, or shows it to be copied by hand; `notice` tells what was done. */
export async function shareLink(notice) {
  const done = await sendLink(T.shareTitle);
  if (done === "copied") notice(T.copied);
  if (done) return;
  const line = document.getElementById("link-fallback"), field = document.getElementById("link");
  line.hidden = false;
  setText(line.querySelector("label"), T.copyByHand);
  field.value = location.href;
  field.select();
}
