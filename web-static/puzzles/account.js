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
/** The largest number of unanswered changes. The server's limit per room is higher. */
const IN_FLIGHT = 8;
/** The number of characters of the user's token that identify the copy before the `welcome`. */
const MARK = 12;
/** The longest wait for the server to name the user, in ms. */
const GREETING = 3_000;
/** The codes of refusals that may be temporary, and the delay before a retry, in ms. */
const TEMPORARY = ["read-only", "rate-limited"], RETRY = 30_000;

const markOf = (token) => (token ?? "").slice(-MARK);

/**
 * Follows the account's record while the user is signed in. Returns {connection, waiting,
 * isOutdated, member()}. `member` resolves to the user, {id, claimed}, or to null if the server
 * does not answer. `isOutdated` tells whether the user has signed in or out in another tab since
 * then.
 *
 * `records` is that of records.js, `identity` the user's, and `open()` creates a WebSocket. The
 * copy in `memory` shows the record before the server answers. `changed()` is called when the
 * record has changed.
 */
export function followAccount({ records, memory, identity, open, now, changed, clock }) {
  let replica = unknownRoom(ROOM, "puzzles"), record = null, count = 0, hasEntered = false, hasJoined = false, isClosed = false;
  const { device } = records, sent = new Set(), paused = new Set(); // the keys of changes in flight, and of those to send later
  // This page's changes are here too, because storage may be full.
  let mine = [], token = identity.token, mark = markOf(token), owner = null;
  let greet;
  const greeted = new Promise((resolve) => { greet = resolve; });
  const settledKeys = new Set(), early = []; // the changes before the first snapshot, as functions
  const today = () => dayOf(now());
  const account = { get: () => record, set, note }, unknown = { get: device.get, set: setEarly, note: noteEarly };
  const connection = createConnection({ open, hello: identity.hello, onMessage: received, onSettled: settled, onStatus, clock });
  const kept = readKept();
  if (kept) {
    owner = kept.owner ?? null;
    show(readRecord(kept.record, device.get().seed, today()));
  } else records.use(unknown);
  connection.start();
  return {
    connection,
    member: () => Promise.race([greeted, new Promise((resolve) => { (clock ?? globalThis).setTimeout(() => resolve(null), GREETING); })]),
    get waiting() { return connection.waiting; },
    get isOutdated() { return identity.token !== token; },
  };

  // The copy in this browser: {owner, mark, record, unsent: [{key, set, puzzle, result}]}. The
  // owner is a participant's ID, because every session of an account has another token.

  /** Returns the copy, if it belongs to the user who is signed in. */
  function readKept() {
    try {
      const given = JSON.parse(memory.get("puzzles.account") ?? "null");
      const isOwn = owner && given?.owner ? given.owner === owner : Boolean(mark) && given?.mark === mark;
      return isOwn && Array.isArray(given.unsent) ? given : null;
    } catch {
      return null;
    }
  }

  function keep(changes) {
    for (const { key } of changes.slice(0, -UNSENT_LIMIT)) settledKeys.add(key);
    mine = mine.filter(({ key }) => !settledKeys.has(key));
    memory.set("puzzles.account", JSON.stringify({ owner, mark, record: recordText(record), unsent: changes.slice(-UNSENT_LIMIT) }));
  }

  /** Returns the changes that the server has not confirmed, those of other tabs too. */
  function unsent() {
    const stored = readKept()?.unsent ?? [], keys = new Set(stored.map(({ key }) => key));
    return [...stored, ...mine.filter(({ key }) => !keys.has(key))].filter(({ key }) => !settledKeys.has(key));
  }

  function show(next) {
    record = next;
    records.use(account);
  }

  // The user's changes before the server has sent the account's record. Without a copy of that
  // record, the page cannot tell whether the user has an account, so it also adds these changes to
  // the browser's record.

  function setEarly(next) {
    const changes = changedNotes(device.get(), next);
    if (Object.keys(changes).length) early.push(() => change(withChange(record, { set: changes }), [{ set: changes }]));
    device.set(next);
  }

  function noteEarly(puzzle, result) {
    early.push(() => note(puzzle, result));
    device.note(puzzle, result);
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
    mine.push(...more.map((each) => ({ key: `${now()}-${count += 1}`, ...each })));
    keep(unsent());
    pump();
  }

  /**
   * Sends the changes that wait, in order. Without a connection they stay, because the server's
   * notes may be newer when it is back.
   */
  function pump() {
    if (!hasJoined || isClosed || paused.size) return;
    for (const each of unsent()) {
      if (sent.size >= IN_FLIGHT) return;
      if (sent.has(each.key)) continue;
      const left = withoutKnown(each, replica.state, today());
      if (!left) drop(each.key);
      else if (connection.send(ROOM, { set: left.set }, each.key)) sent.add(each.key);
    }
  }

  function drop(key) {
    sent.delete(key);
    settledKeys.add(key);
    keep(unsent());
  }

  // The server's messages.

  function onStatus({ state }) {
    if (state !== "online") hasJoined = false;
  }

  function received(message) {
    if (message.type === "welcome") return welcomed(message);
    const before = replica, next = applied(replica, message);
    if (next === null) {
      hasJoined = false;
      return connection.rejoin(ROOM);
    }
    replica = next;
    if (message.room === ROOM && (message.type === "snapshot" || message.participants)) hasJoined = true;
    if (message.type === "snapshot" && message.room === ROOM && isNew(replica)) takeOverDevice();
    if (replica.known && (replica.state !== before.state || !before.known)) learn();
    if (replica.known) for (const act of early.splice(0)) act();
    pump();
  }

  function welcomed({ token: given, participant: { id, claimed } }) {
    identity.welcomed(given);
    greet({ id, claimed });
    const isOther = owner !== null && owner !== id;
    if (isOther && hasEntered) return leave();
    [token, mark, owner] = [identity.token, markOf(given), id];
    // The copy of another account waits for its owner.
    if (isOther) forget();
    if (!claimed) {
      if (readKept()) memory.set("puzzles.account", undefined);
      leave();
    } else if (!hasEntered) {
      hasEntered = true;
      connection.enter(ROOM, { kind: "puzzles", resume: () => resumePoint(replica) });
    }
  }

  /** Goes back to the browser's record. */
  function leave() {
    isClosed = true;
    connection.close();
    forget();
    records.use(null);
    changed();
  }

  function forget() {
    [record, mine] = [null, []];
    records.use(unknown);
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
    early.length = 0;
    change(record, changes);
    // If storage is full, the browser's record stays, because no copy has its results.
    const stored = new Set((readKept()?.unsent ?? []).map(({ key }) => key));
    if (mine.some(({ key }) => !stored.has(key))) return;
    device.set({ ...createRecord(guest.seed), from: guest.from, rule: guest.rule });
  }

  function settled(_room, { note: key }, answer) {
    if (answer.type === "reject" && (answer.retryAfter || TEMPORARY.includes(answer.code))) {
      // Later changes wait too, so that the server gets all in order.
      paused.add(key);
      (clock ?? globalThis).setTimeout(() => { paused.delete(key); sent.delete(key); pump(); }, answer.retryAfter || RETRY);
      return;
    }
    drop(key);
    // A rejected change leaves the record.
    if (answer.type === "reject" && replica.known) learn();
    pump();
  }
}
