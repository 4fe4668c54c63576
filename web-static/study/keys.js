// Keys, wheel and swipes that move through the tree. Besides the usual keys there are RenLib's:
// B and F go back and forward, U back to the last branch, D forward to the next one, 1 and L to the
// start and the end.

/** The distance of the wheel for one step, and of a swipe, in px. */
const WHEEL = 60, SWIPE = 40;

/** The names of the actions by their keys. Letters are the same with Shift. */
export const KEYS = {
  ArrowLeft: "back", ArrowRight: "on", ArrowUp: "up", ArrowDown: "down", Home: "start", End: "end",
  b: "back", f: "on", u: "branchBack", d: "branchOn", 1: "start", l: "end", x: "other", e: "engine", z: "undo", Delete: "remove",
};

/**
 * Calls `actions` {back, on, start, end, up, down, branchBack, branchOn, other, engine, remove,
 * undo} for the keys. Keys in fields, and keys that the board or the tree has handled, do nothing.
 */
export function mountKeys(actions) {
  addEventListener("keydown", (event) => {
    const isUndo = (event.ctrlKey || event.metaKey) && event.key === "z";
    if (event.defaultPrevented || event.altKey || (event.ctrlKey || event.metaKey) && !isUndo || event.target.closest?.("input, textarea, select, dialog, [role=tablist], [role=log]")) return;
    const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    actions[action]();
  });
}

/** Calls `step(by)` when the user turns the wheel over `element` or swipes over it. */
export function mountGestures(element, step) {
  let turned = 0, began = null;
  element.addEventListener("wheel", (event) => {
    if (event.ctrlKey) return; // The browser zooms.
    event.preventDefault();
    turned += event.deltaMode ? event.deltaY * WHEEL / 3 : event.deltaY;
    if (Math.abs(turned) < WHEEL) return;
    step(Math.sign(turned));
    turned = 0;
  }, { passive: false });
  element.addEventListener("pointerdown", (event) => { began = event.pointerType === "touch" ? event : null; });
  element.addEventListener("pointerup", (event) => {
    const across = began ? event.clientX - began.clientX : 0, down = began ? event.clientY - began.clientY : 0;
    began = null;
    if (event.defaultPrevented) return;
    if (Math.abs(across) >= SWIPE && Math.abs(across) > 2 * Math.abs(down)) step(across > 0 ? -1 : 1);
  });
}
