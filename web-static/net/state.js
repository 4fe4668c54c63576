// A room as this client knows it. Pure: no DOM, no socket, no clock.
//
// A replica is never changed; `applied` returns the next one. Its laws (Tests/web/state.test.mjs):
//   - whoever has applied revision r has the same `state` at r, whatever arrived twice or in which pieces;
//   - a delta is applied whole or not at all;
//   - a gap is never papered over: `applied` returns null, and the caller joins again without `since`.
//
// State and private state are Maps, for a key may be any string, "__proto__" too.

/** How many lines of chat a replica keeps; the server keeps its own number. */
export const CHAT_LIMIT = 200;
/** How many names of people who have left are remembered. */
export const NAMES_LIMIT = 500;

/** The replica of a room nobody has told us about yet. */
export function unknownRoom(room, kind = "gomoku") {
  return {
    room, kind, known: false, epoch: undefined, rev: 0,
    state: new Map(), private: new Map(), privateRev: 0, participants: new Map(), names: new Map(), host: undefined, chat: [],
  };
}

/** What a `join` must carry so that the server sends only what is missing; empty when nothing is known. */
export function resumePoint(replica) {
  return replica.known ? { since: replica.rev, epoch: replica.epoch } : {};
}

/**
 * The replica after `message`; the same replica where the message changes nothing; null for a gap or another
 * epoch: what is known can no longer be continued, so join again without `since`.
 */
export function applied(replica, message) {
  if (message.room !== replica.room) return replica;
  switch (message.type) {
    case "snapshot": return restored(replica, message);
    case "deltas": return caughtUp(replica, message);
    case "delta":
      if (message.again) return replica;
      return message.scope === "private" ? ownContinued(replica, message) : continued(replica, [message]);
    case "participants": return met(replica, message.joined ?? [], message.left ?? []);
    case "said": return heard(replica, message);
    default: return replica;
  }
}

function restored(replica, message) {
  const participants = byId(message.participants ?? []);
  return {
    ...replica, known: true, kind: message.kind ?? replica.kind, epoch: message.epoch, rev: message.rev,
    state: new Map(Object.entries(message.state ?? {})),
    ...ownState(message),
    participants, names: named(replica.names, known(message)), host: message.host,
    chat: (message.chat ?? []).slice(-CHAT_LIMIT),
  };
}

/** The participant's own state comes whole with every join, and counts its own revisions. */
const ownState = (message) => (
  { private: new Map(Object.entries(message.private ?? {})), privateRev: message.privateRev ?? 0 });

function caughtUp(replica, message) {
  if (message.epoch !== undefined && message.epoch !== replica.epoch) return null;
  const next = continued(replica, message.deltas ?? []);
  if (next === null || !message.participants) return next;
  const participants = byId(message.participants);
  const chat = message.chat?.slice(-CHAT_LIMIT) ?? next.chat;
  return { ...next, ...ownState(message), chat, participants, names: named(next.names, known(message)) };
}

/** `deltas` in order on top of `replica`: those already known are passed over, a missing one makes a gap. */
function continued(replica, deltas) {
  if (!replica.known) return null;
  let { rev, state } = replica;
  for (const delta of deltas) {
    if (delta.rev <= rev) continue;
    if (delta.rev !== rev + 1) return null;
    rev = delta.rev;
    state = merged(state === replica.state ? new Map(state) : state, delta.set);
  }
  return rev === replica.rev ? replica : { ...replica, rev, state };
}

function ownContinued(replica, { rev, set }) {
  if (!replica.known || rev > replica.privateRev + 1) return null;
  if (rev <= replica.privateRev) return replica;
  return { ...replica, privateRev: rev, private: merged(new Map(replica.private), set) };
}

/** Writes `set` into `map`: null deletes (JSON Merge Patch, one level deep). */
export function merged(map, set) {
  for (const [key, value] of Object.entries(set ?? {})) {
    if (value === null) map.delete(key);
    else map.set(key, value);
  }
  return map;
}

function met(replica, joined, left) {
  const participants = new Map(replica.participants);
  for (const id of left) participants.delete(id);
  for (const person of joined) participants.set(person.id, person);
  return { ...replica, participants: byId(participants.values()), names: named(replica.names, joined) };
}

function heard(replica, message) {
  const seen = message.id !== undefined
    && replica.chat.some((line) => line.id === message.id && line.by === message.by);
  return seen ? replica : { ...replica, chat: [...replica.chat, message].slice(-CHAT_LIMIT) };
}

/** Who is here, and who sits at the table and is away. */
const known = ({ participants = [], seated = [] }) => [...seated, ...participants];

/** By place: in the order in which they came. */
const byId = (people) => new Map([...people].sort((a, b) => a.place - b.place).map((person) => [person.id, person]));

/** Names stay known after people leave: a seat whose holder is away still has a name. */
function named(names, people) {
  const next = new Map(names);
  for (const { id, name } of people) {
    next.delete(id);
    next.set(id, name);
  }
  for (const id of next.keys()) {
    if (next.size <= NAMES_LIMIT) break;
    next.delete(id);
  }
  return next;
}
