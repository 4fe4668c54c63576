// Guards for gadgets that do not set guards themselves. A change is discarded as a whole if another
// participant has changed a key that the gadget had read and now writes. Only changes after the
// state that the gadget had seen count.
//
// The gadget's own changes never cause its next one to be discarded. If the next change writes a
// key that the gadget has read and that an unanswered change writes, it waits for the answer. Then
// only the changes by other participants since its own base count.

import { WAITING_BYTES, WAITING_LIMIT } from "./outbox.js";

/**
 * The number of keys whose last revision is kept. Beyond it, changes with an older base count as
 * outdated.
 */
const KEYS_LIMIT = 10_000;

/**
 * @param options.pass   (change) sends a change on, with `base` and `guard`. Returns false if the
 *   queue is full.
 * @param options.refuse (change, keys) discards a change that was based on an outdated state.
 * @param options.rev    () returns the newest known revision.
 */
export function createGuards({ pass, refuse, rev }) {
  let changedAt = new Map(), floor = 0, held = [], bytes = 0, unanswered = [];
  return {
    /** Adds a change with the keys that it read and writes. Returns false if the queue is full. */
    add(change, keys) {
      if (held.length >= WAITING_LIMIT || bytes + change.size > WAITING_BYTES) return false;
      held.push({ change, keys });
      bytes += change.size;
      return release();
    },
    /** Records an accepted delta. */
    note(delta, isOwn) {
      if (isOwn) return;
      for (const key of Object.keys(delta.set)) changedAt.set(key, delta.rev);
      if (changedAt.size > KEYS_LIMIT) restart(delta.rev);
    },
    /** Starts over at a whole state, because the changes that led to it are unknown. */
    restart,
    /** Records that the server has answered a change that `pass` sent. */
    answered(change) {
      unanswered = unanswered.filter((other) => other !== change);
      release();
    },
    clear() {
      held = [];
      bytes = 0;
      unanswered = [];
    },
    get length() { return held.length; },
  };

  function restart(at) {
    changedAt = new Map();
    floor = at;
  }

  function release() {
    while (held.length) {
      const { change, keys } = held[0];
      if (unanswered.some(({ set }) => keys.some((key) => Object.hasOwn(set, key)))) return true;
      held.shift();
      bytes -= change.size;
      const outdated = change.base < floor ? keys : keys.filter((key) => (changedAt.get(key) ?? 0) > change.base);
      if (outdated.length && keys.length) {
        refuse(change, outdated);
        continue;
      }
      if (keys.length) Object.assign(change, { base: Math.max(change.base, rev()), guard: keys });
      unanswered.push(change);
      if (!pass(change)) {
        unanswered.pop();
        return false;
      }
    }
    return true;
  }
}
