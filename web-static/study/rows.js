// The rows in which the tree is drawn. Pure.
//
// Moves that follow each other stand side by side. The alternatives to a move stand below it, one
// level deeper, and then its line goes on. So a game without variations takes few rows, and every
// row has the same height: the view draws only the rows in sight.

/**
 * Returns {rows, places}. A row is {level, items}; an item is {id, level, at, line, alternatives}:
 * `at` is its place in its line, `line.count` the length of that, and `alternatives` the number of
 * lines below it. `places` finds an item's {row, column, item} by its ID.
 *
 * @param columns (level) returns the number of moves per row.
 * @param folded  the IDs of the moves whose alternatives are hidden.
 */
export function rowsOf(tree, root, columns, folded = new Set()) {
  const rows = [], places = new Map();
  drawLine(root, 1);
  return { rows, places };

  function drawLine(first, level) {
    const line = { count: 0 }, most = Math.max(1, columns(level));
    let row = null;
    const put = (id, alternatives) => {
      if (!row || row.items.length >= most) rows.push(row = { level, items: [] });
      const item = { id, level, at: line.count += 1, line, alternatives };
      places.set(id, { row: rows.length - 1, column: row.items.length, item });
      row.items.push(item);
    };
    let next = [first];
    while (next.length) {
      const [id, ...others] = next;
      // The alternatives to the first move of this line are drawn by its caller.
      const alternatives = id === first ? 0 : others.length;
      put(id, alternatives);
      if (alternatives && !folded.has(id)) {
        for (const other of others) drawLine(other, level + 1);
        row = null;
      }
      next = tree.children(id);
    }
  }
}
