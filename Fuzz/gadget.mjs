// Looks for a gadget or a map that the properties do not hold for: node Fuzz/gadget.mjs SECONDS [SEED]
//
// Node has no libFuzzer: inputs are bent at random, and bent on where they were not refused.

import { mkdirSync, writeFileSync } from "node:fs";
import { randomFrom } from "../Tests/web/helpers.mjs";
import { bent, check, inputs } from "../Tests/web/gadget-properties.mjs";

const seconds = Number(process.argv[2] ?? 60), seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const random = randomFrom(seed), texts = inputs(), ends = Date.now() + seconds * 1_000;
const found = new URL("../.build-fuzz/found/", import.meta.url);
let runs = 0, pool = [...texts];
for (; Date.now() < ends || runs === 0; runs += 1) {
  const place = Math.floor(random() * pool.length), text = bent(pool[place], random);
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
