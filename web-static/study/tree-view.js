// The tree as an ARIA tree with one tab stop. It draws only the rows in sight, so a tree of
// thousands of nodes costs as much as a small one. rows.js decides where a move stands.
//
// Keys in the tree: up and down go to the item above and below, left and right to the move before
// and after, Home and End to the first and last item; plus and minus show and hide alternatives.

import { make } from "../page/elements.js";
import { T } from "../texts/texts.js";
import { rowsOf } from "./rows.js";

/** The width of an item, the indentation of a level, and the deepest level with its own, in px. */
const ITEM = 88, INDENT = 16, DEEPEST = 6;
/** The number of rows that are drawn above and below those in sight. */
const MARGIN = 4;

const indentOf = (level) => Math.min(level - 1, DEEPEST) * INDENT;

/**
 * Draws the tree into `box`.
 *
 * @param onSelect (id) is called for the item that the user chooses.
 * @param describe (id) returns {number, stone, name, words, badges, here: [{name, colour}]}: the
 *   words are for screen readers, and the last are the participants at that node.
 * @returns {update(view), focus()}; a view is {tree, version, root, at}; `describe` is
 *   asked again at each call.
 */
export function mountTree(box, { onSelect, describe }) {
  const inner = box.appendChild(make("div", { class: "tree-inner", role: "none" }));
  const folded = new Set(), items = new Map();
  const ROW = matchMedia("(pointer: coarse)").matches ? 44 : 34;
  let view = null, layout = { rows: [], places: new Map() }, laidOut = "", scrolledTo = null;
  box.setAttribute("role", "tree");
  box.addEventListener("scroll", draw, { passive: true });
  box.addEventListener("keydown", onKey);
  box.addEventListener("click", ({ target }) => {
    const item = target.closest("[role=treeitem]");
    if (!item) return;
    if (target.closest(".fold")) return fold(item.dataset.node, item.getAttribute("aria-expanded") === "true");
    onSelect(item.dataset.node);
    focus();
  });
  new ResizeObserver(() => view && update(view)).observe(box);
  return { update, focus };

  function update(next) {
    view = next;
    const width = box.clientWidth || ITEM, key = `${view.version} ${view.root} ${width} ${[...folded].join()}`;
    // The alternatives that contain the current node are never hidden.
    if (key !== laidOut) layOut(width, key);
    if (!layout.places.has(view.at) && folded.size) {
      folded.clear();
      layOut(width, "");
    }
    const place = layout.places.get(view.at);
    if (place && scrolledTo !== `${view.at} ${place.row}`) {
      scrolledTo = `${view.at} ${place.row}`;
      const top = place.row * ROW, seen = box.clientHeight;
      if (top < box.scrollTop + ROW) box.scrollTop = Math.max(0, top - ROW);
      else if (top + 2 * ROW > box.scrollTop + seen) box.scrollTop = top + 2 * ROW - seen;
    }
    draw();
  }

  function layOut(width, key) {
    layout = rowsOf(view.tree, view.root, (level) => Math.floor((width - indentOf(level)) / ITEM), folded);
    laidOut = key;
    inner.style.height = `${layout.rows.length * ROW}px`;
  }

  function draw() {
    if (!view) return;
    const hadFocus = box.contains(document.activeElement);
    const first = Math.floor(box.scrollTop / ROW) - MARGIN, last = Math.ceil((box.scrollTop + box.clientHeight) / ROW) + MARGIN;
    const current = layout.places.get(view.at)?.row ?? 0, wanted = [];
    for (let row = Math.max(0, first); row < Math.min(layout.rows.length, last); row += 1) wanted.push(row);
    // The tab stop stays in the document when it is scrolled out of sight.
    if (layout.rows.length && (current < first || current >= last)) wanted.push(current);
    wanted.sort((one, other) => one - other);
    const shown = wanted.flatMap((row) => layout.rows[row].items.map((item, column) => drawItem(item, row, column, layout.rows[row].level)));
    const kept = new Set(shown);
    for (const [id, element] of items) {
      if (kept.has(element)) continue;
      items.delete(id);
      element.remove();
    }
    shown.forEach((element, index) => { if (inner.children[index] !== element) inner.insertBefore(element, inner.children[index] ?? null); });
    if (hadFocus && !box.contains(document.activeElement)) focus();
  }

  function drawItem({ id, level, at, line, alternatives }, row, column, rowLevel) {
    const facts = describe(id), isCurrent = id === view.at, open = alternatives && !folded.has(id);
    let item = items.get(id);
    if (!item) items.set(id, item = make("div", { role: "treeitem", dataset: { node: id } }));
    const place = `translate(${indentOf(rowLevel) + column * ITEM}px, ${row * ROW}px)`;
    const drawn = JSON.stringify([facts, isCurrent, open, alternatives, level, at, line.count, place]);
    if (item.dataset.drawn === drawn) return item;
    item.dataset.drawn = drawn;
    item.style.transform = place;
    item.style.setProperty("--row", `${ROW}px`);
    item.className = ["item", level > 1 && "deeper", at === 1 && level > 1 && "begins", facts.main && "main", isCurrent && "current"].filter(Boolean).join(" ");
    item.tabIndex = isCurrent ? 0 : -1;
    const attributes = { "aria-level": level, "aria-posinset": at, "aria-setsize": line.count, "aria-selected": isCurrent, "aria-label": facts.words };
    for (const [name, value] of Object.entries(attributes)) item.setAttribute(name, value);
    if (alternatives) item.setAttribute("aria-expanded", Boolean(open));
    else item.removeAttribute("aria-expanded");
    item.replaceChildren(
      ...(facts.number ? [make("small", {}, String(facts.number)), make("span", { class: `token ${facts.stone}` })] : []), make("span", { class: "at" }, facts.name),
      ...facts.badges.map((badge) => make("i", { class: `badge ${badge}` })),
      ...(facts.here.length ? [make("span", { class: "dots" }, facts.here.map(({ colour }) => make("i", { class: `dot who${colour}` })))] : []),
      ...(alternatives ? [make("i", { class: "fold", title: T.alternatives(alternatives) }, open ? "▾" : `+${alternatives}`)] : []));
    return item;
  }

  function fold(id, on) {
    if (on) folded.add(id);
    else folded.delete(id);
    if (view) update(view);
  }

  function focus() {
    items.get(view?.at)?.focus({ preventScroll: true });
  }

  function onKey(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || !view) return;
    const { tree, at } = view, item = layout.places.get(at)?.item;
    const step = (by) => {
      const all = layout.rows.flatMap((row) => row.items), place = all.findIndex(({ id }) => id === at) + by;
      return all[Math.min(Math.max(place, 0), all.length - 1)]?.id;
    };
    const actions = {
      ArrowUp: () => step(-1), ArrowDown: () => step(1), ArrowLeft: () => tree.nodes.get(at)?.parent, ArrowRight: () => tree.children(at)[0],
      Home: () => view.root, End: () => step(Infinity), Enter: () => at, " ": () => at,
      "+": () => { if (item?.alternatives) fold(at, false); }, "-": () => { if (item?.alternatives) fold(at, true); },
    };
    if (!actions[event.key]) return;
    event.preventDefault();
    const id = actions[event.key]();
    if (!id) return;
    onSelect(id);
    focus();
  }
}
