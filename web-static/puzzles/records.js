// This browser's record of the person's puzzles, which all its tabs share.

import { dayOf } from "./days.js";
import { readRecord, recordText } from "./record.js";

/**
 * Returns access to the record in `memory`: {get(), set(record)}. `get` reads what another tab has
 * written since. `seed` is for a browser without a record, and `now()` is the time in ms.
 */
export function createRecords(memory, seed, now) {
  let record = null, seen;
  return {
    get() {
      const text = memory.get("puzzles");
      if (!record || text !== seen) [record, seen] = [readRecord(text, seed, dayOf(now())), text];
      return record;
    },
    set(next) {
      memory.set("puzzles", recordText(next));
      // Storage that is full keeps the old text. The record then lasts as long as the page.
      [record, seen] = [next, memory.get("puzzles")];
    },
  };
}
