// The strip that shows the search for an opponent, with a button to stop it. If nobody comes, it
// offers the computer meanwhile, and a link to send.

import { FIRST_LEVEL, LEVELS } from "../game/terms.js";
import { make, setText } from "../page/elements.js";
import { termWords } from "../texts/term-words.js";
import { T } from "../texts/texts.js";

/** The time after which the strip makes its offers, in ms. */
export const PATIENCE = 15_000;
/** The rating of the lowest level, and the step to the next one. Rough; no player depends on it. */
const LOWEST = 800, STEP = 150;

/**
 * Returns the level that suits a player with that rating. A player without one gets the level of
 * the last game against the computer.
 */
export function levelFor(rating, last) {
  if (Number.isFinite(rating)) return Math.min(LEVELS.most, Math.max(LEVELS.least, LEVELS.least + Math.round((rating - LOWEST) / STEP)));
  return Number.isInteger(last) && last >= LEVELS.least && last <= LEVELS.most ? last : FIRST_LEVEL;
}

/**
 * Adds the strip to `place`. Returns `draw()`.
 *
 * @param seeking of seeking.js.
 * @param offers  {may(), level(), computer(level), link()}: whether to make offers, the level to
 *   offer, and the actions.
 * @param isSmall whether the offers stay folded until the user unfolds them.
 */
export function mountStrip({ seeking, place, offers, isSmall = false, now = Date.now, clock = globalThis }) {
  const words = make("p", { id: "seeking-words", role: "status" });
  const stop = make("button", { type: "button", class: "stop", "aria-describedby": "seeking-words", onclick: () => seeking.cancel() });
  const meanwhile = make("button", { type: "button", class: "primary", dataset: { offer: "computer" }, onclick: () => offers.computer(offers.level()) });
  const link = make("button", { type: "button", dataset: { offer: "link" }, onclick: () => offers.link() });
  const buttons = make("div", { class: "offers" }, meanwhile, link), summary = isSmall ? make("summary", {}, "…") : null;
  const offered = isSmall ? make("details", { hidden: true }, summary, buttons) : buttons;
  const strip = make("div", { class: "seeking", hidden: true }, make("span", { class: "pulse", "aria-hidden": "true" }), words, stop, offered);
  let timer;
  place.append(strip);
  return draw;

  function draw() {
    clock.clearTimeout(timer);
    strip.hidden = !seeking.wanted;
    if (!seeking.wanted) {
      setText(words, "");
      return;
    }
    const left = seeking.since + PATIENCE - now(), late = left <= 0 && offers.may();
    if (left > 0) timer = clock.setTimeout(draw, left);
    offered.hidden = !late;
    setText(words, late ? T.nobodyYet(termWords(seeking.wanted)) : T.seeking(termWords(seeking.wanted)));
    setText(stop, T.cancel);
    if (!late) return;
    summary?.setAttribute("aria-label", T.whileYouWait);
    setText(meanwhile, T.playMeanwhile(offers.level()));
    setText(link, T.sendLinkInstead);
  }
}
