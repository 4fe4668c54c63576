// Games that are being played, as small boards that go on. Each is followed over HTTP: who only looks in from the front door
// does not stand at the table.

import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { termWords, ratedName } from "../texts/term-words.js";
import { fetched } from "../net/fetching.js";
import { readGame } from "../game/game.js";
import { miniBoard } from "./mini-board.js";

/** How many are shown as boards, and how often each is looked at, in ms. */
export const SHOWN = 6, EVERY = 3_000;

/** Follows one room from `state` on: what `deltas` change, as a new map. */
export function after(state, deltas) {
  const next = new Map(state);
  for (const { set } of deltas) {
    for (const [key, value] of Object.entries(set)) value === null ? next.delete(key) : next.set(key, value);
  }
  return next;
}

/** The boards; `update(plays, empty)` says which, and what is said where there are none, `stop()` ends their following. */
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
    // Otherwise the new board would stay empty until the next look.
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
      // A room that cannot be read now is looked at again the next time.
    }
  }
}
