// Requests with a single answer, matched by `id`.

/** The longest wait for an answer, in ms. The server hashes passwords slowly on purpose. */
export const PATIENCE = 30_000;

/** A request that failed. `code` is the server's code, or "offline". */
export class Refusal extends Error {
  constructor(code, message = "") {
    super(message);
    this.code = code;
  }
}

/**
 * Creates the functions that match answers to requests.
 *
 * @param request sends a message, and returns whether it was sent.
 * @returns {ask(message), receive(message)}: `ask` resolves to the answer with its id, or throws a
 *   Refusal.
 */
export function createRequests(request, clock = globalThis) {
  const waiting = new Map();
  let next = 1;

  function ask(message) {
    const id = `q${next++}`;
    return new Promise((resolve, reject) => {
      if (!request({ ...message, id })) return reject(new Refusal("offline"));
      const timer = clock.setTimeout(() => { waiting.delete(id); reject(new Refusal("offline")); }, PATIENCE);
      waiting.set(id, { resolve, reject, timer });
    });
  }

  function receive(message) {
    const kept = message.id !== undefined && message.room === undefined || message.type === "paired" ? waiting.get(message.id) : null;
    if (!kept) return;
    waiting.delete(message.id);
    clock.clearTimeout(kept.timer);
    if (message.type === "error") kept.reject(new Refusal(message.code, message.message));
    else kept.resolve(message);
  }

  return { ask, receive };
}
