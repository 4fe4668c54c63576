// The line that says how the connection is, with the seconds until the next try.

import { connectionSentence } from "../texts/wording.js";

/** Shows in `element` (a paragraph and a button) what is worth showing; returns `update(status)`. */
export function mountBanner(element, onTryNow) {
  const words = element.querySelector("p"), button = element.querySelector("button");
  let countdown;
  button.addEventListener("click", onTryNow);
  return function update(status) {
    clearInterval(countdown);
    const show = () => {
      const seconds = Math.ceil(((status.retryAt ?? 0) - Date.now()) / 1000);
      words.textContent = connectionSentence(navigator.onLine === false ? { ...status, why: "offline" } : status, seconds);
    };
    element.hidden = status.state === "online" || (status.state === "connecting" && !status.attempt);
    button.hidden = status.state !== "offline";
    show();
    if (status.state === "offline") countdown = setInterval(show, 500);
  };
}
