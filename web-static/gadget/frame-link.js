// The container's end of the line to a gadget's frame. It believes nothing of what comes: source, nonce, types, sizes and
// pace are checked here, so that what goes on to the handlers is well formed and bounded.

import { createCredits } from "./credits.js";

/** Messages at once, and a second in the long run. A gadget that exceeds this is stopped. */
export const MESSAGE_BURST = 4_000;
export const MESSAGES_PER_SECOND = 1_000;
/** What loading itself again costs, in messages. */
const READY_COST = 200;
/** Arguments of one call. */
const ARGUMENTS_LIMIT = 64;

/** What the frame may do: scripts, dialogs, popups that stay confined, forms whose handlers run (nothing is ever sent). */
export const SANDBOX = "allow-scripts allow-modals allow-popups allow-forms";

/**
 * Makes a frame in `place` and answers to it.
 *
 * @param options.address what the frame loads, with its parameters
 * @param options.onCall  (service, args, {base, guard, answer}) for each call
 * @param options.onReady the frame can be written, at first and whenever it has loaded itself again
 * @param options.onStop  the gadget sent too much; the frame is gone
 */
export function openFrame(place, { address, onCall, onReady, onStop }) {
  const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const credits = createCredits({ burst: MESSAGE_BURST, perSecond: MESSAGES_PER_SECOND, now: performance.now() });
  const element = document.createElement("iframe");

  element.setAttribute("sandbox", SANDBOX);
  element.setAttribute("referrerpolicy", "no-referrer");
  element.title = "Gadget";
  element.id = element.name = "gadget";
  addEventListener("message", received);
  element.src = `${address}#rpctoken=${nonce}`;
  place.replaceChildren(element);

  return { element, post, call, close };

  function received(event) {
    if (event.source !== element.contentWindow || event.source === null) return;
    if (!credits.spend(performance.now())) return stop();
    const { data } = event;
    if (!isObject(data) || data.nonce !== nonce || typeof data.service !== "string" || !Array.isArray(data.args)) return;
    if (data.args.length > ARGUMENTS_LIMIT) return;
    // A gadget may load itself again; one that does nothing else is stopped.
    if (data.service === "ready") return credits.spend(performance.now(), READY_COST) ? onReady() : stop();
    const answer = Number.isSafeInteger(data.call) && data.call > 0 ? (value) => post({ kind: "answer", call: data.call, value }) : () => {};
    onCall(data.service, data.args, { base: data.base, guard: data.guard, answer });
  }

  function post(message) {
    // "*": the frame has no origin that could be named; the nonce tells it that the message is for it.
    element.contentWindow?.postMessage({ nonce, ...message }, "*");
  }

  /** Calls a service of the gadget. */
  function call(service, args) {
    post({ kind: "call", service, args });
  }

  function stop() {
    close();
    onStop();
  }

  function close() {
    removeEventListener("message", received);
    element.remove();
  }
}

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
