// Small drawn signs, the same on every system.

import { element } from "../board/shapes.js";

const PATHS = {
  play: "M7 5v14l12-7z", pause: "M6 5h4v14H6zM14 5h4v14h-4z", back: "M17 5v14L7 12z", on: "M7 5v14l10-7z",
  first: "M5 5h3v14H5zM19 5v14L9 12z", last: "M16 5h3v14h-3zM5 5v14l10-7z",
};

/** A button that shows a sign; `setIcon(name, words)` changes both the sign and what it is called. */
export function iconButton(name, words, onclick) {
  const button = document.createElement("button"), path = element("path");
  const sign = element("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true", class: "icon" });
  sign.append(path);
  button.type = "button";
  button.className = "sign";
  button.append(sign);
  button.addEventListener("click", onclick);
  button.setIcon = (next, called) => {
    if (button.title === called && path.getAttribute("d") === PATHS[next]) return;
    path.setAttribute("d", PATHS[next]);
    button.title = called;
    button.setAttribute("aria-label", called);
  };
  button.setIcon(name, words);
  return button;
}
