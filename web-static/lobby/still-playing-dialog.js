// The question before another game while a clock of the user's runs.

import { ask, make } from "../page/elements.js";
import { T } from "../texts/texts.js";

/**
 * Asks. Resolves to true if the user wants another game nevertheless. `game` is of own-games.js.
 */
export async function askStillPlaying(game) {
  document.getElementById("still-playing-dialog")?.remove();
  const dialog = document.body.appendChild(make("dialog", { id: "still-playing-dialog", "aria-labelledby": "still-playing-title" },
    make("form", { method: "dialog" }, make("h2", { id: "still-playing-title" }, T.stillPlaying(game.opponent)), make("p", {}, T.stillPlayingNote),
      make("div", { class: "actions" }, make("button", { value: "back", class: "primary" }, T.backToGame), make("button", { value: "on" }, T.anotherAnyway)))));
  const answer = await ask(dialog);
  dialog.remove();
  if (answer === "back") location.assign(game.href);
  return answer === "on";
}
