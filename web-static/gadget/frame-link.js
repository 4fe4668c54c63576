// The container's end of the line to a gadget's frame. It believes nothing of what comes: source, nonce, types, sizes and
// pace are checked here, so that what goes on to the handlers is well formed and bounded.

import { createCredits } from "./credits.js";

/** Messages at once, and a second in the long run. A gadget that exceeds this is stopped. */
export const MESSAGE_BURST = 4_000;
export const MESSAGES_PER_SECOND = 1_000;
/** What loading itself again costs, in messages. */
const READY_COST = 200;
/** Entries that a gadget may add to the history, or one a second; one that adds more is stopped. */
export const HISTORY_LIMIT = 20;
const HISTORY_LOOK_MS = 250;
/** How long a gadget may take to answer after its frame has loaded something, in ms. */
const ANSWER_MS = 4_000;
/** Arguments of one call. */
const ARGUMENTS_LIMIT = 64;

/** What the frame may do: scripts, dialogs, forms whose handlers run (nothing is ever sent). */
export const SANDBOX = "allow-scripts allow-modals allow-forms";

/**
 * Makes a frame in `place` and answers to it.
 *
 * @param options.address what the frame loads, with its parameters
 * @param options.onCall  (service, args, {base, guard, reads, answer}) for each call
 * @param options.onReady the frame can be written, at first and whenever it has loaded itself again
 * @param options.onStop  (why) the gadget did too much of something; the frame is gone
 * @param options.onGone  (isGone) whether something else than the gadget stands in the frame
 */
export function openFrame(place, { address, onCall, onReady, onStop, onGone }) {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const credits = createCredits({ burst: MESSAGE_BURST, perSecond: MESSAGES_PER_SECOND, now: performance.now() });
  const element = document.createElement("iframe");
  const entries = history.length, historyTimer = setInterval(lookAtHistory, HISTORY_LOOK_MS);
  const entryCredits = createCredits({ burst: HISTORY_LIMIT, perSecond: 1, now: performance.now() });
  let answerTimer = null, hasAnswered = false;

  element.setAttribute("sandbox", SANDBOX);
  element.setAttribute("referrerpolicy", "no-referrer");
  element.title = "Gadget";
  element.id = element.name = "gadget";
  addEventListener("message", received);
  element.addEventListener("load", ask);
  element.src = `${address}#rpctoken=${nonce}`;
  place.replaceChildren(element);

  return { element, post, call, close };

  function received(event) {
    if (event.source !== element.contentWindow || event.source === null) return;
    if (!credits.spend(performance.now())) return stop("flood");
    const { data } = event;
    if (!isObject(data) || data.nonce !== nonce || typeof data.service !== "string" || !Array.isArray(data.args)) return;
    if (data.args.length > ARGUMENTS_LIMIT) return;
    // A gadget may load itself again; one that does nothing else is stopped.
    if (data.service === "ready") return credits.spend(performance.now(), READY_COST) ? begun() : stop("flood");
    if (data.service === "pong") return answered();
    if (data.service === "entry") return entryCredits.spend(performance.now()) ? undefined : flooded();
    const answer = Number.isSafeInteger(data.call) && data.call > 0 ? (value) => post({ kind: "answer", call: data.call, value }) : () => {};
    onCall(data.service, data.args, { base: data.base, guard: data.guard, reads: data.reads, answer });
  }

  function post(message) {
    // "*": the frame has no origin that could be named; the nonce tells it that the message is for it.
    element.contentWindow?.postMessage({ nonce, ...message }, "*");
  }

  /** Calls a service of the gadget. */
  function call(service, args) {
    post({ kind: "call", service, args });
  }

  function begun() {
    hasAnswered = false;
    onReady();
  }

  /**
   * Something has loaded in the frame: where the gadget does not answer any more, it has gone elsewhere. One that has never answered
   * is still being loaded.
   */
  function ask() {
    clearTimeout(answerTimer);
    answerTimer = setTimeout(() => hasAnswered && onGone(true), ANSWER_MS);
    post({ kind: "ping" });
  }

  function answered() {
    hasAnswered = true;
    clearTimeout(answerTimer);
    onGone(false);
  }

  function lookAtHistory() {
    if (history.length - entries > HISTORY_LIMIT) flooded();
  }

  function flooded() {
    const added = history.length - entries;
    stop("history");
    // Behind what it has added is the way back; in a full history nobody knows how much that is.
    if (added > 0) history.go(-added);
  }

  function stop(why) {
    close();
    onStop(why);
  }

  function close() {
    clearInterval(historyTimer);
    clearTimeout(answerTimer);
    removeEventListener("message", received);
    element.remove();
  }
}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
