// The finished games that the home page replays: recent games of this server, else games that the
// server's own engine has played (showcase.js).

import { T } from "../texts/texts.js";
import { ratedName, termWords } from "../texts/term-words.js";
import { outcome, ruleName } from "../texts/wording.js";
import { movesAt, movesOf } from "./boards.js";
import { SHOWCASE } from "./showcase.js";
import { checkedTerms } from "../game/terms.js";
import { DEFAULT_SIZE } from "../game/tables.js";

// A game is {id, size, moves, href, title(), note(isOver)}. `href` is null if it has no page, and
// `note` leaves out the result until the game is over.

const level = (side, best) => (side === best ? 10 : 9);

/** The engine's own games. */
export const SHOWCASE_GAMES = SHOWCASE.map(({ rule, best, moves }, number) => ({
  id: `showcase-${number}`, size: DEFAULT_SIZE, moves: movesOf(moves), href: null, title: () => T.showcase,
  note: () => [T.showcaseSides({ x: level("x", best), o: level("o", best) }), ruleName(rule)].join(" · "),
}));

const calledBy = (player) => (player?.name ? ratedName(player) : T.someone);

/** Returns the `replays` of `/api/home` whose moves are all on free points. */
export function recentGames(replays) {
  return replays.map(({ id, x, o, moves: cells, result, reason, rated, ...more }) => {
    const { size } = checkedTerms(more), moves = movesAt(cells ?? [], size);
    return {
      id, size, moves, isWhole: moves.length > 0 && moves.length === cells.length, href: `?record=${encodeURIComponent(id)}`,
      title: () => T.versus({ x: calledBy(x), o: calledBy(o) }),
      note: (isOver) => [isOver ? outcome({ result, reason }, []) : T.recentGame, termWords(more)].join(" · "),
    };
  }).filter(({ isWhole }) => isWhole);
}
