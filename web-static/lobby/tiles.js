// Tiles that start a game with one press: the usual clocks, the computer, a friend.

import { make } from "../page/elements.js";
import { tick } from "../page/fields.js";
import { T } from "../texts/texts.js";
import { checkedTerms, seekOf, speedOf } from "../game/terms.js";

/** The clocks of the tiles; "" is none. */
export const QUICK = ["60+0", "120+1", "180+2", "300+3", "600+5", ""];

const plain = (clock) => clock.replace(/^(\d+)\+/, (_, main) => `${main / 60}+`);

/**
 * Returns the tiles, {element, draw()}.
 *
 * @param page {seeking, browser, self(), friend(), computer(), account(note)}.
 */
export function tiles({ seeking, browser, self, friend, computer, account }) {
  const rated = tick("rated-tiles", browser.get("rated-tiles") === "yes");
  rated.addEventListener("change", () => browser.set("rated-tiles", rated.checked ? "yes" : undefined));
  const switched = make("label", { class: "check", hidden: true }, rated, make("span", {}, T.ratedTiles));
  const clocks = QUICK.map((clock) => make("button", { type: "button", class: "tile", dataset: { clock }, onclick: () => seek(clock) },
    make("b", { dir: "ltr" }, clock ? plain(clock) : "∞"), make("small", {}, clock ? T.speeds[speedOf(clock)] : T.noClock)));
  const way = (name, words, note, onclick) => make("button", { type: "button", class: "tile way", dataset: { way: name }, onclick }, make("b", {}, words), make("small", {}, note));
  const element = make("section", { class: "card play-now", "aria-labelledby": "play-title" },
    make("div", { class: "row" }, make("h3", { id: "play-title" }, T.playNow), switched),
    make("div", { class: "tiles" }, clocks),
    make("div", { class: "ways" }, way("computer", T.playComputer, T.playComputerNote, computer), way("friend", T.playFriend, T.playFriendNote, friend)));
  return { element, draw };

  function termsOf(clock) {
    return checkedTerms({ clock, rated: Boolean(clock) && rated.checked && Boolean(self()?.claimed) });
  }

  /** Looks for this tile's game, or stops if the tile is pressed again. */
  function seek(clock) {
    if (wanted(clock)) return seeking.cancel();
    const terms = termsOf(clock);
    if (terms.rated && !self()?.claimed) return account(T.ratedNeedsName);
    seeking.seek(seekOf(terms));
  }

  /** Whether the current seek is this tile's game. */
  function wanted(clock) {
    const terms = seeking.wanted;
    return Boolean(terms) && (terms.clock ?? "") === clock && terms.rule === "freestyle" && terms.opening === "none" && !terms.rating;
  }

  function draw() {
    switched.hidden = !self()?.claimed;
    for (const tile of clocks) tile.setAttribute("aria-pressed", String(wanted(tile.dataset.clock)));
  }
}
