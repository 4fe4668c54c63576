// Tiles that start a search with one press: the usual clocks, and openings for strong players. The
// document contains them.

import { setText } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { checkedTerms, isOn, seekOf, speedOf } from "../game/terms.js";

/** Whether two terms describe the same game. */
const same = (one, other) => ["rule", "clock", "opening", "size", "takebacks", "rated"].every((key) => one[key] === other[key]);

/**
 * Connects the tiles in `element`. Returns {draw(seeks)}.
 *
 * @param page {element, seeking, browser, self(), ask(action), account(note)}.
 */
export function mountTiles({ element, seeking, browser, self, ask, account }) {
  const switched = element.querySelector(".rated-tiles"), rated = switched.querySelector("input");
  const tiles = [...element.querySelectorAll(".tile[data-clock]")];
  // Games of people with a claimed name are rated unless they want otherwise.
  rated.checked = browser.get("rated-tiles") !== "no";
  rated.addEventListener("change", () => browser.set("rated-tiles", rated.checked ? undefined : "no"));
  for (const tile of tiles) tile.addEventListener("click", () => seek(tile));
  return { draw };

  function termsOf({ dataset: { clock, rule, opening } }) {
    return checkedTerms({ clock, rule, opening, rated: Boolean(clock) && rated.checked && Boolean(self()?.claimed) });
  }

  /** Looks for this tile's game, or stops if the tile is pressed again. */
  function seek(tile) {
    // The focus returns to the tile that was pressed last.
    for (const each of tiles) each.toggleAttribute("data-focus", each === tile);
    if (wanted(tile)) return seeking.cancel();
    const terms = termsOf(tile);
    if (terms.rated && !self()?.claimed) return account(T.ratedNeedsName);
    return ask(() => seeking.seek(seekOf(terms)));
  }

  /** Whether the current seek is this tile's game. */
  function wanted(tile) {
    const terms = seeking.wanted;
    return Boolean(terms) && !terms.rating && same({ ...checkedTerms(terms), rated: false }, { ...termsOf(tile), rated: false });
  }

  function draw(seeks) {
    const me = self()?.id;
    switched.hidden = !self()?.claimed;
    for (const tile of tiles) {
      const { clock, opening } = tile.dataset, terms = termsOf(tile);
      const waiting = seeks.filter((each) => each.by !== me && !each.range && same({ ...checkedTerms(each), rated: isOn(each.rated) }, terms)).length;
      tile.setAttribute("aria-pressed", String(wanted(tile)));
      tile.classList.toggle("waited", waiting > 0);
      if (!opening) setText(tile.lastElementChild, waiting ? T.tileWaits(waiting) : clock ? T.speeds[speedOf(clock)] : T.noClock);
    }
  }
}
