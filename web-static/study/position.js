// The position at a node of an analysis, and the forms in which it is sent and written. Pure.

import { forbiddenPoints } from "../game/renju.js";
import { winningRow } from "../game/rules.js";
import { opponent, stoneOfMove } from "../game/stones.js";
import { pointOf } from "./tree.js";

export const cellOf = ({ col, row }) => `${col},${row}`;

/**
 * Returns the position at node `id`: {chapter, size, rule, moves, next, line, over, last}. `moves`
 * are {number, stone, col, row, id}; the stones of the chapter's first position have no `id`.
 */
export function positionAt(tree, id) {
  const chapter = tree.chapters.get(tree.chapterOf(id));
  if (!chapter) return null;
  const steps = tree.path(id).map((each) => tree.nodes.get(each)).filter(Boolean);
  const taken = new Map(), moves = [];
  for (const point of [...chapter.start, ...steps]) {
    const number = moves.length + 1, stone = stoneOfMove(number);
    moves.push({ number, stone, col: point.col, row: point.row, id: point.id });
    taken.set(cellOf(point), stone);
  }
  const last = moves.at(-1), stoneAt = (col, row) => taken.get(`${col},${row}`);
  const line = (last && winningRow(stoneAt, last, last.stone, chapter.rule)) ?? [];
  return {
    chapter, size: chapter.size, rule: chapter.rule, moves, taken, line, last: steps.length ? last : undefined,
    next: stoneOfMove(moves.length + 1), over: line.length > 0 || moves.length >= chapter.size ** 2,
  };
}

/** Returns the points that renju forbids to the side to move, as a Map, or null. */
export const forbiddenIn = (position) => (position.rule === "renju" && position.next === "x" && !position.over ? forbiddenPoints(position) : null);

/** Returns the members of `analyse` that describe the position. `swapped`: the other side moves. */
export function inquiry({ rule, size, moves, next }, swapped = false) {
  const of = (stone) => moves.filter((move) => move.stone === stone).map(cellOf);
  return { rule, size, turn: swapped ? opponent(next) : next, x: of("x"), o: of("o") };
}

/** The eight symmetries of a board whose last column has that number. The first changes nothing. */
const turnsOf = (end) => [(c, r) => [c, r], (c, r) => [end - c, r], (c, r) => [c, end - r], (c, r) => [end - c, end - r],
  (c, r) => [r, c], (c, r) => [end - r, c], (c, r) => [r, end - c], (c, r) => [end - r, end - c]];

/** Returns the position as text, which does not depend on the order of the moves. */
const textOf = ({ size, moves }, turn) => moves.map(({ col, row, stone }) => {
  const [c, r] = turn(col, row);
  return (r * size + c) * 2 + (stone === "x" ? 0 : 1);
}).sort((one, other) => one - other).join(" ");

/** The largest number of nodes that are compared with a position. */
const COMPARED = 2_000;

/**
 * Returns the IDs of the other nodes with the same position: reached by another order of the moves,
 * or turned.
 */
export function twinsOf(tree, id, position) {
  const turns = turnsOf(position.size - 1), texts = new Set(turns.map((turn) => textOf(position, turn)));
  const depths = new Map([[position.chapter.root, 0]]), found = [];
  const depthOf = (node) => {
    const whole = [];
    while (node !== undefined && !depths.has(node)) {
      whole.push(node);
      node = tree.nodes.get(node)?.parent;
    }
    let depth = depths.get(node) ?? -Infinity;
    while (whole.length) depths.set(whole.pop(), depth += 1);
    return depth;
  };
  const depth = depthOf(id);
  let compared = 0;
  for (const other of depth ? tree.nodes.keys() : []) {
    if (other === id || depthOf(other) !== depth || (compared += 1) > COMPARED || !tree.isShown(other)) continue;
    const there = positionAt(tree, other);
    if (there.rule === position.rule && there.size === position.size && texts.has(textOf(there, turns[0]))) found.push(other);
  }
  return found;
}

/**
 * Returns a function that returns the facts about node `at` of a tree: {position, forbidden,
 * twins}. It keeps them until the node or the tree's version changes.
 */
export function createFacts() {
  let key = "", facts = { position: null, forbidden: null, twins: [] };
  return (tree, version, at) => {
    if (key === `${version} ${at}`) return facts;
    key = `${version} ${at}`;
    const position = at ? positionAt(tree, at) : null;
    facts = { position, forbidden: position && forbiddenIn(position), twins: position ? twinsOf(tree, at, position) : [] };
    return facts;
  };
}

/** Returns the cells of moves in an address's fragment: `h8i9j10` or `7,7;8,8`. Null if broken. */
export function movesIn(fragment, size) {
  // No move needs an escape other than that of a space, a semicolon or a comma.
  const text = fragment.replace(/^#/, "").replace(/%20|%3b/gi, ";").replace(/%2c/gi, ",").trim().toLowerCase();
  const cells = /^[\d,; ]*$/.test(text) ? text.split(/[; ]+/).filter(Boolean)
    : (/^(?:[a-z]\d{1,2}[\s,;]*)+$/.test(text) ? text.match(/[a-z]\d{1,2}/g).map((name) => `${name.charCodeAt(0) - 97},${size - Number(name.slice(1))}`) : [text]);
  const points = cells.map(pointOf), known = new Set(cells);
  return points.every((point) => point && point.col < size && point.row < size && point.row >= 0) && known.size === cells.length ? cells : null;
}
