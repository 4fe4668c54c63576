// Looking back with the mouse's wheel: over the board and over the list one step a notch, back and forth. The live game
// goes on meanwhile.

/** How much a wheel turns for one step, in pixels; a touchpad sends many small turns. */
const NOTCH = 60;
/** After this long without a turn the next begins anew, in ms. */
const REST = 300;

/** Calls `step(by)` with -1 and 1 as the wheel turns over one of `places`. */
export function mountWheel(places, step) {
  let turned = 0, last = 0;
  for (const place of places) place.addEventListener("wheel", onWheel, { passive: false });

  function onWheel(event) {
    if (event.ctrlKey || !event.deltaY) return;
    event.preventDefault();
    if (event.timeStamp - last > REST || Math.sign(turned) !== Math.sign(event.deltaY)) turned = 0;
    last = event.timeStamp;
    turned += event.deltaY * [1, 20, 400][event.deltaMode];
    if (Math.abs(turned) < NOTCH) return;
    step(Math.sign(turned));
    turned = 0;
  }
}
