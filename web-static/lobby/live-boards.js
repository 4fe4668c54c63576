// Games in progress, as small live boards. The page follows each over HTTP, so that visitors of the
// front page do not count as spectators.

import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { termWords, ratedName } from "../texts/term-words.js";
import { fetched } from "../net/fetching.js";
import { readGame } from "../game/game.js";
import { miniBoard } from "./mini-board.js";

/** The number of games shown as boards, and the interval between updates, in ms. */
export const SHOWN = 6, EVERY = 3_000;

/** Returns `state` with the changes of `deltas`, as a new Map. */
export function after(state, deltas) {
  const next = new Map(state);
  for (const { set } of deltas) {
    for (const [key, value] of Object.entries(set)) value === null ? next.delete(key) : next.set(key, value);
  }
  return next;
}

/**
 * Returns the boards. `update(plays, empty)` sets the games, and the text to show if there are
 * none; `stop()` ends the updates.
 */
export function liveBoards(clock = globalThis) {
  const element = make("ul", { class: "boards", id: "plays" }), shown = new Map();
  const nobody = element.appendChild(make("li", { class: "empty" }));
  let timer = null;
  return { element, update, stop };

  function update(plays, empty) {
    const wanted = plays.slice(0, SHOWN), rooms = new Set(wanted.map(({ room }) => room));
    for (const [room, { item }] of shown) if (!rooms.has(room)) { item.remove(); shown.delete(room); }
    for (const play of wanted) if (!shown.has(play.room)) add(play);
    nobody.hidden = wanted.length > 0;
    setText(nobody, empty);
    if (timer === null) timer = clock.setTimeout(look, EVERY);
  }

  function stop() {
    clock.clearTimeout(timer);
    timer = undefined;
  }

  function add({ room, x, o, ...terms }) {
    const names = [["o", o], ["x", x]].map(([side, player]) => make("span", { class: "seat" }, make("span", { class: `token ${side}`, "aria-hidden": "true" }), make("b", {}, ratedName(player))));
    const board = miniBoard(T.versus({ x: ratedName(x), o: ratedName(o) })), count = make("small", {}, termWords(terms));
    const item = make("li", {}, make("a", { href: `?room=${encodeURIComponent(room)}` }, names[0], board.svg, names[1], count));
    board.update({ size: 15, moves: [] });
    const each = { item, board, state: new Map(), rev: 0, count, terms: termWords(terms) };
    shown.set(room, each);
    element.append(item);
    // Otherwise the new board would stay empty until the next update.
    if (document.visibilityState === "visible") follow(room, each);
  }

  async function look() {
    if (document.visibilityState === "visible") await Promise.all([...shown].map(([room, each]) => follow(room, each)));
    if (timer !== undefined) timer = clock.setTimeout(look, EVERY);
  }

  async function follow(room, each) {
    const path = `api/rooms/${encodeURIComponent(room)}`;
    try {
      if (each.rev) {
        const { deltas = [] } = await fetched(`${path}/history?from=${each.rev + 1}`);
        each.state = after(each.state, deltas);
        each.rev = deltas.at(-1)?.rev ?? each.rev;
      } else {
        const { state, rev } = await fetched(path);
        Object.assign(each, { state: new Map(Object.entries(state)), rev });
      }
      const game = readGame(each.state);
      if (!game) return;
      each.board.update({ size: game.size, moves: game.moves, line: game.line });
      setText(each.count, `${each.terms} · ${T.moves(game.moves.length)}`);
    } catch {
      // A room that cannot be read now is read again the next time.
    }
  }
}
