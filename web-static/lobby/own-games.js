// The user's running games. The document's connection joins their rooms, so that the user counts as
// present there and every move is shown at once.

import { clockSetting, readClock, remaining } from "../game/clockwork.js";
import { readGame } from "../game/game.js";
import { isRobot } from "../game/robots.js";
import { askRoom } from "../net/room-files.js";
import { applied, resumePoint, unknownRoom } from "../net/state.js";
import { T } from "../texts/texts.js";
import { personName, playerName } from "../texts/wording.js";

/** The largest number of rooms that one document joins. */
export const JOINED = 4;
/** The pause before a room that could not be read is asked for again, in milliseconds. */
export const RETRY = 10_000;

/** Returns the address of a room, with its secret if it has one. */
export const hrefOf = ({ room, secret }) => `?room=${encodeURIComponent(room)}${secret ? `#secret=${secret}` : ""}`;

/**
 * Returns what a room's replica says about the game of `me`; null unless `me` has one seat in a
 * game that is not over.
 */
export function ownGame({ room, secret }, replica, me) {
  const game = readGame(replica.state), sides = game && !game.result ? ["x", "o"].filter((side) => game.seats[side] === me) : [];
  if (sides.length !== 1) return null;
  const side = sides[0], other = game.seats[side === "x" ? "o" : "x"];
  const called = replica.participants.get(other)?.name ?? replica.names.get(other);
  const name = other && (isRobot(other) ? playerName({ id: other, name: called }) : personName(called));
  return {
    room, secret, href: hrefOf({ room, secret }), game, side, opponent: name || T.openSeat, waits: !other, isAgainstRobot: isRobot(other),
    mine: Boolean(other) && game.toMove === side, clock: clockSetting(game.clock) && other ? readClock(replica.state) : null,
  };
}

/** Returns games in the order of their urgency: the user's turn first, then the shortest time. */
export function byUrgency(games, now) {
  const time = ({ clock, side }) => (clock ? remaining(clock, side, now).total : Infinity);
  return [...games].sort((one, other) => other.mine - one.mine || one.waits - other.waits || (time(one) < time(other) ? -1 : time(one) > time(other) ? 1 : 0));
}

/**
 * Follows the games. `rooms` is of own-rooms.js, `self()` returns the user, `here` is the room of
 * this document's own table, if it has one.
 */
export function createOwnGames({ connection, rooms, self, here, onChange, ask = askRoom }) {
  const known = new Map(); // room -> {room, secret, replica, entered}
  const asking = new Set(); // promises of the rooms that are being read
  return {
    refresh, add, receive, ready,
    /** The running games, the most urgent one first. */
    get list() { return byUrgency([...known.values()].map((each) => each.entered && ownGame(each, each.replica, self()?.id)).filter(Boolean), connection.serverTime()); },
    /** Whether a clock of the user's runs in one of these games. */
    get clockRuns() { return this.list.some(({ clock }) => clock); },
  };

  /** Looks up the stored rooms again. */
  function refresh() {
    const me = self()?.id;
    for (const each of known.values()) if (each.me !== me) forget(each.room);
    if (me) for (const each of rooms.list(me).reverse()) add(each);
  }

  /** Follows the room if the user has a running game there. Does not create the room. */
  function add(room) {
    const added = follow(room).finally(() => asking.delete(added));
    asking.add(added);
  }

  /** Resolves once all rooms so far have been read, after `patience` milliseconds at the latest. */
  async function ready(patience) {
    let timer;
    const late = new Promise((resolve) => { timer = setTimeout(resolve, patience); });
    await Promise.race([allRead(), late]);
    clearTimeout(timer);
  }

  async function allRead() {
    while (asking.size) await Promise.all(asking);
  }

  async function follow({ room, secret }) {
    if (room === here || known.has(room) || known.size >= JOINED || !self()) return;
    const each = { room, secret, me: self().id, replica: unknownRoom(room), entered: false };
    known.set(room, each);
    try {
      const answer = await ask({ room, secret }, "");
      if (answer.status === 404) return drop(each);
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const replica = applied(each.replica, { ...await answer.json(), type: "snapshot", room });
      if (known.get(room) !== each) return;
      const found = ownGame(each, replica, each.me);
      if (!found) return drop(each);
      each.replica = replica;
      // Other documents, which do not follow the lobby, lead back to this game, too.
      rooms.note({ room, secret, me: each.me, isComputer: Object.values(found.game.seats).some(isRobot) });
    } catch {
      // The entry stays for a while, so that no draw asks again at once.
      setTimeout(() => known.get(room) === each && known.delete(room) && refresh(), RETRY);
      return;
    }
    each.entered = true;
    connection.enter(room, { secret, resume: () => resumePoint(each.replica) });
    onChange();
  }

  function receive(message) {
    const each = message.room === undefined ? null : known.get(message.room);
    if (!each?.entered) return;
    const next = applied(each.replica, message);
    if (next === null) return connection.rejoin(each.room);
    if (next === each.replica) return;
    each.replica = next;
    if (next.known && !ownGame(each, next, each.me)) drop(each);
    onChange();
  }

  function drop(each) {
    rooms.drop(each.room, each.me);
    forget(each.room);
    // Another stored room takes the place.
    refresh();
  }

  function forget(room) {
    if (known.get(room)?.entered) connection.leave(room);
    known.delete(room);
  }
}
