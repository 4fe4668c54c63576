// The changes a gadget has asked for and that are not with the connection yet: in order, bounded, at a bounded pace.

import { createCredits } from "./credits.js";

/** Changes at once, and a second in the long run. */
export const DELTA_BURST = 300;
export const DELTAS_PER_SECOND = 100;
/** Changes that may wait; one more is discarded. */
export const WAITING_LIMIT = 1_000;
/** What all that wait may weigh, in bytes. */
export const WAITING_BYTES = 4_000_000;

/**
 * @param send (delta) => whether the connection took it
 * @param onSlow called when the pace is exceeded
 */
export function createOutbox({ send, onSlow = () => {}, now = Date.now, setTimer = setTimeout, clearTimer = clearTimeout }) {
  const credits = createCredits({ burst: DELTA_BURST, perSecond: DELTAS_PER_SECOND, now: now() });
  let waiting = [], bytes = 0, timer = null, paid = false;

  return {
    /** Takes a change; false when there are too many already. */
    add(delta, size) {
      if (waiting.length >= WAITING_LIMIT || bytes + size > WAITING_BYTES) return false;
      waiting.push({ delta, size });
      bytes += size;
      pump();
      return true;
    },
    /** The connection has room again. */
    pump,
    clear() {
      waiting = [];
      bytes = 0;
      clearTimer(timer);
      timer = null;
    },
    get length() { return waiting.length; },
  };

  function pump() {
    while (waiting.length && !timer) {
      // A change that is paid for and found the connection full is not paid for twice.
      if (!paid && !credits.spend(now())) {
        onSlow();
        timer = setTimer(() => { timer = null; pump(); }, credits.wait(now()));
        return;
      }
      paid = true;
      if (!send(waiting[0].delta)) return;
      paid = false;
      bytes -= waiting.shift().size;
    }
  }
}
