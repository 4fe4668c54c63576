// The banner with the connection's status and the seconds until the next retry.

import { T } from "../texts/texts.js";
import { connectionSentence } from "../texts/wording.js";

/**
 * Shows the connection's status in `element`, which contains a paragraph, a button, and `.short`
 * for small windows. Returns `update(status)`. `isPlaying` returns whether there is a game that
 * could be lost.
 */
export function mountBanner(element, onTryNow, isPlaying = () => false) {
  const words = element.querySelector("p"), short = element.querySelector(".short"), button = element.querySelector("button");
  let countdown;
  button.addEventListener("click", onTryNow);
  return function update(status) {
    clearInterval(countdown);
    const show = () => {
      const seconds = Math.ceil(((status.retryAt ?? 0) - Date.now()) / 1000);
      words.textContent = connectionSentence(navigator.onLine === false ? { ...status, why: "offline" } : status, seconds, isPlaying());
      if (!short) return;
      const waits = status.state === "offline" && seconds > 0;
      short.firstChild.textContent = waits ? T.offline : T.connecting;
      short.lastChild.textContent = waits ? ` · ${seconds} s` : "";
    };
    element.hidden = status.state === "online" || (status.state === "connecting" && !status.attempt);
    button.hidden = status.state !== "offline";
    show();
    if (status.state === "offline") countdown = setInterval(show, 500);
  };
}
