// The server's analysis of the shown position (`analyse`, docs/PROTOCOL.md). Pure: no DOM.
//
// It asks anew for each position, not more often than every PAUSE ms, and stops while the board is
// hidden.

import { pointOf } from "./tree.js";

/** The shortest time between two requests, in ms. */
export const PAUSE = 150;
/** The largest number of lines, and the time for each position in ms. */
export const MOST_LINES = 5, BUDGET = 20_000;
/** The longest line that is read, in moves. */
const LENGTH = 120;
const KINDS = ["wins", "loses", "only-hold"], MEANS = ["fours", "threats", "any"];
/** The error codes after which asking again is useless. */
const FINAL = ["rated", "bad-message"];

/**
 * Creates the engine.
 *
 * @param send     (message) sends it, and returns whether it was sent.
 * @param onChange is called for each answer.
 */
export function createEngine({ send, onChange, clock = globalThis }) {
  let wanted = null, asked = null, about = null /* the inquiry of `asked` */, answer = null, trouble = null, number = 0, last = -Infinity, timer = null;
  return {
    want, receive, again,
    /** The newest answer about this position {depth, done, lines, claims, stored}, or null. */
    get answer() { return answer; },
    /** The code of the error that the server answered with, or null. */
    get trouble() { return trouble; },
  };

  /** Analyses this position (of `inquiry`, and the number of `lines`), or stops for null. */
  function want(inquiry) {
    const text = inquiry && JSON.stringify(inquiry);
    if (text === (wanted && JSON.stringify(wanted))) return;
    wanted = inquiry;
    [answer, trouble] = [null, trouble === "bad-message" ? trouble : null];
    clock.clearTimeout(timer);
    const wait = last + PAUSE - now();
    if (!wanted) stop();
    else if (wait > 0) timer = clock.setTimeout(ask, wait);
    else ask();
  }

  /** Asks again, after a new connection. */
  function again() {
    asked = null;
    clock.clearTimeout(timer);
    if (wanted) ask();
  }

  function now() {
    return clock.now?.() ?? performance.now();
  }

  function ask() {
    if (trouble === "bad-message") return;
    last = now();
    asked = `a${number += 1}`;
    about = wanted;
    if (!send({ type: "analyse", id: asked, ...wanted, milliseconds: BUDGET })) asked = null;
  }

  function stop() {
    if (asked) send({ type: "analyse", id: asked, stop: true });
    asked = null;
  }

  /** Handles a message of the server. Returns whether it was the answer to `analyse`. */
  function receive(message) {
    if (!asked || !isAnswerTo(message, asked)) return false;
    if (about !== wanted) {
      // The answer is about the position before.
      if (message.type === "error") asked = null;
      return true;
    }
    if (message.type === "error") {
      [trouble, asked] = [String(message.code), null];
      if (!FINAL.includes(trouble) && wanted) timer = clock.setTimeout(ask, Math.max(1_000, Number(message.retryAfter) || 0));
    } else {
      [answer, trouble] = [readAnalysis(message, wanted.size), null];
    }
    onChange();
    return true;
  }
}

/** Whether the message answers the `analyse` with that id. */
export function isAnswerTo({ type, id, message }, asked) {
  // A server that does not know the request answers without an id.
  const isUnknown = type === "error" && id === undefined && /"analyse"/.test(message ?? "");
  return ["analysis", "error"].includes(type) && (id === asked || isUnknown);
}

/** Reads an `analysis`. Everything that is not valid is left out. */
export function readAnalysis({ depth, done, stored, lines, claims }, size) {
  const list = (value) => (Array.isArray(value) ? value : []);
  const point = (cell) => {
    const at = pointOf(cell);
    return at && at.col < size && at.row < size ? at : null;
  };
  const points = (value) => list(value).slice(0, LENGTH).map(point).filter(Boolean);
  return {
    depth: Number.isFinite(depth) ? depth : 0, done: done === true, stored: stored === true,
    lines: list(lines).slice(0, MOST_LINES).map((line) => ({ point: point(line?.cell), chance: Number.isFinite(line?.chance) ? Math.min(100, Math.max(0, line.chance)) : null, line: points(line?.line), proven: Boolean(line?.proof) })).filter((line) => line.point),
    claims: list(claims).filter((claim) => KINDS.includes(claim?.kind)).map((claim) => ({
      kind: claim.kind, means: MEANS.includes(claim.means) ? claim.means : "any", moves: Number.isInteger(claim.moves) ? claim.moves : 0,
      point: point(claim.point), points: points(claim.points), line: points(claim.line),
    })),
  };
}
