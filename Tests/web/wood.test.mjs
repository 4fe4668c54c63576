// The grain of the wood (web-static/board/wood.js).

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";

import { layGrain } from "../../web-static/board/wood.js";

/** A document that records the painted picture and has one board. */
function documentWithABoard() {
  const painted = { data: null, href: null };
  const context = {
    createImageData: (width, height) => ({ data: new Uint8ClampedArray(width * height * 4) }),
    putImageData: ({ data }) => { painted.data = data; },
  };
  const image = { setAttribute: (name, value) => { painted[name] = value; } };
  const document = {
    createElement: () => ({ getContext: () => context, toDataURL: () => "data:image/webp;base64,wood" }),
    querySelectorAll: () => [image],
  };
  return { document, painted };
}

test("the grain is the same picture everywhere and is shown on the boards", async (t) => {
  const { document, painted } = documentWithABoard();
  t.after(() => { delete globalThis.document; });
  globalThis.document = document;
  await layGrain(document, async () => {});
  assert.equal(
    createHash("sha256").update(painted.data).digest("hex"),
    "ea142050da5a3b15b0917c71ba61727298458c053d31ddf728f36427ce62c992",
  );
  assert.equal(painted.href, "data:image/webp;base64,wood");
});

test("other work of the page runs while the grain is painted", async (t) => {
  const { document, painted } = documentWithABoard();
  t.after(() => { delete globalThis.document; });
  globalThis.document = document;
  const laid = layGrain(document);
  // This timer is due after the first pause of the painting: one turn of the page, not a duration.
  await new Promise((resolve) => { setTimeout(resolve); });
  assert.equal(painted.href, null, "the grain is complete before the page has had a turn");
  await laid;
  assert.ok(painted.href);
});
