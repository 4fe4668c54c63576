// The lobby's room: the open seeks and the games to watch. It is mirrored like any other room.

import { applied, resumePoint, unknownRoom } from "../net/state.js";
import { playsIn, seeksIn } from "./lists.js";

/** The name of the lobby's room. */
const ROOM = "~lobby";

/**
 * Returns a mirror of the lobby's room over `connection`. `onChange` is called when it has changed.
 */
export function createLobby(connection, onChange) {
  let replica = unknownRoom(ROOM, "lobby"), entered = false;
  return {
    get known() { return replica.known; },
    get seeks() { return seeksIn(replica.state); },
    get plays() { return playsIn(replica.state); },
    enter() {
      if (!entered) connection.enter(ROOM, { kind: "lobby", resume: () => resumePoint(replica) });
      entered = true;
    },
    receive(message) {
      if (!entered || message.room !== ROOM) return;
      const next = applied(replica, message);
      if (next === null) return connection.rejoin(ROOM);
      if (next === replica) return;
      replica = next;
      onChange();
    },
  };
}
