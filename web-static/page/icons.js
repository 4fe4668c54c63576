// Small drawn icons, the same on every system.

import { element } from "../board/shapes.js";

const PATHS = {
  "play": "M7 5v14l12-7z", "pause": "M6 5h4v14H6zM14 5h4v14h-4z", "back": "M17 5v14L7 12z", "on": "M7 5v14l10-7z",
  "first": "M5 5h3v14H5zM19 5v14L9 12z", "last": "M16 5h3v14h-3zM5 5v14l10-7z",
  "undo": "M9 5v4h5a6 6 0 1 1 0 12H8v-2h6a4 4 0 1 0 0-8H9v4L3 10z", "rematch": "M12 4a8 8 0 0 1 7.4 5H22l-4 5-4-5h3.2A6 6 0 1 0 12 18v2a8 8 0 1 1 0-16z",
  "draw": "M4 8h16v3H4zM4 14h16v3H4z", "resign": "M5 3h2v18H5zM8 4h11l-3 4 3 4H8z", "leave": "M4 4h9v3h-2V6H6v12h5v-1h2v3H4zM15 8l5 4-5 4v-3H9v-2h6z",
  "abort": "M6 4l6 6 6-6 2 2-6 6 6 6-2 2-6-6-6 6-2-2 6-6-6-6z", "hint": "M12 3a6 6 0 0 1 3.5 10.9V16h-7v-2.1A6 6 0 0 1 12 3zM9 18h6v1.5H9zM10 21h4v1h-4z",
  "report": "M4 19h16v2H4zM5 11h3v6H5zM10.5 5h3v12h-3zM16 8h3v9h-3z", "invite": "M7 6h4V3h2v3h4a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2V8a2 2 0 0 1 2-2zm1.5 4v3h2v-3zm5 0v3h2v-3z",
  "new-game": "M10.5 4h3v6.5H20v3h-6.5V20h-3v-6.5H4v-3h6.5z", "opening": "M12 2a10 10 0 1 0 0 20 10 10 0 0 0 0-20zm-1 15h2v2h-2zm1-12a4 4 0 0 1 2.6 7c-1 .9-1.6 1.4-1.6 3h-2c0-2.5 1-3.3 2-4.2A2 2 0 1 0 10 9H8a4 4 0 0 1 4-4z", "next-opponent": "M4 5l7 7-7 7zM13 5l7 7-7 7z", "open": "M3 5h7l2 2h9v12H3zm2 6v6h14v-6z", "more": "M4 10h4v4H4zM10 10h4v4h-4zM16 10h4v4h-4z", "up": "M12 4l8 9h-5v7H9v-7H4z", "main": "M12 2.5l2.9 6.3 6.9.8-5.1 4.7 1.4 6.8L12 17.7l-6.1 3.4 1.4-6.8-5.1-4.7 6.9-.8z", "remove": "M9 3h6l1 2h4v2H4V5h4zM6 9h12l-1 12H7zm3 2v8h1.5v-8zm4.5 0v8H15v-8z", "share-game": "M12 3l5 5h-4v8h-2V8H7zM4 13h2v6h12v-6h2v8H4z",
};
PATHS.takeback = PATHS.undo;
PATHS.hints = PATHS.hint;

/** Returns an icon to show beside text. */
export function sign(name) {
  const path = element("path", { d: PATHS[name] }), drawn = element("svg", { viewBox: "0 0 24 24", width: 24, height: 24, "aria-hidden": "true", class: "icon" });
  drawn.append(path);
  return drawn;
}

/** Returns a button with an icon. Its `setIcon(name, words)` changes the icon and the label. */
export function iconButton(name, words, onclick) {
  const button = document.createElement("button"), drawn = sign(name), path = drawn.firstChild;
  button.type = "button";
  button.className = "sign";
  button.append(drawn);
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
