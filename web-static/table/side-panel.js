// The panel beside the game: chat, the list of moves, the people and the user's own name.

import { createMoveTimes } from "../game/move-times.js";
import { askRoom } from "../net/room-files.js";
import { make } from "../page/elements.js";
import { mountOwnName } from "../page/own-name.js";
import { T } from "../texts/texts.js";
import { personName } from "../texts/wording.js";
import { mountChat } from "./chat.js";
import { mountTabs } from "./tabs.js";
import { mountWheel } from "./look-back.js";
import { drawMoves } from "./move-list.js";

/** The largest number of people listed by name. */
const PEOPLE_SHOWN = 30;

const byId = (id) => document.getElementById(id);

/**
 * Connects the panel.
 *
 * @param lookBack (number) shows the position after that move.
 * @param step     (by) goes one move back or forward.
 * @param about    (id) is called when a person's name is pressed.
 * @returns {update(view), receive(message), updateName(), restore(text), showTab(name)}; `view` is
 *   {known, game, me, people, at}, where `at` is the number of the shown earlier move, or null.
 */
export function mountSidePanel({ table, identity, browser, lookBack, step, about }) {
  const panel = byId("panel"), tabs = mountTabs(panel, byId("unfold"), () => (drawn ? update(drawn) : seen()));
  const chat = mountChat({
    list: byId("chat"), form: byId("chat-form"), empty: () => T.noChat, onSay: table.say, onName: about,
    draft: { get: () => browser.get("draft"), set: (text) => browser.set("draft", text) },
  });
  const updateName = mountOwnName({ identity, connection: table.connection });
  const times = createMoveTimes(), { known, state } = table.replica;
  if (known) times.receive({ type: "snapshot", state: Object.fromEntries(state) });
  let lines = [], read = null, drawn = null;
  byId("moves").addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) lookBack(Number(button.dataset.number));
  });
  mountWheel([byId("board")], step);
  panel.inert = false;
  return { update, receive, updateName, restore: chat.restore, showTab: tabs.show };

  function update(view) {
    drawn = view;
    lines = table.chatLines();
    chat.update(lines);
    if (view.known) seen();
    drawPeople(byId("people"), view);
    drawMoves(byId("moves"), view.game, view.at, timesOf(view.game));
    byId("mute").hidden = table.replica.participants.size < 2 && !table.replica.chat.length;
  }

  /**
   * Returns the times of the moves of `game` if it is the table's game. After each snapshot, asks
   * the server once for the times of the moves before it.
   */
  function timesOf(game) {
    const { agreed } = table.view(), isTables = game && agreed && game.number === agreed.number
      && game.moves.every(({ col, row, pending }, index) => pending || agreed.moves[index]?.col === col && agreed.moves[index].row === row);
    if (!isTables) return [];
    if (tabs.isShown("moves") && times.takeGap()) fetchTimes(agreed.number);
    return times.times;
  }

  async function fetchTimes(number) {
    const { epoch } = table.replica;
    const answer = await askRoom(table, `games/${number}`).catch(() => null);
    const told = answer?.ok ? await answer.json().catch(() => ({})) : {};
    if (epoch !== table.replica.epoch || number !== table.view().agreed?.number || !Array.isArray(told.times)) return;
    times.add(told.times);
    if (drawn) update(drawn);
  }

  /** Learns the moves' times from the room's messages. */
  function receive(message) {
    if (message.room === table.room) times.receive(message);
  }

  /** Counts the unread messages. Messages from before the user joined count as read. */
  function seen() {
    const keys = lines.filter(({ mine }) => !mine).map(({ key }) => key);
    if (read === null || tabs.isShown("chat")) read = new Set(keys);
    const unread = keys.filter((key) => !read.has(key)).length;
    for (const [button, words] of [[byId("tab-chat"), T.chat], [byId("unfold"), T.movesAndChat]]) {
      button.dataset.unread = unread || "";
      button.setAttribute("aria-label", unread ? T.chatUnread(unread) : words);
    }
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
