// The page's promise that it is settled: the work and the answers that it waits for. It costs
// nothing until a test asks.

import test from "node:test";
import assert from "node:assert/strict";
import { createSettled, isWorking, watchLeaving, work } from "../../web-static/net/settled.js";

/** Returns manual animation frames. `draw` runs the waiting callbacks and resolves after them. */
function handFrames() {
  let waiting = [], asked = 0;
  const frame = () => new Promise((resolve) => { asked += 1; waiting.push(resolve); });
  const draw = async () => {
    const due = waiting;
    waiting = [];
    for (const resolve of due) resolve();
    await new Promise(setImmediate);
  };
  return { frame, draw, get asked() { return asked; } };
}

/** Returns a promise with its resolve and reject functions. */
function handPromise() {
  let resolve, reject;
  const promise = new Promise((...both) => { [resolve, reject] = both; });
  return { promise, resolve, reject };
}

/** Asks whether the page is settled. `is()` returns whether the promise has resolved. */
function asking(isWaiting = () => false) {
  const frames = handFrames(), settled = createSettled(isWaiting, frames.frame);
  let answered = false;
  settled().then(() => { answered = true; });
  return { ...frames, is: () => answered };
}

test("an idle page is settled at the next frame, and not before", async () => {
  const { draw, is } = asking();
  await new Promise(setImmediate);
  assert.equal(is(), false);
  await draw();
  assert.equal(is(), true);
});

test("a page is settled once all work has succeeded or failed, and work keeps its result", async () => {
  const one = handPromise(), other = handPromise();
  const first = work(one.promise), second = work(other.promise).catch(({ message }) => message);
  const { draw, is } = asking();
  await draw();
  assert.equal(is(), false);
  one.resolve("done");
  await draw();
  assert.equal(is(), false, "the other one is not done");
  assert.equal(isWorking(), true);
  other.reject(new Error("failed"));
  await new Promise(setImmediate);
  await draw();
  assert.equal(is(), true);
  assert.equal(isWorking(), false);
  assert.deepEqual([await first, await second], ["done", "failed"]);
});

test("a page is not settled between one piece of work and the next that follows from it", async () => {
  const one = handPromise(), next = handPromise();
  work(one.promise).then(() => work(next.promise));
  const { draw, is } = asking();
  one.resolve();
  await new Promise(setImmediate);
  await draw();
  assert.equal(is(), false);
  next.resolve();
  await new Promise(setImmediate);
  await draw();
  assert.equal(is(), true);
});

test("a page is not settled while the server owes an answer", async () => {
  let waiting = true;
  const { draw, is } = asking(() => waiting);
  await draw();
  assert.equal(is(), false);
  waiting = false;
  await draw();
  assert.equal(is(), true);
});

test("no frame is requested before a test asks, nor after the answer", async () => {
  const frames = handFrames(), settled = createSettled(() => false, frames.frame);
  await work(Promise.resolve());
  assert.equal(frames.asked, 0);
  const answer = settled();
  await frames.draw();
  await answer;
  assert.equal(frames.asked, 1);
});

test("a page that is being left is not settled unless that fails; hash changes and downloads do not leave", async () => {
  const listeners = {}, navigation = { addEventListener: (name, listener) => { listeners[name] = listener; } };
  watchLeaving(undefined);
  watchLeaving(navigation);
  const { draw, is } = asking();
  listeners.navigate({ destination: { sameDocument: true }, downloadRequest: null });
  listeners.navigate({ destination: { sameDocument: false }, downloadRequest: "file.sgf" });
  await draw();
  assert.equal(is(), true);
  const again = asking();
  listeners.navigate({ destination: { sameDocument: false }, downloadRequest: null });
  await again.draw();
  assert.equal(again.is(), false);
  listeners.navigateerror();
  await new Promise(setImmediate);
  await again.draw();
  assert.equal(again.is(), true);
});
