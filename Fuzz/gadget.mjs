// Searches for a gadget or a map that violates a property:
//   node Fuzz/gadget.mjs INPUTS|SECONDSs [SEED]
//
// Node has no libFuzzer, so inputs are changed at random. Changes accumulate for a while before an
// input starts again from the original.

import { mkdirSync, writeFileSync } from "node:fs";
import { randomFrom } from "../Tests/web/helpers.mjs";
import { bent, check, inputs } from "../Tests/web/gadget-properties.mjs";

// The length of an input that is read in a fraction of a millisecond. Longer gadgets are cut.
const LONGEST = Number(process.env.FUZZ_LONGEST ?? 800);

const bound = process.argv[2] ?? "60s", seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const random = randomFrom(seed), texts = inputs().map((text) => text.slice(0, LONGEST));
const most = bound.endsWith("s") ? Infinity : Number(bound), ends = bound.endsWith("s") ? Date.now() + parseFloat(bound) * 1_000 : Infinity;
const found = new URL("../.build-fuzz/found/", import.meta.url);
// A refused gadget throws an error. A stack trace would take as long as everything else.
Error.stackTraceLimit = 0;
const pool = [...texts];
let runs = 0;
for (; runs < most && (runs % 64 > 0 || Date.now() < ends); runs += 1) {
  const place = Math.floor(random() * pool.length), text = bent(pool[place], random).slice(0, LONGEST);
  try {
    check(text);
  } catch (error) {
    mkdirSync(found, { recursive: true });
    const file = new URL(`gadget-${seed}-${runs}`, found);
    writeFileSync(file, text);
    console.error(`${error.stack}\nThe input is in ${file.pathname}.`);
    process.exitCode = 1;
    break;
  }
  pool[place] = random() < 0.7 ? text : texts[place];
}
console.log(`stat::number_of_executed_units: ${runs} (seed ${seed})`);
