// A client's replica of a room. Pure: no DOM, no socket, no clock.
//
// A replica is immutable; `applied` returns the next one. Its laws (Tests/web/state.test.mjs):
// - All clients that have applied revision r have the same `state` at r, even if messages arrived
//   twice or in pieces.
// - A delta is applied completely or not at all.
// - A gap is never hidden: `applied` returns null, and the caller joins again without `since`.
//
// State and private state are Maps, because a key may be any string, "__proto__" included.

/** The number of chat messages that a replica keeps. The server has its own limit. */
export const CHAT_LIMIT = 200;
/** The number of names of absent participants that a replica keeps. */
export const NAMES_LIMIT = 500;

/** Returns the replica of a room about which nothing is known. */
export function unknownRoom(room, kind = "gomoku") {
  return {
    room, kind, known: false, epoch: undefined, rev: 0,
    state: new Map(), private: new Map(), privateRev: 0, participants: new Map(), names: new Map(), host: undefined, chat: [],
  };
}

/**
 * Returns the members of a `join` that lets the server send only the missing deltas; {} for an
 * unknown room.
 */
export function resumePoint(replica) {
  return replica.known ? { since: replica.rev, epoch: replica.epoch } : {};
}

/**
 * Returns the replica after `message`, or the same replica if the message changes nothing. Returns
 * null for a gap or another epoch; the caller must then join again without `since`.
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

/**
 * Returns the participant's private state. Every join returns all of it, with revisions of its own.
 */
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

/** Applies `deltas` in order. Skips known ones, and returns null if one is missing. */
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

/** Writes `set` into `map`; null deletes a key (JSON Merge Patch, one level deep). */
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

/** Returns the participants who are present, and the absent participants who have a seat. */
const known = ({ participants = [], seated = [] }) => [...seated, ...participants];

/**
 * Returns a Map by id, in the order of `place`: the order in which the participants first joined.
 */
const byId = (people) => new Map([...people].sort((a, b) => a.place - b.place).map((person) => [person.id, person]));

/**
 * Adds names. They stay known after participants leave, because an absent player's seat still needs
 * a name.
 */
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
