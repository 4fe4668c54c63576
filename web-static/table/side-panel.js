// The panel beside the game: chat, the list of moves, the people and the user's own name.

import { pointName } from "../game/game.js";
import { inSight, make } from "../page/elements.js";
import { mountOwnName } from "../page/own-name.js";
import { T } from "../texts/texts.js";
import { personName } from "../texts/wording.js";
import { mountChat } from "./chat.js";
import { mountTabs } from "./tabs.js";
import { mountWheel } from "./look-back.js";

/** The largest number of people listed by name. */
const PEOPLE_SHOWN = 30;

const byId = (id) => document.getElementById(id);

/**
 * Connects the panel.
 *
 * @param lookBack (number) shows the position after that move.
 * @param step     (by) goes one move back or forward.
 * @param about    (id) is called when a person's name is pressed.
 * @returns {update(view), updateName(), restore(text), showTab(name)}; `view` is {known, game, me,
 *   people, at}, where `at` is the number of the shown earlier move, or null.
 */
export function mountSidePanel({ table, identity, browser, lookBack, step, about }) {
  const panel = byId("panel"), tabs = mountTabs(panel, () => seen());
  const chat = mountChat({
    list: byId("chat"), form: byId("chat-form"), empty: () => T.noChat, onSay: table.say, onName: about,
    draft: { get: () => browser.get("draft"), set: (text) => browser.set("draft", text) },
  });
  const updateName = mountOwnName({ identity, connection: table.connection });
  let lines = [], read = null;
  byId("moves").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) lookBack(Number(button.dataset.number));
  });
  mountWheel([byId("board")], step);
  panel.inert = false;
  return { update, updateName, restore: chat.restore, showTab: tabs.show };

  function update(view) {
    lines = table.chatLines();
    chat.update(lines);
    if (view.known) seen();
    drawPeople(byId("people"), view);
    drawMoves(byId("moves"), view.game, view.at);
    byId("mute").hidden = table.replica.participants.size < 2 && !table.replica.chat.length;
  }

  /** Counts the unread messages. Messages from before the user joined count as read. */
  function seen() {
    const keys = lines.filter(({ mine }) => !mine).map(({ key }) => key);
    if (read === null || tabs.shown() === "chat") read = new Set(keys);
    const unread = keys.filter((key) => !read.has(key)).length;
    const tab = byId("tab-chat");
    tab.dataset.unread = unread || "";
    tab.setAttribute("aria-label", unread ? T.chatUnread(unread) : T.chat);
  }
}

function drawPeople(list, { people, me, game, known }) {
  const seated = (id) => Object.values(game?.seats ?? {}).includes(id);
  const rank = ({ id }) => (id === me ? 0 : seated(id) ? 1 : 2);
  const shown = [...people].sort((a, b) => rank(a) - rank(b)).slice(0, PEOPLE_SHOWN);
  const lines = shown.map(({ id, name, bot }) => {
    const marks = ["x", "o"].filter((side) => game?.seats[side] === id).map((side) => side.toUpperCase());
    return [personName(name), [id === me && T.you, bot && T.bot, ...marks].filter(Boolean).join(", ")];
  });
  if (people.length > shown.length) lines.push([`+ ${people.length - shown.length}`, ""]);
  if (known && people.length <= 1) lines.push([T.alone, "alone"]);
  const drawn = JSON.stringify(lines);
  if (list.dataset.drawn === drawn) return;
  list.dataset.drawn = drawn;
  list.replaceChildren(...lines.map(([name, note]) => (note === "alone" ? make("li", { class: "empty" }, name)
    : make("li", {}, name, note ? [" ", make("small", {}, note)] : null))));
}

/** Draws the moves and marks the one at `at`. Existing elements stay. */
function drawMoves(list, game, at) {
  const moves = (game?.moves ?? []).filter(({ pending }) => !pending), wanted = moves.map((move) => `${game.number} ${move.number} ${pointName(move, game.size)}`);
  const atEnd = list.parentElement.scrollHeight - list.parentElement.scrollTop - list.parentElement.clientHeight < 40;
  const same = [...list.children].findIndex((item, index) => item.dataset.move !== wanted[index]);
  for (const item of same < 0 ? [] : [...list.children].slice(same)) item.remove();
  for (const move of moves.slice(list.querySelectorAll("[data-move]").length)) {
    const point = pointName(move, game.size);
    list.append(make("li", { dataset: { move: `${game.number} ${move.number} ${point}` } },
      make("button", { type: "button", "aria-label": T.lookBackTo({ number: move.number, side: move.stone, point }), dataset: { number: move.number } },
        make("small", {}, String(move.number)), " ", make("span", { class: `token ${move.stone}`, "aria-hidden": "true" }), " ", point)));
  }
  if (!moves.length) list.replaceChildren(make("li", { class: "empty" }, T.noMoves));
  for (const button of list.querySelectorAll("button")) {
    if (Number(button.dataset.number) === at) button.setAttribute("aria-current", "true");
    else button.removeAttribute("aria-current");
  }
  const shown = list.querySelector("[aria-current]");
  if (shown) inSight(list.parentElement, shown);
  else if (atEnd && !list.parentElement.querySelector(".opening:not([hidden])")) list.parentElement.scrollTop = list.parentElement.scrollHeight;
}
