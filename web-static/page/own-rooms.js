// The rooms in which this browser's participants play. Documents share them, so that each one leads
// back to the running games.

const KEY = "games";
/** The largest number of rooms. Beyond it, the one noted first is forgotten. */
const LIMIT = 8;
const DAY = 86_400_000;
/** The days after which an unfinished game is forgotten, if nothing is noted about it meanwhile. */
const KEPT = { computer: 1, person: 7 };

/** Returns the rooms in `memory`. `now()` returns the time in ms. */
export function createOwnRooms(memory, now = Date.now) {
  return { list, note, drop, clear, isElsewhere };

  function all() {
    try {
      const kept = JSON.parse(memory.get(KEY) ?? "[]");
      return Array.isArray(kept) ? kept.filter((each) => each && typeof each.room === "string" && each.until > now()) : [];
    } catch {
      return [];
    }
  }

  function store(rooms) {
    memory.set(KEY, rooms.length ? JSON.stringify(rooms.slice(-LIMIT)) : undefined);
  }

  /** Returns the rooms of participant `me`: {room, secret}, the newest last. */
  function list(me) {
    return all().filter((each) => each.me === me);
  }

  /** Whether `me` plays in a room other than `here`. */
  function isElsewhere(me, here) {
    return list(me).some(({ room }) => room !== here);
  }

  /** Notes that `me` plays in that room, against the computer or a person. */
  function note({ room, secret, me, isComputer }) {
    const others = all().filter((each) => each.room !== room || each.me !== me);
    store([...others, { room, secret, me, until: now() + DAY * KEPT[isComputer ? "computer" : "person"] }]);
  }

  function drop(room, me) {
    const rooms = all(), rest = rooms.filter((each) => each.room !== room || each.me !== me);
    if (rest.length !== rooms.length) store(rest);
  }

  /** Removes the rooms of participant `me`, with their secrets. */
  function clear(me) {
    store(all().filter((each) => each.me !== me));
  }
}

/**
 * Returns a function that stores the game of a table (table.js) if it is a running game of the
 * user's, and removes it when it is over. `isRobot(id)` tells robots from people. Call it with the
 * table and its view at every change.
 */
export function createGameNotes(rooms, isRobot) {
  let noted = "";
  return function note({ room, secret, me, replica }, { agreed, agreedRights }) {
    const plays = Boolean(agreed) && !agreed.result && agreedRights.sides.length === 1;
    const state = `${me} ${plays} ${agreed?.number} ${agreed?.seats.x} ${agreed?.seats.o}`;
    if (!me || !replica.known || noted === state) return;
    noted = state;
    if (plays) rooms.note({ room, secret, me, isComputer: [agreed.seats.x, agreed.seats.o].some(isRobot) });
    else rooms.drop(room, me);
  };
}
