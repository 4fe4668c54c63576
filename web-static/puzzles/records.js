// The person's record of puzzles: this browser's, which all its tabs share, or the account's.

import { dayOf } from "./days.js";
import { noted, readRecord, recordText } from "./record.js";

/**
 * Returns access to the record: {get(), set(record), note(puzzle, result)}. `note` notes a result
 * as `noted` of record.js does. With `use(account)`, an account's record of account.js takes the
 * place of the browser's, and with `use(null)` the browser's comes back. `device` is always the
 * browser's record in `memory`. `seed` is for a browser without a record, and `now()` is the time
 * in ms.
 */
export function createRecords(memory, seed, now) {
  const device = createDeviceRecord(memory, seed, now);
  let used = device;
  return {
    device,
    get: () => used.get(),
    set: (record) => used.set(record),
    note: (puzzle, result) => used.note(puzzle, result),
    use(account) { used = account ?? device; },
  };
}

/** Returns access to the browser's record. `get` reads what another tab has written since. */
function createDeviceRecord(memory, seed, now) {
  let record = null, seen;
  return { get, set, note: (puzzle, result) => set(noted(get(), puzzle, result)) };

  function get() {
    const text = memory.get("puzzles");
    if (!record || text !== seen) [record, seen] = [readRecord(text, seed, dayOf(now())), text];
    return record;
  }

  function set(next) {
    memory.set("puzzles", recordText(next));
    // Storage that is full keeps the old text. The record then lasts as long as the page.
    [record, seen] = [next, memory.get("puzzles")];
  }
}
