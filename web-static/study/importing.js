// Adding the trees of a file to an analysis. Pure.
//
// An import merges and never replaces, as in gomoku-cli
// (Sources/GameState/Study/StudyChanges.swift).

import { inParts } from "./changes.js";
import { childId, rootOf } from "./tree.js";

/** The largest comment, in bytes. */
const COMMENT_BYTES = 4_000;
/** The numbers of chapters in a room. */
const CHAPTERS = 64;

/**
 * Returns {number, sets} of the deltas that add the chapters of a file (`POST /api/convert`,
 * docs/PROTOCOL.md) to the tree; `number` is that of the first chapter. Null if there are too many.
 *
 * A chapter merges with the first one that has the same title, rule, size and first position.
 * A comment becomes a paragraph of the participant's own, unless a comment contains it.
 */
export function imported(tree, chapters, me) {
  const numbers = [], set = {};
  for (const { chapter, nodes, comments, marks, main } of chapters) {
    const match = tree.shownChapters().find((known) => !numbers.includes(known.number) && isSame(known, chapter));
    const number = match?.number ?? freeNumber(tree, numbers);
    if (!number) return null;
    numbers.push(number);
    if (!match) set[`chapter.${number}`] = chapter;
    const ids = [rootOf(number)];
    for (const [parent, cell] of nodes) {
      const id = childId(ids[parent], cell);
      ids.push(id);
      if (!(tree.nodes.has(id) && tree.isShown(id))) set[`node.${id}`] = `${ids[parent]} ${cell}`;
    }
    for (const [at, text] of Object.entries(comments)) {
      const id = ids[at], known = tree.comments.get(id), own = known?.get(me);
      if ([...known?.values() ?? []].some((other) => other.includes(text))) continue;
      set[`comment.${id}.${me}`] = within(COMMENT_BYTES, own ? `${own}\n\n${text}` : text);
    }
    for (const [at, all] of Object.entries(marks)) {
      for (const [cell, mark] of Object.entries(all)) if (!tree.marks.get(ids[at])?.has(cell)) set[`mark.${ids[at]}.${cell}`] = mark;
    }
    if (!match && main) set[`main.${number}`] = ids[main];
  }
  return { number: numbers[0], sets: inParts(set) };
}

function isSame(known, { title, rule, size, start = "" }) {
  return known.title === title && known.rule === rule && String(known.size) === size
    && known.start.map(({ col, row }) => `${col},${row}`).join(" ") === start;
}

function freeNumber(tree, taken) {
  for (let number = 1; number <= CHAPTERS; number += 1) if (!tree.chapters.has(number) && !taken.includes(number)) return number;
  return null;
}

/** Returns as much of the text as has that many bytes, in whole characters. */
function within(bytes, text) {
  const encoder = new TextEncoder();
  let left = bytes, whole = "";
  for (const letter of text) {
    left -= encoder.encode(letter).length;
    if (left < 0) break;
    whole += letter;
  }
  return whole.trim();
}
