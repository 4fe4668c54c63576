// A room over the project's connection, as events in the order that a gadget needs: whole states,
// then each accepted delta.

import { createConnection } from "../net/connection.js";
import { applied, resumePoint, unknownRoom } from "../net/state.js";

/** The largest message, unless the server states another limit. */
const MESSAGE_BYTES = 65_536;
/** The bytes reserved in a message for everything except the change itself. */
const ENVELOPE_BYTES = 1_024;
/**
 * The largest number of changes skipped by a snapshot that are loaded from the history and
 * delivered one by one.
 */
const GAP_LIMIT = 5_000;

/**
 * @param options.identity the identity of this browser.
 * @param options.events {whole(private), delta(delta), people(), status(status),
 *   rejected(rejection), trouble(message), room(), sent(own)}.
 */
export function createSession({ room, kind, identity, open, events, clock }) {
  let replica = unknownRoom(room, kind), me = null, limits = {}, pages = new Map(), nextPage = 1;
  let held = null; // messages received while a gap is being filled
  const connection = createConnection({
    open, clock, hello: () => identity.hello(), onMessage: received, onSettled: settled,
    onStatus(status) {
      if (status.state === "offline") for (const page of takePages()) page.reject(new Error("offline"));
      events.status(status);
    },
  });
  enter(kind);

  return {
    connection, send, history,
    start: () => connection.start(),
    get replica() { return replica; },
    get me() { return me; },
    get messageLimit() { return (limits.messageBytes ?? MESSAGE_BYTES) - ENVELOPE_BYTES; },
  };

  function enter(as) {
    replica = unknownRoom(room, as);
    connection.enter(room, { kind: as, resume: () => resumePoint(replica) });
  }

  /** Sends a change. Returns its id, or false if the connection is busy. */
  function send({ set, base, guard, isPrivate }) {
    const sent = connection.send(room, { set, ...(guard ? { base, guard } : {}), ...(isPrivate ? { scope: "private" } : {}) });
    return sent ? sent.message.id : false;
  }

  function received(message) {
    if (message.type === "welcome") {
      me = message.participant.id;
      limits = message.limits ?? {};
      identity.welcomed(message.token);
      if (replica.known) events.people();
    } else if (message.type === "error") {
      failed(message);
    } else if (message.type === "history" && pages.has(message.id)) {
      const page = pages.get(message.id);
      pages.delete(message.id);
      page.resolve(message);
    } else if (message.room !== room) {
      return;
    } else if (held) {
      held.push(message);
    } else if (message.type === "snapshot" && passesOver(message)) {
      void fill(message);
    } else {
      follow(message);
    }
  }

  /**
   * Returns whether a snapshot covers changes of the same epoch that the gadget has not received.
   */
  function passesOver({ epoch, rev }) {
    return replica.known && epoch === replica.epoch && rev > replica.rev && rev - replica.rev <= GAP_LIMIT;
  }

  /**
   * Delivers the changes that a snapshot skipped, then the snapshot and the messages received
   * since.
   */
  async function fill(snapshot) {
    held = [snapshot];
    try {
      while (replica.rev < snapshot.rev) {
        const { deltas = [] } = await history(replica.rev + 1);
        const from = replica.rev;
        for (const delta of deltas) if (delta.rev <= snapshot.rev) take({ ...delta, type: "delta", room });
        if (replica.rev === from) break;
      }
    } catch {
      // The connection is lost again. The next snapshot fills the gap or replaces the whole state.
    }
    const waiting = held;
    held = null;
    for (const message of waiting) follow(message);
  }

  function failed(message) {
    if (message.id !== undefined && pages.has(message.id)) {
      pages.get(message.id).reject(new Error(message.message));
      pages.delete(message.id);
    } else if (message.code === "other-kind" && !replica.known) {
      enter(replica.kind === "open" ? "gomoku" : "open");
    } else if (message.id === undefined) {
      events.trouble(message.message);
    }
  }

  function follow(message) {
    if (message.type !== "deltas") return take(message);
    // Missed changes are delivered one by one, as they happened.
    for (const delta of message.deltas ?? []) if (!take({ ...delta, type: "delta", room })) return;
    take({ ...message, deltas: [] });
  }

  function take(message) {
    const before = replica, next = applied(replica, message);
    if (next === null) {
      connection.rejoin(room);
      return false;
    }
    replica = next;
    if (next === before) return true;
    if (message.type === "snapshot") {
      events.room();
      events.people();
      // A snapshot without news is not passed to the gadget.
      const same = before.known && before.epoch === next.epoch;
      if (!same || before.rev !== next.rev) events.whole(false);
      if (!same || before.privateRev !== next.privateRev) events.whole(true);
    } else if (message.type === "delta") {
      const { rev, set, by, at, id } = message;
      events.delta({ rev, set, by, at, id, isPrivate: message.scope === "private" });
    } else if (message.type === "deltas") {
      events.people();
      if (next.privateRev !== before.privateRev) events.whole(true);
    } else if (message.type === "participants") {
      events.people();
    }
    return true;
  }

  function settled(_room, { message: own }, answer) {
    if (own.type === "delta" && (answer.type === "reject" || answer.type === "error")) {
      const { code, message, keys = [] } = answer;
      events.rejected({ code, message, keys, delta: own.set, private: own.scope === "private" });
    }
    events.sent(own);
  }

  /** Requests a page of the room's deltas, starting at revision `from`. */
  function history(from) {
    const id = `h${nextPage++}`;
    return new Promise((resolve, reject) => {
      pages.set(id, { resolve, reject });
      if (connection.request({ type: "history", room, id, from })) return;
      pages.delete(id);
      reject(new Error("offline"));
    });
  }

  function takePages() {
    const waiting = [...pages.values()];
    pages = new Map();
    return waiting;
  }
}
