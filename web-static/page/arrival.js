// What the user wants at the next table. A document leaves it here, and the table's document takes
// it. It is stored only in this window.

const KEY = "arrival";

/**
 * Leaves `wish` for the table in `room`: {start, share, focus}. `start` has the options of a New
 * Game, `share` asks for the dialog with the link, `focus` puts the focus on the board.
 */
export function leaveWish(memory, room, wish) {
  memory.set(KEY, JSON.stringify({ ...wish, room }));
}

/**
 * Returns the wish for `room`, once; an empty one if there is none. Its `grant({focus, share})`
 * calls each function that is wished for, once.
 */
export function takeWish(memory, room) {
  const wish = taken(memory.get(KEY), room);
  memory.set(KEY, undefined);
  return {
    start: wish.start, share: wish.share,
    grant(actions) {
      for (const [name, action] of Object.entries(actions)) if (wish[name]) action();
      wish.focus = wish.share = false;
    },
  };
}

function taken(text, room) {
  try {
    const wish = Object(JSON.parse(text ?? "{}"));
    return wish.room === room ? wish : {};
  } catch {
    return {};
  }
}
