// The room of a race: the replica of its keys, and the user's deltas. No DOM.

import { createConnection } from "../net/connection.js";
import { applied, resumePoint, unknownRoom } from "../net/state.js";
import { T } from "../texts/texts.js";
import { nameIn, rejection } from "../texts/wording.js";

/** The refusals that only say that the race went on meanwhile. The page then shows the race. */
const LATE = ["conflict", "game-over", "no-game"];

/**
 * Joins the room.
 *
 * @param on {change(), notice(words), status(status)}
 */
export function joinRace({ room, secret, identity, open, on, clock }) {
  let replica = unknownRoom(room, "race"), me = null;
  const connection = createConnection({ open, hello: () => identity.hello(), onMessage: received, onSettled: settled, onStatus: on.status, clock });
  connection.enter(room, { kind: "race", secret, resume: () => resumePoint(replica) });

  return {
    connection, send, answer, waiting, chosen, nameOf,
    get replica() { return replica; },
    get me() { return me; },
    get isHost() { return me !== null && replica.host === me; },
  };

  function received(message) {
    if (message.type === "welcome") {
      me = message.participant.id;
      identity.welcomed(message.token);
    } else if (message.type === "error") {
      if (message.id === undefined) on.notice(message.message || T.serverError);
    } else {
      const next = applied(replica, message);
      if (next === null) return connection.rejoin(room);
      replica = next;
    }
    on.change();
  }

  function settled(_room, _entry, answered) {
    if (answered.type !== "reject") return on.notice("");
    if (LATE.includes(answered.code)) return;
    const words = { "not-offered": T.raceNoPuzzles, "too-large": T.raceFull }[answered.code];
    on.notice(words ?? T.refused(rejection(answered.code, answered.message)));
  }

  /** Sends a delta. Returns whether it was sent. */
  function send(set) {
    const sent = connection.send(room, { set, base: replica.rev });
    if (!sent) on.notice(T.outboxFull);
    on.change();
    return Boolean(sent);
  }

  /** Answers a puzzle with the user's moves, as cells. Without moves, skips it. */
  function answer(id, cells) {
    return send({ answer: [id, ...cells].join(" ") });
  }

  /** Returns the number of answers that the server has not confirmed yet. */
  function waiting() {
    return connection.pending(room).filter(({ message }) => message.set?.answer !== undefined).length;
  }

  /** Returns the terms with the user's choices that the server has not confirmed yet. */
  function chosen(terms) {
    const changes = connection.pending(room).flatMap(({ message }) => Object.entries(message.set ?? {}));
    return { ...terms, ...Object.fromEntries(changes.filter(([key]) => Object.hasOwn(terms, key)).map(([key, value]) => [key, value ?? ""])) };
  }

  function nameOf(id) { return nameIn(replica, id, me, identity.name); }
}
