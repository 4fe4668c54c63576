// The large board of the home page. It shows the user's own running game, else a live game, else a
// finished game move by move. The document contains it from the first byte on.

import { drawPicture } from "../board/picture.js";
import { setText } from "../page/elements.js";
import { ratedName, termWords } from "../texts/term-words.js";
import { T } from "../texts/texts.js";
import { ruleName } from "../texts/wording.js";
import { boardOf, lineOf, movesOf } from "./boards.js";
import { SHOWCASE } from "./showcase.js";
import { sideWords, timeWords } from "./running-games.js";

/** The pauses between two moves and after the end of a replayed game, in ms. */
export const PACE = 1_300, REST = 6_000;
/** The number of moves that the document's own drawing leaves out. The page then plays them. */
export const LEFT_OUT = 8;

const byId = (id) => document.getElementById(id);

/** Returns the first game of the showcase as the document draws it. */
export const firstPicture = () => ({ size: 15, moves: movesOf(SHOWCASE[0].moves).slice(0, -LEFT_OUT) });

/**
 * Returns the game to show, or null. Game `kept` stays as long as the lobby shows its board, which
 * disappears before the game leaves the list.
 */
export const featured = (plays, kept) => plays.find(({ room, board }) => room === kept && boardOf(board)) ?? bestOf(plays);

/** Returns the live game to show: the one with the strongest players. Null if there is none. */
export function bestOf(plays) {
  const strength = ({ x, o }) => (x.rating ?? 0) + (o.rating ?? 0);
  return plays.filter(({ board }) => boardOf(board)).sort((one, other) => strength(other) - strength(one))[0] ?? null;
}

/**
 * Connects the board. Returns `draw({own, plays})`: the user's most urgent game (own-games.js) or
 * null, and the games of the lobby. `draw` returns the room that is shown, or null.
 */
export function mountFeatured({ now, clock = globalThis, calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches }) {
  const link = byId("featured-link"), title = byId("featured-title"), note = byId("featured-note"), pause = byId("featured-pause");
  const update = drawPicture(byId("featured-board"), "featured", firstPicture());
  let shown = { game: 0, at: firstPicture().moves.length }, timer = null, live = false, paused = calm(), kept = null, ticking = null;
  pause.addEventListener("click", () => {
    paused = !paused;
    replay();
  });
  replay(false);
  return draw;

  function draw({ own, plays }) {
    clock.clearTimeout(ticking);
    const game = own ? null : featured(plays, kept);
    live = Boolean(own ?? game);
    kept = game?.room ?? null;
    pause.hidden = live;
    if (own) drawOwn(own);
    else if (game) drawLive(game);
    else replay(false);
    return own?.room ?? kept;
  }

  function drawOwn(own) {
    stop();
    lead(own.href);
    update({ size: own.game.size, moves: own.game.moves, line: own.game.line });
    setText(title, T.yourGameWith(own.opponent));
    const show = () => {
      const time = timeWords(own, now());
      setText(note, [sideWords(own), time].filter(Boolean).join(" · "));
      if (time) ticking = clock.setTimeout(show, 1_000);
    };
    show();
  }

  function drawLive({ room, x, o, board, ...terms }) {
    stop();
    lead(`?room=${encodeURIComponent(room)}`);
    const { size, moves } = boardOf(board);
    update({ size, moves });
    setText(title, T.versus({ x: ratedName(x), o: ratedName(o) }));
    setText(note, [T.live, termWords(terms), T.moves(moves.length)].join(" · "));
  }

  /** Makes the board a link, or none for null. */
  function lead(href) {
    if (href) link.setAttribute("href", href);
    else link.removeAttribute("href");
  }

  function stop() {
    clock.clearTimeout(timer);
    timer = null;
  }

  /** Continues the replay, or holds it. `anew` restarts the timer. */
  function replay(anew = true) {
    const { rule, moves: names, best } = SHOWCASE[shown.game], all = movesOf(names), moves = all.slice(0, shown.at);
    lead(null);
    update({ size: 15, moves, line: shown.at === all.length ? lineOf(moves) : [] });
    setText(title, T.showcase);
    setText(note, [T.showcaseSides({ x: best === "x" ? 10 : 9, o: best === "o" ? 10 : 9 }), ruleName(rule), T.moves(shown.at)].join(" · "));
    pause.setAttribute("aria-label", paused ? T.showcaseGoOn : T.showcaseHold);
    pause.dataset.state = paused ? "paused" : "playing";
    if (anew) stop();
    if (paused || timer !== null) return;
    timer = clock.setTimeout(() => {
      timer = null;
      if (document.visibilityState === "visible") {
        shown = shown.at < all.length ? { ...shown, at: shown.at + 1 } : { game: (shown.game + 1) % SHOWCASE.length, at: 0 };
      }
      if (!live) replay();
    }, shown.at === all.length ? REST : PACE);
  }
}
