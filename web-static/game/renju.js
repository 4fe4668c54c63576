// X's forbidden points under renju (Renju International Federation, International Rules of Renju,
// section 9): five comes before every prohibition, then overline, double four, double three. Pure.
//
// A three counts only if it becomes a straight four by a move that makes no five and is itself
// legal (9.3). The stones tried on the way stay on the board during that check. So each check has a
// fuller board than the one before, and the recursion ends.

const EMPTY = 0, X = 1, CLOSED = 2;

/** Returns the board as bytes with a border, so that every walk along a line ends. */
function fieldOf(size, stones) {
  const stride = size + 2, cells = new Uint8Array(stride * stride).fill(CLOSED);
  for (let row = 1; row <= size; row += 1) cells.fill(EMPTY, row * stride + 1, row * stride + 1 + size);
  for (const { col, row, stone } of stones) cells[(row + 1) * stride + col + 1] = stone === "x" ? X : CLOSED;
  return { cells, stride, steps: [1, stride, stride + 1, stride - 1] };
}

/** Returns the number of X stones that follow `cell` without a break. */
function following(cells, cell, step) {
  let next = cell + step;
  while (cells[next] === X) next += step;
  return (next - cell) / step - 1;
}

const runThrough = (cells, cell, step) => 1 + following(cells, cell, step) + following(cells, cell, -step);

/** Returns the effect of X on the empty `cell`: "five", "legal" or a prohibition. */
function finding(field, cell) {
  const { cells, steps } = field;
  cells[cell] = X;
  try {
    const runs = steps.map((step) => runThrough(cells, cell, step));
    if (runs.includes(5)) return "five";
    if (runs.some((run) => run > 5)) return "overline";
    if (steps.reduce((sum, step) => sum + fours(cells, cell, step), 0) > 1) return "double-four";
    return hasDoubleThree(field, cell) ? "double-three" : "legal";
  } finally {
    cells[cell] = EMPTY;
  }
}

/** Returns the number of fours along `step` that include the X on `cell`. One line may have two. */
function fours(cells, cell, step) {
  const ahead = following(cells, cell, step), behind = following(cells, cell, -step), run = 1 + ahead + behind;
  if (run > 4) return 0;
  const makesFive = (gap, way) => cells[gap] === EMPTY && run + 1 + following(cells, gap, way) === 5;
  const front = makesFive(cell + (ahead + 1) * step, step), back = makesFive(cell - (behind + 1) * step, -step);
  // An unbroken four with two ends counts once. Any other two fives come from two rows of four.
  return front && back ? (run < 4 ? 2 : 1) : Number(front || back);
}

function hasDoubleThree(field, cell) {
  const shapes = field.steps.filter((step) => extension(field.cells, cell, step) || extension(field.cells, cell, -step));
  if (shapes.length < 2) return false;
  let threes = 0;
  for (const [index, step] of shapes.entries()) {
    if (threes + shapes.length - index < 2) return false;
    if ([step, -step].some((way) => grows(field, cell, way))) threes += 1;
  }
  return threes > 1;
}

function grows(field, cell, step) {
  const gap = extension(field.cells, cell, step);
  return gap !== 0 && finding(field, gap) === "legal";
}

/**
 * Returns the cell on the `step` side where X makes a straight four of the row through `cell`,
 * legal or not; 0 if there is none.
 */
function extension(cells, cell, step) {
  const ahead = following(cells, cell, step), behind = following(cells, cell, -step);
  const gap = cell + (ahead + 1) * step;
  if (cells[gap] !== EMPTY) return 0;
  const beyond = following(cells, gap, step);
  if (behind + ahead + beyond !== 2) return 0;
  // Both ends must be free, and a stone there must make exactly five.
  const front = gap + (beyond + 1) * step, back = cell - (behind + 1) * step;
  return cells[front] === EMPTY && cells[back] === EMPTY && cells[front + step] !== X && cells[back - step] !== X ? gap : 0;
}

/** Returns the effect of X on the empty point {col, row}, with `stones` on a board of `size`. */
export function verdict(size, stones, { col, row }) {
  const field = fieldOf(size, stones);
  return finding(field, (row + 1) * field.stride + col + 1);
}

/**
 * Returns all points that are forbidden to X in `game`: Map from "col,row" to "overline",
 * "double-four" or "double-three".
 */
export function forbiddenPoints({ size, moves }) {
  const field = fieldOf(size, moves), found = new Map();
  for (let row = 0; row < size; row += 1) {
    for (let col = 0; col < size; col += 1) {
      const cell = (row + 1) * field.stride + col + 1;
      if (field.cells[cell] !== EMPTY) continue;
      const what = finding(field, cell);
      if (what !== "legal" && what !== "five") found.set(`${col},${row}`, what);
    }
  }
  return found;
}

/**
 * Returns why X may not play on the empty point {col, row}: `{what, rows}`, or null if X may. Each
 * row has the points of one three, four or overline that the move would make, from one end to the
 * other.
 */
export function prohibition(size, stones, point) {
  const field = fieldOf(size, stones), { cells, stride, steps } = field, cell = (point.row + 1) * stride + point.col + 1;
  const what = finding(field, cell);
  if (what === "legal" || what === "five") return null;
  cells[cell] = X;
  const pointOf = (at) => ({ col: at % stride - 1, row: Math.floor(at / stride) - 1 });
  /** Returns the stones from `first` to `last`, which may have a gap between them. */
  const row = (first, last, step) => {
    const points = [];
    for (let at = first; at <= last; at += step) if (cells[at] === X) points.push(pointOf(at));
    return points;
  };
  const rows = steps.flatMap((step) => {
    const ahead = following(cells, cell, step), behind = following(cells, cell, -step), front = cell + ahead * step, back = cell - behind * step;
    if (what === "overline") return ahead + behind > 4 ? [row(back, front, step)] : [];
    if (what === "double-four") {
      const count = fours(cells, cell, step);
      if (!count) return [];
      // An unbroken four ends with its stones; any other four continues behind its gap.
      if (ahead + behind === 3) return [row(back, front, step)];
      const over = (gap, way) => cells[gap] === EMPTY && 1 + ahead + behind + 1 + following(cells, gap, way) === 5;
      return [
        ...(over(front + step, step) ? [row(back, front + step * (1 + following(cells, front + step, step)), step)] : []),
        ...(over(back - step, -step) ? [row(back - step * (1 + following(cells, back - step, -step)), front, step)] : []),
      ];
    }
    const way = [step, -step].find((each) => grows(field, cell, each));
    if (!way) return [];
    const gap = extension(cells, cell, way), beyond = following(cells, gap, way);
    return way === step ? [row(back, beyond ? gap + beyond * step : front, step)] : [row(beyond ? gap - beyond * step : back, front, step)];
  });
  return { what, rows };
}
