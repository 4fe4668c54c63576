// Stepping through the game with the mouse wheel, one move per notch. The live game continues
// meanwhile.

/** The wheel movement of one step, in pixels. A touchpad sends many small movements. */
const NOTCH = 60;
/** The pause, in ms, after which the movement is counted from zero. */
const REST = 300;

/** Calls `step(by)` with -1 or 1 when the wheel turns over one of `places`. */
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
