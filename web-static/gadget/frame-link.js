// The container's end of the message channel to a gadget's frame. It trusts no message: it checks
// source, nonce, types, sizes and rate, so that handlers get well-formed, bounded data.

import { T } from "../texts/texts.js";
import { createCredits } from "./credits.js";

/**
 * The number of messages allowed at once, and per second in the long run. A gadget that exceeds
 * these limits is stopped.
 */
export const MESSAGE_BURST = 4_000;
export const MESSAGES_PER_SECOND = 1_000;
/** The cost of reloading the frame, in messages. */
const READY_COST = 200;
/**
 * The number of history entries that a gadget may add at once. Beyond them, it may add one per
 * second. A gadget that adds more is stopped.
 */
export const HISTORY_LIMIT = 20;
const HISTORY_LOOK_MS = 250;
/** The longest time in which a gadget must answer after its frame has loaded a document, in ms. */
const ANSWER_MS = 4_000;
/** The largest number of arguments in one call. */
const ARGUMENTS_LIMIT = 64;

/**
 * The frame's permissions: scripts, dialogs, and forms with handlers. The browser never submits a
 * form.
 */
export const SANDBOX = "allow-scripts allow-modals allow-forms";

/**
 * Creates a frame in `place` and answers its messages.
 *
 * @param options.address the frame's address with its parameters.
 * @param options.onCall  (service, args, {base, guard, reads, answer}) handles each call.
 * @param options.onReady is called when the frame can be written: at first, and whenever it has
 *   reloaded itself.
 * @param options.onStop  (why) is called when the gadget has exceeded a limit, and the frame has
 *   been removed.
 * @param options.onGone  (isGone) is called when the frame shows another document than the gadget,
 *   or the gadget again.
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
  element.title = T.gadget;
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
    // A gadget may reload itself, but one that does so continuously is stopped.
    if (data.service === "ready") return credits.spend(performance.now(), READY_COST) ? begun() : stop("flood");
    if (data.service === "pong") return answered();
    if (data.service === "entry") return entryCredits.spend(performance.now()) ? undefined : flooded();
    const answer = Number.isSafeInteger(data.call) && data.call > 0 ? (value) => post({ kind: "answer", call: data.call, value }) : () => {};
    onCall(data.service, data.args, { base: data.base, guard: data.guard, reads: data.reads, answer });
  }

  function post(message) {
    // "*" because the frame has no origin to name. The nonce tells the frame that the message is
    // for it.
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
   * Asks for a sign of life, because the frame has loaded a document. A gadget that no longer
   * answers has navigated elsewhere. A gadget that has never answered is still loading.
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
    // Goes back past the added entries. In a full history their number is unknown.
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
