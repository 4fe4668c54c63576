// The address of the analysis board, and the first chapter that it asks for: `?analysis=ROOM`, or
// for a new room `?analysis=` with `rule`, `size`, `title` and a finished `game` in the query, and
// moves in the fragment.

import { RULES, SIZES } from "../game/tables.js";
import { randomStudy, studyAddress, studyIn } from "../page/address.js";
import { T } from "../texts/texts.js";
import { givenWords } from "../texts/wording.js";
import { fetchChapter } from "./chapters.js";
import { movesIn } from "./position.js";

/** Returns the room of this page; a new one without a valid name in the address. */
export const studyOfPage = (query) => studyIn(query) || randomStudy();

/**
 * Returns a function that resolves to the terms and moves of the first chapter. Moves in the
 * address make requests unnecessary; without them, the game with the given ID is fetched.
 */
export function seedOf({ search, hash }) {
  const given = new URLSearchParams(search), size = SIZES.includes(Number(given.get("size"))) ? Number(given.get("size")) : 15;
  const moves = hash.startsWith("#secret=") ? [] : movesIn(hash, size), game = given.get("game"), title = givenWords(given.get("title") ?? "");
  return async () => {
    if (game && !moves?.length) return fetchChapter(game);
    return { title: title || T.chapterNumber(1), rule: RULES.includes(given.get("rule")) ? given.get("rule") : "freestyle", size, moves: moves ?? [], record: game };
  };
}

/** Puts the room's own address into the address bar, for sharing. */
export function cleanAddress({ room, secret }) {
  const address = studyAddress(room, {}, secret ? `#secret=${secret}` : "");
  if (location.search + location.hash !== address) history.replaceState(null, "", address);
}
