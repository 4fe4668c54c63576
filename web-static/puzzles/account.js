// The account's record of puzzles, in the person's own room on the server. Results appear at once,
// and the server confirms or corrects them. Without a connection they wait in this browser.

import { createConnection } from "../net/connection.js";
import { applied, resumePoint, unknownRoom } from "../net/state.js";
import { attemptKeys, changedNotes, isNew, recordIn, takeOver, withChange, withoutKnown } from "./account-keys.js";
import { dayOf } from "./days.js";
import { createRecord, noted, readRecord, recordText } from "./record.js";

const ROOM = "~puzzles";
/** The largest number of changes that wait for the server. The oldest are dropped. */
export const UNSENT_LIMIT = 400;
/** The number of changes that are sent and not answered. The server's limit per room is higher. */
const IN_FLIGHT = 8;
/** The number of characters of the user's token that identify the owner of the copy. */
const MARK = 12;

/**
 * Follows the account's record while the user is signed in. Returns {waiting, poke()}.
 *
 * `records` is that of records.js, `identity` the user's, and `open()` creates a WebSocket. The
 * copy in `memory` shows the record before the server answers. `changed()` is called when the
 * record has changed.
 */
export function followAccount({ records, memory, identity, open, now, changed, clock }) {
  let replica = unknownRoom(ROOM, "puzzles"), record = null, count = 0, hasEntered = false, isClosed = false;
  const { device } = records, sent = new Set(); // the keys of changes in flight
  const today = () => dayOf(now()), mark = () => (identity.token ?? "").slice(-MARK);
  const account = { get: () => record, set, note };
  const connection = createConnection({ open, hello: identity.hello, onMessage: received, onSettled: settled, clock });
  const kept = readKept();
  if (kept) show(readRecord(kept.record, device.get().seed, today()));
  connection.start();
  return { poke: connection.poke, get waiting() { return connection.waiting; } };

  // The copy in this browser: {mark, record, unsent: [{key, set, puzzle, result}]}.

  /** Returns the copy, if it belongs to the user who is signed in. */
  function readKept() {
    try {
      const given = JSON.parse(memory.get("puzzles.account") ?? "null");
      return given?.mark === mark() && mark() && Array.isArray(given.unsent) ? given : null;
    } catch {
      return null;
    }
  }

  function keep(unsent) {
    memory.set("puzzles.account", JSON.stringify({ mark: mark(), record: recordText(record), unsent: unsent.slice(-UNSENT_LIMIT) }));
  }

  /** Returns the changes that the server has not confirmed, those of other tabs too. */
  function unsent() {
    return readKept()?.unsent ?? [];
  }

  function show(next) {
    record = next;
    records.use(account);
  }

  // The user's changes.

  function set(next) {
    const changes = changedNotes(record, next);
    change(next, Object.keys(changes).length ? [{ set: changes }] : []);
  }

  function note(puzzle, result) {
    const next = noted(record, puzzle, result), { id, rating } = puzzle, { isSuccess, weight, today: day } = result;
    change(next, [{ set: attemptKeys(record, next, puzzle, result), puzzle: { id, rating }, result: { isSuccess, weight, today: day } }]);
  }

  function change(next, more) {
    record = next;
    keep([...unsent(), ...more.map((each) => ({ key: `${now()}-${count += 1}`, ...each }))]);
    pump();
  }

  /** Sends the changes that wait, in order. */
  function pump() {
    if (!replica.known || isClosed) return;
    for (const each of unsent()) {
      if (sent.size >= IN_FLIGHT) return;
      if (sent.has(each.key)) continue;
      const left = withoutKnown(each, replica.state);
      if (!left) drop(each.key);
      else if (connection.send(ROOM, { set: left.set }, each.key)) sent.add(each.key);
    }
  }

  function drop(key) {
    sent.delete(key);
    keep(unsent().filter((each) => each.key !== key));
  }

  // The server's messages.

  function received(message) {
    if (message.type === "welcome") return welcomed(message);
    const before = replica, next = applied(replica, message);
    if (next === null) return connection.rejoin(ROOM);
    replica = next;
    if (message.type === "snapshot" && message.room === ROOM && isNew(replica)) takeOverDevice();
    if (replica.known && (replica.state !== before.state || !before.known)) learn();
    pump();
  }

  function welcomed({ token, participant }) {
    identity.welcomed(token);
    if (!participant.claimed) {
      isClosed = true;
      connection.close();
      records.use(null);
      memory.set("puzzles.account", undefined);
      changed();
    } else if (!hasEntered) {
      hasEntered = true;
      connection.enter(ROOM, { kind: "puzzles", resume: () => resumePoint(replica) });
    }
  }

  /** Shows the server's state, with the changes that it has not confirmed. */
  function learn() {
    const base = recordIn(replica.state, record ?? device.get(), today());
    show(unsent().reduce(withChange, base));
    keep(unsent());
    changed();
  }

  /** Hands the browser's record over to a new account. The browser's then begins anew. */
  function takeOverDevice() {
    const guest = device.get(), changes = takeOver(guest);
    if (!changes.length) return;
    record ??= guest;
    change(record, changes);
    device.set({ ...createRecord(guest.seed), from: guest.from, rule: guest.rule });
  }

  function settled(_room, { note: key }, answer) {
    if (answer.type === "reject" && answer.retryAfter) {
      (clock ?? globalThis).setTimeout(() => { sent.delete(key); pump(); }, answer.retryAfter);
      return;
    }
    drop(key);
    // A rejected change leaves the record.
    if (answer.type === "reject" && replica.known) learn();
    pump();
  }
}
