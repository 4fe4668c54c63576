// The words and signs for a node of the tree, and the words for a point of the board.

import { pointName } from "../game/game.js";
import { stoneOfMove } from "../game/stones.js";
import { T } from "../texts/texts.js";
import { cellOf } from "./position.js";

/** Returns an item of the tree, as tree-view.js draws it. */
export function itemFacts(study, id) {
  const { tree, me } = study, node = tree.nodes.get(id), chapter = tree.chapters.get(tree.chapterOf(id));
  const here = study.people().filter(({ id: person, cursor }) => person !== me && cursor?.node === id).map(({ name, colour }) => ({ name, colour }));
  const comments = tree.comments.get(id)?.size ?? 0, marks = tree.marks.get(id)?.size ?? 0;
  const number = node && chapter ? chapter.start.length + tree.path(id).length - 1 : 0, stone = number ? stoneOfMove(number) : "";
  const name = number ? pointName(node, chapter.size) : T.startPosition;
  const words = [
    number ? T.moveItem({ number, side: stone.toUpperCase(), point: name }) : name, comments && T.hasComments(comments), marks && T.hasMarks(marks),
    here.length && T.lookHere(here.map((each) => each.name).join(", ")),
  ].filter(Boolean).join(", ");
  return { number, stone, name, words, main: Boolean(number) && tree.isMain(id), badges: [comments && "noted", marks && "marked"].filter(Boolean), here };
}

/** Returns words for the points of the board that have something besides a stone, by cell. */
export function pointNotes({ marks, children, lines, drawings, size }) {
  const notes = new Map(), add = (point, words) => notes.set(cellOf(point), [notes.get(cellOf(point)), words].filter(Boolean).join(", "));
  for (const child of children) add(child, T.nextMove);
  for (const { col, row, mark } of marks) add({ col, row }, mark.startsWith("label:") ? mark.slice("label:".length) : T.markNames[mark] ?? T.markNames.selected);
  lines.forEach(({ point }, index) => add(point, T.engineRank(index + 1)));
  for (const { from, to } of drawings) add(from, cellOf(from) === cellOf(to) ? T.markNames.circle : T.arrowTo(pointName(to, size)));
  return notes;
}
