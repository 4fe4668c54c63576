// The lobby's room as two lists, and a function that updates lists on the page with the fewest
// changes.

/** The largest number of lines in each list. */
export const LISTED = 100;

/** Returns the value of a lobby key as an object with its key; null for an invalid value. */
const entry = (key, value) => (value && typeof value === "object" && !Array.isArray(value) ? { ...value, key } : null);
const under = (state, prefix) => [...state].filter(([key]) => key.startsWith(prefix)).map(([key, value]) => entry(key, value)).filter(Boolean);

/** Returns the open seeks, oldest first: {key, by, name, rating, rule, …}. */
export const seeksIn = (state) => under(state, "seek.")
  .sort((one, other) => Number(one.key.slice(5)) - Number(other.key.slice(5))).slice(0, LISTED);

/**
 * Returns the games that may be watched: {key, room, x, o, rule, clock, rated, board}. Only some of
 * them have a board, {size, moves}.
 */
export const playsIn = (state) => under(state, "play.").filter(({ x, o }) => x && o).map((play) => {
  const room = play.key.slice(5);
  return { ...play, room, board: entry("board", state.get(`board.${room}`)) };
}).slice(0, LISTED);

/**
 * Shows `items` in `list`, each as the element that `draw` returns, or the text `empty`. An item
 * has a `key`. Unchanged elements stay, and with them focus, selection and a screen reader's
 * position.
 */
export function showList(list, items, draw, empty) {
  if (!list.shownItems) list.replaceChildren();
  const shown = list.shownItems ??= new Map();
  const wanted = items.length ? items : [{ key: "", empty }];
  const keys = new Set(wanted.map(({ key }) => key));
  for (const [key, { element }] of shown) if (!keys.has(key)) { element.remove(); shown.delete(key); }
  wanted.forEach((item, index) => {
    const words = JSON.stringify(item), old = shown.get(item.key);
    let element = old?.element;
    if (old?.words !== words) {
      element = item.key ? draw(item) : Object.assign(document.createElement("li"), { className: "empty", textContent: empty });
      old?.element.replaceWith(element);
      shown.set(item.key, { words, element });
    }
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
}
