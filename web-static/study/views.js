// The views of the board, of the drawings over it and of the tools, for the shown position. Pure.

import * as changes from "./changes.js";
import { pointNotes } from "./facts.js";
import { pointOf } from "./tree.js";

/**
 * Returns {board, overlay}: the views for board.js and overlay.js.
 *
 * @param known  the facts about node `at` (position.js), with a position.
 * @param answer the engine's answer, or null; `ghosts` are the stones of the shown line.
 * @param drawings {from, to, colour} with cells, also one that the user is drawing.
 * @param tool   the chosen mark, or null; `numbers` and `confirm` are settings.
 */
export function boardViews({ study, at, known, answer, ghosts, drawings, tool, numbers, confirm, language }) {
  const { tree, me } = study, { size, moves, last, line, next, taken, over } = known.position;
  const marks = [...tree.marks.get(at) ?? []].map(([cell, mark]) => ({ ...pointOf(cell), mark })).filter(({ col, row }) => col < size && row < size);
  const children = tree.children(at).map((id, index) => ({ ...tree.nodes.get(id), main: index === 0 }));
  const lines = ghosts.length ? [] : answer?.lines ?? [], claims = answer?.claims ?? [];
  const drawn = drawings.map(({ from, to, colour }) => ({ from: pointOf(from), to: pointOf(to), colour }));
  const cursors = study.people().filter(({ id, cursor }) => id !== me && cursor?.node === at && cursor.cell).map(({ name, colour, cursor }) => ({ ...pointOf(cursor.cell), name, colour }));
  return {
    board: {
      size, stones: moves, last, line, numbers, playable: Boolean(tool) || !over, ghost: next, confirm: confirm && !tool ? "always" : "off",
      forbidden: known.forbidden, notes: pointNotes({ marks, children, lines, drawings: drawn, size }), language,
    },
    overlay: {
      size, stones: taken, marks, next: children, ghosts, cursors, drawings: drawn,
      best: lines.map(({ point, chance }) => ({ ...point, text: chance === null ? "•" : String(Math.round(chance)) })).filter(({ col, row }) => !taken.has(`${col},${row}`)),
      needs: ghosts.length ? [] : claims.filter(({ kind }) => kind === "only-hold").flatMap(({ points }) => points),
    },
  };
}

/** Returns the view for the buttons (tools.js) at a `place` (place.js). */
export function toolsView(study, { at, trail }) {
  const { tree, replica } = study;
  return {
    at: at ? tree.path(at).length - 1 : 0, count: at ? tree.path(trail.end(at)).length - 1 : 0, mayEdit: study.mayEdit() && replica.known, canUndo: study.canUndo,
    canPromote: at && changes.promotion(tree, at) !== null, canMain: at && changes.mainLine(tree, at) !== null, canRemove: tree.nodes.has(at),
  };
}

/** Returns the comments of a node and of the `twins` with the same position, by author and node. */
export const commentsAt = (tree, at, twins) => new Map([at, ...twins]
  .flatMap((id) => [...tree.comments.get(id) ?? []].map(([by, text]) => [id === at ? by : `${by} ${id}`, text])));
