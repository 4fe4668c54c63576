// The user's changes of the tree: moves, marks, deletions and chapters.

import { pointName } from "../game/game.js";
import { work } from "../net/settled.js";
import { T } from "../texts/texts.js";
import * as changes from "./changes.js";
import { cellOf } from "./position.js";
import { cleanAddress } from "./seed.js";

/**
 * Creates the changes of a `study` (room.js) at a `place` (place.js).
 *
 * @param known  () returns the facts about the current node (position.js).
 * @param tool   () returns the chosen mark, "label" for the next letter, or null.
 * @param notice (words, kind) shows a notice, and `later` (name) fetches a part of the page.
 */
export function createEditing({ study, place, known, tool, notice, later }) {
  return {
    pick, mark, remove, newChapter, begin,
    /** Sets the user's comment on a node. Returns whether it is set, or is on its way. */
    comment(node, text) {
      const set = changes.comment(study.tree, node, study.me, text);
      return !set || study.send(set);
    },
    promote: () => study.send(changes.promotion(study.tree, place.at)),
    makeMain: () => study.send(changes.mainLine(study.tree, place.at)),
    undo: () => { if (!study.undo()) notice(T.nothingToUndo, "info"); },
  };

  /** Plays or marks the picked point. */
  function pick(point) {
    const { position, forbidden } = known(), cell = cellOf(point), name = pointName(point, position?.size ?? 15);
    notice("");
    if (!position) return;
    if (tool()) return mark(cell, tool());
    if (position.taken.has(cell)) return notice(T.taken(name));
    if (position.over) return notice(T.noMoveAfterEnd);
    if (forbidden?.has(cell)) return notice(T.forbiddenTo({ point: name, why: T.prohibitions[forbidden.get(cell)] }));
    const { id, set } = changes.moveAt(study.tree, place.at, cell);
    if (set && !study.mayEdit()) return notice(T.studyReader);
    if (!set || study.send(set)) place.select(id);
  }

  function mark(cell, kind) {
    if (!study.mayEdit()) return notice(T.studyReader);
    const shown = study.tree.marks.get(place.at)?.get(cell);
    const next = kind === "label" ? (shown?.startsWith("label:") ? shown : changes.nextLetter(study.tree, place.at)) : kind;
    study.send(changes.marking(study.tree, place.at, cell, next));
  }

  function remove() {
    const parent = study.tree.nodes.get(place.at)?.parent;
    if (!study.mayEdit()) return notice(T.studyReader);
    if (study.send(changes.deletion(study.tree, place.at))) place.go(parent);
  }

  async function newChapter() {
    const { rule = "freestyle", size = 15 } = known().position ?? {};
    const part = await later("chapters");
    try {
      const terms = await part?.askChapter({ me: study.me, rule, size, tree: study.tree });
      if (terms) addChapter(terms);
    } catch {
      notice(T.gameNotFetched);
    }
  }

  /** Adds a chapter, and shows its last position. */
  function addChapter(terms) {
    const chapter = terms.sets ? terms : changes.chapterOf(study.tree, terms);
    if (!chapter) return notice(T.chaptersFull);
    if (!chapter.sets.every((set) => study.send(set))) return;
    place.select(study.tree.mainEnd(chapter.number));
  }

  /** Makes the first chapter, if the user has created the room; `seed` is that of seed.js. */
  function begin(seed) {
    if (study.tree.chapters.size || study.replica.host !== study.me) return cleanAddress(study);
    work(seed().then((terms) => {
      if (study.tree.chapters.size) return;
      if (terms.moves.length) addChapter(terms);
      else study.begin(changes.chapterOf(study.tree, terms).sets[0]);
      cleanAddress(study);
    }, () => notice(T.gameNotFetched)));
  }
}
