// The properties of a gadget's XML and of an operator's map, for the repository's inputs and random
// mutations of them.

import test from "node:test";
import { randomFrom } from "./helpers.mjs";
import { bent, check, inputs } from "./gadget-properties.mjs";

const ROUNDS = 600;

test("any gadget or map leads only to this server, and its texts are read as they were written", () => {
  const random = randomFrom(13), texts = inputs();
  for (const text of texts) check(text);
  for (let round = 0; round < ROUNDS; round += 1) check(bent(texts[round % texts.length], random));
});
