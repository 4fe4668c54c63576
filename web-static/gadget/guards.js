// Guards for gadgets that know of none: a change is discarded whole when somebody else has changed one of the keys that
// the gadget had read and now writes, after the state that it had been shown.
//
// The gadget's own changes are no reason to discard the next one: that waits until they are answered, and is judged
// then by what others have done since its own base.

import { WAITING_BYTES, WAITING_LIMIT } from "./outbox.js";

/** How many keys are remembered with the revision of their last change; older bases are then taken for outdated. */
const KEYS_LIMIT = 10_000;

/**
 * @param options.pass   (change) hands a change on, with `base` and `guard`; false when there is no room for it
 * @param options.refuse (change, keys) it was made on a state that is no more
 * @param options.rev    () the newest revision that is known
 */
export function createGuards({ pass, refuse, rev }) {
  let changedAt = new Map(), floor = 0, held = [], bytes = 0, unanswered = [];
  return {
    /** Takes a change with the keys it has read and writes; false when there is no room for it. */
    add(change, keys) {
      if (held.length >= WAITING_LIMIT || bytes + change.size > WAITING_BYTES) return false;
      held.push({ change, keys });
      bytes += change.size;
      return release();
    },
    /** A delta has been accepted. */
    note(delta, isOwn) {
      if (isOwn) return;
      for (const key of Object.keys(delta.set)) changedAt.set(key, delta.rev);
      if (changedAt.size > KEYS_LIMIT) restart(delta.rev);
    },
    /** The whole state came: what has changed on the way to it is not known. */
    restart,
    /** A change that was passed on is answered. */
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
