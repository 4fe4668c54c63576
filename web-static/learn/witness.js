// The server's analysis of a try (`analyse`, docs/PROTOCOL.md), for tries that the report does not
// know. Pure: no DOM. There is one question at a time.

import { isAnswerTo, readAnalysis } from "../study/engine.js";

/** The processor time for a try, in ms. */
export const BUDGET = 2_000;
/** The longest wait for an answer, in ms. The server gives turns to other users meanwhile. */
export const PATIENCE = 20_000;

/**
 * Creates the witness.
 *
 * @param send     (message) sends it, and returns whether it was sent.
 * @param isOnline returns whether the page is connected.
 */
export function createWitness({ send, isOnline, clock = globalThis }) {
  let asked = null, number = 0; // {id, inquiry, decide, settle, timer}
  return { ask, stop, receive };

  /**
   * Resolves to {verdict} as soon as `decide(answer)` returns one, to {trouble} with an error code
   * of the server, `offline` or `silent`, and to {} if the question is withdrawn.
   */
  function ask(inquiry, decide) {
    stop();
    return new Promise((settle) => {
      asked = { id: `learn${number += 1}`, inquiry, decide, settle, timer: clock.setTimeout(() => end({ trouble: isOnline() ? "silent" : "offline" }), PATIENCE) };
      transmit();
    });
  }

  function transmit() {
    if (!send({ type: "analyse", id: asked.id, ...asked.inquiry, lines: 1, milliseconds: BUDGET })) end({ trouble: "offline" });
  }

  /** Withdraws the question. */
  function stop() {
    end({});
  }

  function end(answer, isRunning = true) {
    if (!asked) return;
    const { id, settle, timer } = asked;
    asked = null;
    clock.clearTimeout(timer);
    if (isRunning) send({ type: "analyse", id, stop: true });
    settle(answer);
  }

  /** Handles a message of the server. */
  function receive(message) {
    if (!asked) return;
    // A new connection knows nothing about the question.
    if (message.type === "welcome") return transmit();
    if (!isAnswerTo(message, asked.id)) return;
    if (message.type === "error") return end({ trouble: String(message.code) }, false);
    if (message.type !== "analysis") return;
    const answer = readAnalysis(message, asked.inquiry.size), verdict = asked.decide(answer);
    if (verdict) end({ verdict }, !answer.done);
    else if (answer.done) end({ trouble: "unknown" }, false);
  }
}
