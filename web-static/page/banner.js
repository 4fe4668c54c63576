// What says how the connection is, with the seconds until the next try.

import { T } from "../texts/texts.js";
import { connectionSentence } from "../texts/wording.js";

/**
 * Shows in `element` (a paragraph, a button, and `.short` for where there is little room) what is worth showing; returns
 * `update(status)`. `isPlaying` says whether there is a game that could be lost.
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
