// The deltas that change an analysis room (docs/PROTOCOL.md). Pure: each function returns the `set`
// of a delta, or null if there is nothing to change.

import { childId, rootOf } from "./tree.js";

/** The largest number of keys in one delta. The server's limit is higher. */
const KEYS = 400;
/** The longest comment and the longest title, in characters. The server counts bytes, too. */
export const COMMENT_LENGTH = 1_000, TITLE_LENGTH = 100;
/** The shapes of marks, as on the wire. */
export const SHAPES = ["triangle", "square", "circle", "cross"];

/** Cuts a text between whole characters: the server refuses messages with halves. */
const cut = (text, length) => [...text].slice(0, length).join("");

/** Returns {id, set} of the move at `cell` after `parent`; `set` is null for an existing move. */
export function moveAt(tree, parent, cell) {
  const id = childId(parent, cell);
  return { id, set: tree.nodes.has(id) && tree.isShown(id) ? null : { [`node.${id}`]: `${parent} ${cell}` } };
}

/** Returns {ends, sets}: the deltas that add lines of cells to `root`, and the end of each line. */
export function linesAt(tree, root, lines) {
  const set = {}, ends = [];
  for (const line of lines) {
    let parent = root;
    for (const cell of line) {
      const id = childId(parent, cell);
      if (!(tree.nodes.has(id) && tree.isShown(id))) set[`node.${id}`] = `${parent} ${cell}`;
      parent = id;
    }
    ends.push(parent);
  }
  return { ends, sets: inParts(set) };
}

/** Splits a `set` into several that are each small enough for one delta. */
export function inParts(set) {
  const entries = Object.entries(set), parts = [];
  for (let at = 0; at < entries.length; at += KEYS) parts.push(Object.fromEntries(entries.slice(at, at + KEYS)));
  return parts;
}

export const deletion = (tree, id) => (tree.nodes.has(id) && tree.isShown(id) ? { [`deleted.${id}`]: "1" } : null);

/** Moves the node's branch up by one step among its siblings. */
export function promotion(tree, id) {
  const node = tree.nodes.get(id), shown = node ? tree.children(node.parent) : [], at = shown.indexOf(id);
  if (at < 1) return null;
  const cells = tree.order(node.parent), cellOf = (each) => tree.nodes.get(each).cell;
  const own = cells.indexOf(node.cell), before = cells.indexOf(cellOf(shown[at - 1]));
  // If the sibling above is first only because the main line passes through it, the order may
  // already be right.
  if (before > own) return null;
  cells.splice(own, 1);
  cells.splice(before, 0, node.cell);
  return { [`order.${node.parent}`]: cells.join(" ") };
}

/** Makes the line through the node, up to its end, the chapter's main line. */
export function mainLine(tree, id) {
  const chapter = tree.chapterOf(id), end = tree.lineEnd(id);
  return chapter === undefined || !tree.nodes.has(end) || tree.mainEnd(chapter) === end && tree.isMain(id) ? null : { [`main.${chapter}`]: end };
}

/** Sets or removes (for an empty text) the participant's comment on a node. */
export function comment(tree, id, me, text) {
  const words = cut(text.trim(), COMMENT_LENGTH), before = tree.comments.get(id)?.get(me) ?? "";
  return words === before ? null : { [`comment.${id}.${me}`]: words || null };
}

/** Calls `give` (node, text) for each comment of the participant in `set`. */
export function commentsIn(set, me, give) {
  for (const [key, value] of Object.entries(set ?? {})) {
    const [kind, node] = key.split(".", 2);
    if (kind === "comment" && key === `comment.${node}.${me}` && value !== null) give(node, String(value));
  }
}

/** Sets a mark on a cell. The same mark a second time removes it. */
export const marking = (tree, id, cell, mark) => ({ [`mark.${id}.${cell}`]: tree.marks.get(id)?.get(cell) === mark ? null : mark });

/** Returns the first letter from A on that no mark of the node shows yet. */
export function nextLetter(tree, id) {
  const used = new Set(tree.marks.get(id)?.values() ?? []);
  return [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((letter) => `label:${letter}`).find((mark) => !used.has(mark)) ?? "label:*";
}

/** Returns the number of the next chapter, or null if there are as many as a room can have. */
export function nextChapter(tree, limit = 64) {
  for (let number = 1; number <= limit; number += 1) if (!tree.chapters.has(number)) return number;
  return null;
}

/** Returns {number, sets} of a new chapter: its terms, then its moves, then its main line. */
export function chapterOf(tree, { title, rule, size, start = [], record, moves = [] }) {
  const number = nextChapter(tree);
  if (number === null) return null;
  const value = { title: cut(title, TITLE_LENGTH), rule, size: String(size), ...(start.length && { start: start.join(" ") }), ...(record && { record }) };
  const { ends: [end], sets } = linesAt(tree, rootOf(number), [moves]);
  const whole = Object.assign({ [`chapter.${number}`]: value }, ...sets, moves.length ? { [`main.${number}`]: end } : {});
  return { number, sets: inParts(whole) };
}

/** Returns the former values of the keys of `set`. */
export const formerly = (state, set) => Object.fromEntries(Object.keys(set).map((key) => [key, state.has(key) ? state.get(key) : null]));

/** Whether a participant can undo a delta with that `set`. Chapters stay. */
export const isUndoable = (set) => !Object.keys(set).some((key) => key.startsWith("chapter."));

/**
 * Returns {set, base, guard} of the delta that undoes one's own change {set, before, rev}: its
 * `set`, the former values of its keys, and its revision.
 */
export function undoing({ set, before, rev }) {
  const added = Object.keys(set).find((key) => key.startsWith("node."));
  if (added) return { set: { [`deleted.${added.slice(5)}`]: "1" }, base: rev };
  return { set: before, base: rev, guard: true };
}
