// What every document of the page does.

import { isHome, isPuzzles, isRace, isStudy, roomWithoutSecret } from "./address.js";

/**
 * Leaves the table's document if the address leads to no table. Then it never resolves, so that the
 * page enters no other table meanwhile.
 */
export async function stayAtTable() {
  const isIncomplete = roomWithoutSecret(location.search, location.hash);
  // A server that knows only this document sends it for every query.
  const other = isStudy(location.search) ? "study.html" : isRace(location.search) ? "race.html" : isPuzzles(location.search) ? "puzzles.html" : isHome(location.search) ? "home.html" : null;
  if (!isIncomplete && !other) return;
  location.replace(isIncomplete ? "?lobby&incomplete" : new URL(`${other}${location.search}${location.hash}`, document.baseURI));
  await new Promise(() => {});
}

/**
 * Ties `connection` to the document: it tries at once when the server may be reachable again,
 * and ends with the document.
 */
export function tie(connection) {
  addEventListener("online", () => connection.poke());
  // A page in the back/forward cache would keep the user present at the user's tables.
  addEventListener("pagehide", () => connection.close());
  addEventListener("pageshow", ({ persisted }) => persisted && location.reload());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && connection.poke());
}

/** Calls `open` when the user presses ? outside fields and dialogs. */
export function onQuestionMark(open) {
  addEventListener("keydown", (event) => {
    if (event.key !== "?" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input, select, textarea, dialog")) return;
    open();
  });
}
