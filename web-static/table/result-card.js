// The card over the board at the end of a game: the outcome, the change of the user's rating, and
// the next steps. The user can close it. It is placed so that the winning row stays visible.

import { make, setText } from "../page/elements.js";
import { iconButton } from "../page/icons.js";
import { T } from "../texts/texts.js";
import { outcome } from "../texts/wording.js";

/** The pause before the card appears, in ms, so that the winning row is seen first. */
const PAUSE = 1_200;

/**
 * Creates the card.
 *
 * @param place  the board's frame.
 * @param choose (action) carries out an action of the bar.
 * @param change (game) resolves to {before, after} of the user's own rating, or null.
 * @param file   (link, number) makes a link save the game.
 * @returns {update({game, actions, levels, mine, live})}: `live` is false while a replay has the
 *   board, and `levels` are the next games against neighbouring levels (actions.js).
 */
export function createResultCard({ place, choose, change, file, say }) {
  const title = make("h2", { id: "result-title" }), rating = make("p", { class: "hint" }), buttons = make("div", { class: "actions" }), levels = make("div", { class: "actions levels" });
  const close = iconButton("abort", T.close, hide), save = make("a", { class: "button" });
  const card = make("section", { id: "result", class: "card result", "aria-labelledby": "result-title", hidden: true }, close, title, rating, buttons, levels);
  card.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  place.append(card);
  let running = null, over = null, timer;
  return { update };

  /** Shows the card once for each game whose end the user has seen. */
  function update({ game, actions, levels = [], mine, live }) {
    if (!live || !game?.result) {
      clearTimeout(timer);
      running = game?.result ? running : game?.number ?? null;
      over = null;
      if (!card.hidden) hide();
      return;
    }
    const key = `${game.number} ${game.result}`;
    if (over !== key) {
      over = key;
      if (running === game.number) timer = setTimeout(() => show(game, mine), PAUSE);
      running = null;
    }
    draw(actions, levels);
  }

  async function show(game, mine) {
    setText(title, outcome(game, mine));
    setText(rating, "");
    const middle = game.line.length ? game.line.reduce((sum, { row }) => sum + row, 0) / game.line.length : 0;
    card.dataset.at = middle > game.size / 2 ? "top" : "bottom";
    close.setIcon("abort", T.close);
    setText(save, T.saveGame);
    file(save, game.number);
    save.hidden = game.moves.length < 2 || game.reason === "aborted";
    card.hidden = false;
    const told = await change(game);
    if (told && over?.startsWith(game.number)) {
      setText(rating, told.uncounted ? T.ratingStays : T.ratingNow({ before: Math.round(told.before), after: Math.round(told.after) }));
      say(rating.textContent);
    }
  }

  function draw(actions, neighbours) {
    drawLevels(neighbours);
    const wanted = ["rematch", "report"].map((name) => actions.find((action) => action.name === name)).filter((action) => action && !action.wait);
    const drawn = wanted.map(({ name }) => name).join();
    if (buttons.dataset.drawn !== drawn) {
      const focused = buttons.contains(document.activeElement);
      buttons.dataset.drawn = drawn;
      buttons.replaceChildren(...wanted.map(({ name }, index) => make("button", { type: "button", class: index ? "" : "primary", dataset: { result: name } }, T.resultActions[name])), save);
      if (focused) (buttons.firstChild ?? close).focus();
    }
    wanted.forEach((action, index) => { buttons.children[index].onclick = () => { hide(); choose(action); }; });
  }

  /** Draws the buttons for the next easier and the next harder level. */
  function drawLevels(neighbours) {
    const drawn = neighbours.map(({ level }) => level).join();
    if (levels.dataset.drawn === drawn) return;
    levels.dataset.drawn = drawn;
    levels.replaceChildren(...neighbours.map(({ name, level, set }) => make("button", { type: "button", dataset: { level }, onclick: () => { hide(); choose({ name, set }); } },
      (name === "before" ? T.levelBefore : T.levelAfter)(T.levels[level - 1].name))));
  }

  function hide() {
    const focused = card.contains(document.activeElement);
    card.hidden = true;
    if (focused) place.querySelector("[tabindex='0']")?.focus({ preventScroll: true });
  }
}
