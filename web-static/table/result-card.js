// What a game came to, over the board when it is over: the outcome, what it did to one's rating, and what to do next.
// It can be put away, and lies where it leaves the winning row in sight.

import { make, setText } from "../page/elements.js";
import { iconButton } from "../page/icons.js";
import { T } from "../texts/texts.js";
import { outcome } from "../texts/wording.js";

/** How long the board is left alone when a game ends, in ms: the winning row is to be seen first. */
const PAUSE = 1_200;

/**
 * `place` is the board's frame; `choose(action)` does one of the bar's; `change(game)` → a promise of {before, after} of one's
 * own rating, or null; `file(link, number)` lets a link save the game. Returns {update({game, actions, mine, live})}: `live` unless a replay has the board; `levels`: the next games against the robot's neighbours (actions.js).
 */
export function createResultCard({ place, choose, change, file, say }) {
  const title = make("h2", { id: "result-title" }), rating = make("p", { class: "hint" }), buttons = make("div", { class: "actions" }), levels = make("div", { class: "actions levels" });
  const close = iconButton("abort", T.close, hide), save = make("a", { class: "button" });
  const card = make("section", { id: "result", class: "card result", "aria-labelledby": "result-title", hidden: true }, close, title, rating, buttons, levels);
  card.addEventListener("keydown", (event) => { if (event.key === "Escape") hide(); });
  place.append(card);
  let running = null, over = null, timer;
  return { update };

  /** Shows itself once for each game that one has seen end. */
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

  /** Too easy, too hard: the next game against the robot's neighbour is one press away. */
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
