// The gestures that draw arrows and circles, as on lichess: the right button, or a long press on a
// touch screen, draws a circle, and an arrow when it is dragged to another point. On the keyboard,
// A begins an arrow at the focused point, and A at another point ends it.

/** The time that a finger must rest, in ms, and how far it may move meanwhile, in px. */
const HOLD = 450, SLACK = 10;
/** The time within which a browser sends the click after a press, in ms. */
const CLICK_WITHIN = 400;

/**
 * Listens to the board.
 *
 * @param cellIn    (element) returns the cell that contains the element, or null.
 * @param onDrawn   ({from, to}, event) is called for each drawing; a circle ends at its own cell.
 * @param onPreview ({from, to} or null, event) is called while the user draws.
 * @param onBegin   (cell) is called when an arrow is begun with the keyboard.
 * @param onClear   () is called when the user presses Escape, unless a previewed stone goes first.
 * @returns a function that gives up an unfinished drawing.
 */
export function mountDrawing(board, { cellIn, onDrawn, onPreview, onBegin, onClear }) {
  let drawn = null; // {from, to, pointer}; the pointer is null for the keyboard
  let held = null; // a resting finger: {x, y, timer}
  let isHandled = false; // whether a gesture has already handled the next context menu
  let skipsClick = false;

  board.addEventListener("pointerdown", (event) => {
    const cell = cellIn(event.target);
    [isHandled, skipsClick] = [event.button === 2, false];
    const isSecond = Boolean(held || drawn?.pointer);
    cancel();
    if (!cell || isSecond) return;
    if (event.button === 2) begin(cell, event);
    else if (event.pointerType === "touch") held = { x: event.clientX, y: event.clientY, timer: setTimeout(begin, HOLD, cell, event) };
  }, true);
  board.addEventListener("pointermove", (event) => {
    if (held && Math.hypot(event.clientX - held.x, event.clientY - held.y) > SLACK) release();
    if (event.pointerId !== drawn?.pointer) return;
    // A finger's events go to the element where it began.
    const to = cellIn(document.elementFromPoint(event.clientX, event.clientY));
    if (!to || to === drawn.to) return;
    drawn.to = to;
    onPreview(drawn, event);
  });
  board.addEventListener("pointerup", (event) => {
    release();
    if (event.pointerId !== drawn?.pointer) return;
    // The gestures that step through the tree leave this one alone.
    event.preventDefault();
    // Some browsers send no click after a long press.
    skipsClick = event.button === 0;
    setTimeout(() => { skipsClick = false; }, CLICK_WITHIN);
    if (cellIn(document.elementFromPoint(event.clientX, event.clientY))) finish(event);
    else cancel();
  }, true);
  // Outside the board the drawing is given up.
  addEventListener("pointerup", ({ pointerId }) => { if (pointerId === drawn?.pointer) cancel(); });
  board.addEventListener("pointercancel", cancel);
  board.addEventListener("click", (event) => {
    if (!skipsClick) return;
    skipsClick = false;
    event.stopImmediatePropagation();
  }, true);
  board.addEventListener("contextmenu", (event) => {
    const cell = cellIn(event.target);
    if (!cell) return;
    event.preventDefault();
    if (!isHandled) onDrawn({ from: cell, to: cell }, event);
  });
  addEventListener("keydown", onKey, true);
  return cancel;

  function begin(cell, event) {
    held = null;
    isHandled = true;
    drawn = { from: cell, to: cell, pointer: event.pointerId };
    onPreview(drawn, event);
  }

  function finish(event) {
    const { from, to } = drawn;
    cancel();
    onDrawn({ from, to }, event);
  }

  function release() {
    clearTimeout(held?.timer);
    held = null;
  }

  function cancel() {
    release();
    if (!drawn) return;
    drawn = null;
    onPreview(null);
  }

  function onKey(event) {
    isHandled = false;
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest?.("input, textarea, select, dialog")) return;
    const cell = cellIn(document.activeElement);
    if (event.key === "Escape") {
      if (drawn) cancel();
      else if (!board.querySelector(".preview")) onClear();
    } else if (event.key.toLowerCase() === "a" && cell) {
      if (drawn && drawn.pointer === null) {
        drawn.to = cell;
        return finish(event);
      }
      drawn = { from: cell, to: cell, pointer: null };
      onPreview(drawn, event);
      onBegin(cell);
    }
  }
}
