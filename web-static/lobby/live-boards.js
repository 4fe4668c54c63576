// Games in progress, as small live boards. The lobby's room has their positions, so that visitors
// of the home page do not count as spectators.

import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { termWords, ratedName } from "../texts/term-words.js";
import { boardOf } from "./boards.js";
import { miniBoard } from "../board/mini-board.js";

/** The number of games shown as boards. */
export const SHOWN = 6;

/**
 * Fills `element`. `update(plays, empty, others)` sets the games, and the text to show if there are
 * none and no `others`. Call `spoken()` when the page's language has changed.
 */
export function liveBoards(element) {
  const shown = new Map(), nobody = element.querySelector(".empty");
  return { update, spoken };

  function update(plays, empty, others = false) {
    const rooms = new Set(plays.map(({ room }) => room));
    for (const [room, { item }] of shown) if (!rooms.has(room)) { item.remove(); shown.delete(room); }
    for (const play of plays) {
      if (!shown.has(play.room)) add(play);
      draw(shown.get(play.room), play);
    }
    nobody.hidden = plays.length > 0 || others;
    setText(nobody, empty);
  }

  function spoken() {
    for (const { item } of shown.values()) item.remove();
    shown.clear();
  }

  function add({ room, x, o }) {
    const names = [["o", o], ["x", x]].map(([side, player]) => make("span", { class: "seat" }, make("span", { class: `token ${side}`, "aria-hidden": "true" }), make("b", {}, ratedName(player))));
    const board = miniBoard(T.versus({ x: ratedName(x), o: ratedName(o) })), count = make("small");
    const item = make("li", {}, make("a", { href: `?room=${encodeURIComponent(room)}` }, names[0], board.svg, names[1], count));
    shown.set(room, { item, board, count });
    element.append(item);
  }

  function draw({ board, count }, { x, o, board: value, ...terms }) {
    const position = boardOf(value);
    if (position) board.update(position);
    setText(count, [termWords(terms), position && T.moves(position.moves.length)].filter(Boolean).join(" · "));
  }
}
