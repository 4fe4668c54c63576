// The chapters of an analysis: their chooser, and the chapter of a finished game.

import { recordForm } from "../game/record-form.js";
import { fetched } from "../net/fetching.js";
import { linkFile } from "../net/room-files.js";
import { make } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { playerName } from "../texts/wording.js";
import { cellOf } from "./position.js";

/** Returns the words for a chapter. */
export const chapterTitle = ({ number, title }) => title || T.chapterNumber(number);

/** Draws the chapters of `tree` into the list `select`. */
export function drawChapters(select, tree, current) {
  const chapters = tree.shownChapters();
  const drawn = JSON.stringify(chapters.map((chapter) => [chapter.number, chapterTitle(chapter)]));
  if (select.dataset.drawn !== drawn) {
    select.dataset.drawn = drawn;
    select.replaceChildren(...chapters.map((chapter) => make("option", { value: chapter.number }, chapterTitle(chapter))));
  }
  select.value = current ?? "";
}

/** Returns links that save the stored analysis as SGF and a chapter of 15×15 points for RenLib. */
export function fileLinks(study, chapter) {
  if (!chapter || !study.replica.rev) return [];
  const link = (words, rest, ending) => {
    const made = make("a", { class: "button", "aria-label": `${T.download} (${words})` }, words);
    linkFile(made, study, `${rest}.${ending}`, `${study.room}.${ending}`);
    return made;
  };
  return [link("SGF", "study", "sgf"), ...(chapter.size === 15 ? [link("RenLib", `study/${chapter.number}`, "lib")] : [])];
}

/** Returns the chapter of a finished game, as the API describes it. */
export function chapterOfGame(game) {
  const { names, size, rule, moves } = recordForm(game, (player) => playerName(player ?? undefined));
  return { title: T.versus({ x: names.x, o: names.o }), size, rule, record: game.id, moves: moves.filter((move) => !move.pass).map(cellOf) };
}

/** Resolves to the chapter of the finished game with that ID. */
export const fetchChapter = async (id) => chapterOfGame(await fetched(`api/games/${encodeURIComponent(id)}`));
