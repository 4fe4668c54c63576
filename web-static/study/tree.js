// The trees of an analysis room, read from its keys (docs/PROTOCOL.md). Pure: no DOM, no socket.
//
// A tree follows the room's state: `learn` takes the changed keys of each delta. Its law
// (Tests/web/study.test.mjs): after any deltas it equals the tree that is read from the state.

import { RULES, SIZES } from "../game/tables.js";

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/** Returns the ID of a node. `text` is its parent's ID and its cell, or `chapter N`. */
export function nodeId(text) {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  let id = "";
  for (let shift = 58n; shift > 3n; shift -= 6n) id += LETTERS[Number((hash >> shift) & 63n)];
  return id;
}

/** Returns the ID of a chapter's root. */
export const rootOf = (chapter) => nodeId(`chapter ${chapter}`);
/** Returns the ID of the node that `cell` adds to `parent`. */
export const childId = (parent, cell) => nodeId(`${parent} ${cell}`);

/** Returns the point {col, row} of a cell such as "7,7", or null. */
export function pointOf(cell) {
  const [, col, row] = /^(\d{1,2}),(\d{1,2})$/.exec(String(cell)) ?? [];
  return col === undefined ? null : { col: Number(col), row: Number(row) };
}

/** Returns the chapter in the value of a key, or null. */
function readChapter(number, value) {
  if (value === null || typeof value !== "object") return null;
  const size = SIZES.includes(Number(value.size)) ? Number(value.size) : 15;
  const start = String(value.start ?? "").split(" ").map(pointOf).filter((point) => point && point.col < size && point.row < size);
  return { number, root: rootOf(number), title: String(value.title ?? ""), rule: RULES.includes(value.rule) ? value.rule : "freestyle", size, start, record: value.record ? String(value.record) : null };
}

/** Returns the tree of `state`, a Map or the entries of an object. */
export function createTree(state = []) {
  const nodes = new Map(); // ID -> {id, parent, cell, col, row}
  const kids = new Map(); // ID of a parent -> IDs of all its children, in the order of arrival
  const orders = new Map(), deleted = new Set(), mainEnds = new Map();
  const chapters = new Map(), byRoot = new Map(), comments = new Map(), marks = new Map(), roles = new Map();
  const access = { owner: null, everyone: null, listed: false };
  let mainPaths = null;
  const firstLines = new Map(); // chapters without a chosen main line -> the IDs of their first line
  for (const [key, value] of state) take(key, value);

  return {
    nodes, chapters, comments, marks, roles, access, deleted,
    learn, children, path, chapterOf, shownChapters, isShown, shownNear, mainEnd, isMain, order, lineEnd,
    /** The number of nodes, deleted ones included. */
    get count() { return nodes.size; },
  };

  /** Takes the changed keys of a delta. */
  function learn(set) {
    for (const [key, value] of Object.entries(set ?? {})) take(key, value);
  }

  function take(key, value) {
    const [kind, name = "", ...rest] = key.split(".");
    const last = rest.join(".");
    mainPaths = null;
    firstLines.clear();
    switch (kind) {
      case "node": return value === null ? drop(name) : add(name, String(value));
      case "order": return put(orders, name, value === null ? null : String(value).split(" "));
      case "deleted": return value === null ? deleted.delete(name) : deleted.add(name);
      case "main": return put(mainEnds, Number(name), value === null ? null : String(value));
      case "comment": return putBelow(comments, name, last, value === null ? null : String(value));
      case "mark": return putBelow(marks, name, last, value === null || !pointOf(last) ? null : String(value));
      case "role": return put(roles, [name, ...rest].join("."), value);
      case "owner": access.owner = value; return;
      case "everyone": access.everyone = value; return;
      case "listed": access.listed = value !== null; return;
      case "chapter": return takeChapter(Number(name), value);
      default:
    }
  }

  function takeChapter(number, value) {
    const chapter = Number.isInteger(number) ? readChapter(number, value) : null;
    if (!chapter) return;
    chapters.set(number, chapter);
    byRoot.set(chapter.root, number);
  }

  function add(id, value) {
    const [parent, cell] = value.split(" "), point = pointOf(cell);
    if (!point || nodes.has(id)) return;
    nodes.set(id, { id, parent, cell, ...point });
    if (kids.has(parent)) kids.get(parent).push(id);
    else kids.set(parent, [id]);
  }

  /** Removes a node that the server has replaced by a new one. */
  function drop(id) {
    const node = nodes.get(id);
    if (!node) return;
    nodes.delete(id);
    kids.set(node.parent, kids.get(node.parent).filter((other) => other !== id));
  }

  /** Returns the cells of all children, deleted ones included, in their order. */
  function order(id) {
    const known = orders.get(id) ?? [], cells = (kids.get(id) ?? []).map((child) => nodes.get(child).cell);
    return [...known.filter((cell) => cells.includes(cell)), ...cells.filter((cell) => !known.includes(cell))];
  }

  /** Returns the children that are not deleted, in their order; the main line's comes first. */
  function children(id) {
    const all = kids.get(id);
    if (!all) return [];
    if (all.length === 1) return deleted.has(all[0]) ? [] : all;
    const byCell = new Map(all.map((child) => [nodes.get(child).cell, child]));
    const shown = order(id).map((cell) => byCell.get(cell)).filter((child) => !deleted.has(child));
    const at = shown.findIndex((child) => onMainPath(child));
    return at > 0 ? [shown[at], ...shown.slice(0, at), ...shown.slice(at + 1)] : shown;
  }

  /** Returns the IDs from the chapter's root to the node, both included. */
  function path(id) {
    const found = [id];
    for (let node = nodes.get(id); node; node = nodes.get(node.parent)) found.push(node.parent);
    return found.reverse();
  }

  /** Returns the number of the node's chapter, or undefined. */
  function chapterOf(id) {
    return byRoot.get(path(id)[0]);
  }

  /** Whether the node is in a chapter, and neither it nor a node before it is deleted. */
  function isShown(id) {
    const whole = path(id);
    return byRoot.has(whole[0]) && !whole.some((each) => deleted.has(each));
  }

  /** Returns the chapters that are not deleted, by number. */
  function shownChapters() {
    return [...chapters.values()].filter(({ root }) => !deleted.has(root)).sort((one, other) => one.number - other.number);
  }

  /**
   * Returns the node, or the last node before it that is not deleted; null without a chapter that
   * is shown.
   */
  function shownNear(id) {
    const whole = path(id), at = whole.findIndex((each) => deleted.has(each));
    return byRoot.has(whole[0]) && at !== 0 ? whole.at(at < 0 ? -1 : at - 1) : null;
  }

  function onMainPath(id) {
    mainPaths ??= new Set([...mainEnds.values()].flatMap(path));
    return mainPaths.has(id);
  }

  /** Returns the end of the line that begins with `id` and takes every first child. */
  function lineEnd(id) {
    let end = id;
    for (let next = children(end)[0]; next; next = children(end)[0]) end = next;
    return end;
  }

  /** Returns the end of the chapter's main line. Until one is chosen, it is the first line. */
  function mainEnd(chapter) {
    const end = mainEnds.get(chapter);
    return end && nodes.has(end) && isShown(end) ? end : lineEnd(rootOf(chapter));
  }

  /** Whether the node is on the main line of its chapter. */
  function isMain(id) {
    const chapter = chapterOf(id);
    if (chapter === undefined) return false;
    if (mainEnds.has(chapter)) return onMainPath(id);
    if (!firstLines.has(chapter)) firstLines.set(chapter, new Set(path(mainEnd(chapter))));
    return firstLines.get(chapter).has(id);
  }
}

function put(map, key, value) {
  if (value === null) map.delete(key);
  else map.set(key, value);
}

function putBelow(map, key, inner, value) {
  if (value !== null) map.set(key, (map.get(key) ?? new Map()).set(inner, value));
  else if (map.get(key)?.delete(inner) && !map.get(key).size) map.delete(key);
}
