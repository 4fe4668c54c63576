// The queue of a gadget's changes before the connection takes them: in order, bounded and
// rate-limited.

import { createCredits } from "./credits.js";

/** The number of changes allowed at once, and per second in the long run. */
export const DELTA_BURST = 300;
export const DELTAS_PER_SECOND = 100;
/** The largest number of waiting changes. Further changes are discarded. */
export const WAITING_LIMIT = 1_000;
/** The total size of the waiting changes, in bytes. */
export const WAITING_BYTES = 4_000_000;

/**
 * @param send   (delta) returns whether the connection took it.
 * @param onSlow is called when the rate is exceeded.
 */
export function createOutbox({ send, onSlow = () => {}, now = Date.now, setTimer = setTimeout, clearTimer = clearTimeout }) {
  const credits = createCredits({ burst: DELTA_BURST, perSecond: DELTAS_PER_SECOND, now: now() });
  let waiting = [], bytes = 0, timer = null, paid = false;

  return {
    /** Adds a change. Returns false if the queue is full. */
    add(delta, size) {
      if (waiting.length >= WAITING_LIMIT || bytes + size > WAITING_BYTES) return false;
      waiting.push({ delta, size });
      bytes += size;
      pump();
      return true;
    },
    /** Continues, because the connection has room again. */
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
      // A change that spent its credit and then found the connection full spends no second one.
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
