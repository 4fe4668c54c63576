// The list of tables with a game in progress, to watch one.

import { isRobot } from "../game/robots.js";
import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { ruleName } from "../texts/wording.js";
import { fetched } from "../net/fetching.js";

/** The number of tables to request, and the number to list. */
const ASKED = 200, LISTED = 50;

/** Shows the tables except `here`. `name(id)` returns a robot's name. */
export async function showTables({ here, name }) {
  document.getElementById("watch-dialog")?.remove();
  const list = make("ul", { class: "tables" }), status = make("p", { class: "empty", role: "status" }, T.loading);
  const dialog = document.body.appendChild(make("dialog", { id: "watch-dialog", "aria-labelledby": "watch-title" },
    make("form", { method: "dialog" }, make("h2", { id: "watch-title" }, T.watchTitle), list, status,
      make("div", { class: "actions" }, make("button", { value: "cancel" }, T.close)))));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.showModal();
  try {
    const { rooms } = await fetched(`api/rooms?limit=${ASKED}`);
    const tables = inPlay(rooms ?? [], here);
    list.replaceChildren(...tables.map((room) => line(room, name)));
    setText(status, tables.length ? "" : T.watchNone);
  } catch {
    setText(status, T.watchFailed);
  }
}

/** Returns those of `rooms` in which a game runs and a participant is present. */
export const inPlay = (rooms, here) => rooms
  .filter(({ room, kind, participants, move, result, x, o }) => kind === "gomoku" && room !== here && participants > 0 && !result && move >= 0 && (x || o))
  .slice(0, LISTED);

function line({ room, rule, move, participants, x, o }, name) {
  const known = (id) => (isRobot(id) ? name(id) : null);
  const who = known(x) || known(o) ? ` · ${T.versus({ x: known(x) ?? "X", o: known(o) ?? "O" })}` : "";
  return make("li", {}, make("a", { class: "button", href: `?room=${encodeURIComponent(room)}` },
    make("b", {}, room), make("small", {}, `${ruleName(rule)} · ${T.moves(move)} · ${T.people(participants)}${who}`)));
}
