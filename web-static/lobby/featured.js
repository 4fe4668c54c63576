// The large board of the home page. It shows the user's own running game, else a live game, else
// finished games move by move (finished.js). The document contains it from the first byte on.

import { drawPicture } from "../board/picture.js";
import { setText } from "../page/elements.js";
import { ratedName, termWords } from "../texts/term-words.js";
import { T } from "../texts/texts.js";
import { boardOf, lineOf } from "./boards.js";
import { recentGames, SHOWCASE_GAMES } from "./finished.js";
import { sideWords, timeWords } from "./running-games.js";

/** The pauses between two moves and after the end of a replayed game, in ms. */
export const PACE = 1_300, REST = 6_000;
/** The number of moves that the document's own drawing leaves out. The page then plays them. */
export const LEFT_OUT = 8;

const byId = (id) => document.getElementById(id);

/** Returns the number of moves of a game that the page shows at first. */
const firstMoves = ({ moves }) => Math.max(0, moves.length - LEFT_OUT);

/** Returns the first game of the showcase as the document draws it. */
export const firstPicture = () => ({ size: SHOWCASE_GAMES[0].size, moves: SHOWCASE_GAMES[0].moves.slice(0, firstMoves(SHOWCASE_GAMES[0])) });

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
 * Connects the board. Returns `draw({own, plays, recent})`: the user's most urgent game
 * (own-games.js) or null, the games of the lobby, and finished games of `/api/home`, newest first.
 * `draw` returns the room that is shown, or null.
 */
export function mountFeatured({ now, clock = globalThis, calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches }) {
  const link = byId("featured-link"), title = byId("featured-title"), note = byId("featured-note"), pause = byId("featured-pause");
  const update = drawPicture(byId("featured-board"), "featured", firstPicture());
  // The finished games, the place of the one on the board, and the number of its moves there.
  let games = SHOWCASE_GAMES, shown = { game: 0, at: firstMoves(games[0]) };
  let timer = null, live = false, paused = calm(), kept = null, ticking = null, told = "";
  pause.addEventListener("click", () => {
    paused = !paused;
    replay();
  });
  replay(false);
  return draw;

  function draw({ own, plays, recent = [] }) {
    clock.clearTimeout(ticking);
    take(recent);
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

  /**
   * Replaces the finished games if `recent` has others. The game on the board continues if it is
   * still one of them.
   */
  function take(recent) {
    const words = JSON.stringify(recent.map(({ id }) => id)), found = words === told ? [] : recentGames(recent);
    told = words;
    if (!found.length) return;
    const place = found.findIndex(({ id }) => id === games[shown.game].id);
    shown = place < 0 ? { game: 0, at: firstMoves(found[0]) } : { ...shown, game: place };
    games = found;
    if (place < 0) stop();
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
    const game = games[shown.game], moves = game.moves.slice(0, shown.at), isOver = shown.at === game.moves.length;
    lead(game.href);
    update({ size: game.size, moves, line: isOver ? lineOf(moves) : [] });
    setText(title, game.title());
    setText(note, [game.note(isOver), T.moves(shown.at)].join(" · "));
    pause.setAttribute("aria-label", paused ? T.showcaseGoOn : T.showcaseHold);
    pause.dataset.state = paused ? "paused" : "playing";
    if (anew) stop();
    if (paused || timer !== null) return;
    timer = clock.setTimeout(() => {
      timer = null;
      if (document.visibilityState === "visible") {
        shown = isOver ? { game: (shown.game + 1) % games.length, at: 0 } : { ...shown, at: shown.at + 1 };
      }
      if (!live) replay();
    }, isOver ? REST : PACE);
  }
}
