// The result of a game in the prompt, below the outcome: the change of the user's rating, the score
// of the two players, the next games against the computer, and the puzzle from a lost game. It
// covers nothing.

import { make, setText } from "../page/elements.js";
import { T } from "../texts/texts.js";

/**
 * Creates the result.
 *
 * @param after  the element after which it is placed.
 * @param choose (action) carries out an action of the bar.
 * @param change (game) resolves to {before, after} of the user's own rating, or null.
 * @param lesson (game) resolves to the address of the puzzle from the game, or to null. It is
 *   called at the end of a game that the user has seen.
 * @param say    announces words to screen readers.
 * @returns {update({game, levels, together, score, live})}: `live` is false while a replay has the
 *   board, `score` is in words, `levels` are the next games against neighbouring levels
 *   (actions.js), and `together` tells whether the opponent may be invited to an analysis.
 */
export function createResult({ after, choose, change, lesson, say }) {
  const rating = make("p", { class: "rating-change" }), scored = make("p", { class: "score-words" }), levels = make("div", { class: "levels" }), puzzle = make("a", { class: "button own-puzzle", hidden: true }, "");
  const section = make("section", { id: "result", class: "result", hidden: true }, make("div", {}, rating, scored), levels, puzzle);
  after.after(section);
  let running = null, over = null;
  return { update };

  function update({ game, levels: neighbours = [], together = false, score = "", live }) {
    section.hidden = !live || !game?.result;
    section.setAttribute("aria-label", T.result);
    if (section.hidden) {
      if (live) running = game?.number ?? null;
      over = null;
      return;
    }
    setText(scored, score);
    drawSteps(neighbours, together);
    const key = `${game.number} ${game.result}`;
    if (over === key) return;
    over = key;
    setText(rating, "");
    puzzle.hidden = true;
    if (running === game.number) showPuzzle(game, key);
    tellRating(game, key, running === game.number);
  }

  /** Shows the new rating. Announces it to a user who has seen the game's end. */
  async function tellRating(game, key, hasSeen) {
    const told = await change(game);
    if (!told || over !== key) return;
    setText(rating, told.uncounted ? T.ratingStays : T.ratingNow({ before: Math.round(told.before), after: Math.round(told.after) }));
    if (hasSeen) say(rating.textContent);
  }

  /** Shows the link to the puzzle from this game, once there is one. */
  async function showPuzzle(game, key) {
    const address = await lesson(game);
    if (!address || over !== key) return;
    puzzle.href = address;
    setText(puzzle, T.puzzleOfGame);
    puzzle.hidden = false;
  }

  /** Draws the buttons for the neighbouring levels, or for an analysis with the opponent. */
  function drawSteps(neighbours, together) {
    const drawn = together ? "together" : neighbours.map(({ level }) => level).join();
    if (levels.dataset.drawn === drawn) return;
    levels.dataset.drawn = drawn;
    levels.replaceChildren(...(together ? [make("button", { type: "button", dataset: { step: "together" }, onclick: () => choose({ name: "together" }) }, T.joinAnalysis)] : []), ...neighbours.map(({ name, level, set }) => make("button", { type: "button", dataset: { level }, onclick: () => choose({ name, set }) },
      (name === "before" ? T.levelBefore : T.levelAfter)(T.levels[level - 1].name))));
  }
}
