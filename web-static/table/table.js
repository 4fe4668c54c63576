// The table of this window: the replica of its room, and the user's actions there.
//
// Every action is a delta with guards on the keys that it writes, and on the game's number. So it
// fails if the page showed an older state when the user decided.

import { createConnection } from "../net/connection.js";
import { joinSeat, moveIn, newGame, nextMove, pointName, readGame, rights, stonesOf, withPending } from "../game/game.js";
import { isRobot } from "../game/robots.js";
import { applied, resumePoint, unknownRoom } from "../net/state.js";
import { T } from "../texts/texts.js";
import { nameIn, personName, rejection, robotName } from "../texts/wording.js";

/**
 * Creates the table.
 *
 * @param room     the room's name; `secret` is the secret of a room for a friend.
 * @param identity this window's user (memory.js).
 * @param open     creates a new WebSocket.
 * @param muted    {has(id)}: the participants whose messages are hidden.
 * @param on       {change(), notice(text), status(status), message(message), unsaid(text),
 *   welcome(participant)}.
 */
export function createTable({ room, secret, identity, open, muted, on }) {
  let replica = unknownRoom(room), me, self, trouble = "";
  const listeners = new Set();
  const connection = createConnection({
    open, hello: () => identity.hello(), onMessage: received, onSettled: settled, onStatus: on.status,
  });
  connection.enter(room, { secret, resume: () => resumePoint(replica) });

  return {
    room, secret, connection, play, join, start, act, say, view, nameOf, chatLines, listen,
    get replica() { return replica; },
    get me() { return me; },
    /** The user as the server knows them: {id, name, claimed}. */
    get self() { return self; },
    get trouble() { return trouble; },
    /** Whether the user has a seat in a game that is not over. */
    get isPlaying() {
      const { agreed, agreedRights } = view();
      return Boolean(agreed && !agreed.result && agreedRights.sides.length);
    },
    get busy() { return new Set(connection.pending(room).map(({ note }) => note?.kind)); },
    isHere,
  };

  function isHere(id) {
    return replica.participants.has(id) || isRobot(id);
  }

  /** Calls `listener` with every message of the server. Returns a function that ends this. */
  function listen(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  }

  /** Handles every message of the server. */
  function received(message) {
    for (const listener of [...listeners]) listener(message);
    if (message.type === "welcome") {
      self = message.participant;
      me = self.id;
      identity.welcomed(message.token);
      on.welcome();
    } else if (message.type === "account") {
      self = message.participant;
    } else if (message.type === "error" && message.id === undefined) {
      trouble = message.message || T.serverError;
      // While the table is not open yet, its headline shows the trouble.
      if (replica.known) on.notice(trouble);
    } else {
      // The user may have been renamed in another window.
      const own = message.type === "participants" && message.joined?.find(({ id }) => id === me);
      if (own) self = { ...self, ...own };
      const next = applied(replica, message);
      if (next === null) connection.rejoin(room);
      else replica = next;
    }
    on.message(message);
    on.change();
  }

  /** Handles the server's answer to a delta or a chat message of the user. */
  function settled(_room, { message: own, note }, answer) {
    if (answer.type === "reject" || answer.type === "error") {
      const why = rejection(answer.code, answer.message);
      if (own.type === "say") on.unsaid(own.text);
      on.notice(note?.point ? T.takenBack({ point: note.point, why }) : T.refused(why));
    } else if (own.type === "delta") {
      on.notice("");
    }
  }

  function send(set, note, base = replica.rev) {
    const sent = connection.send(room, { set, base, guard: [...new Set(["game", ...Object.keys(set)])] }, note);
    if (!sent) on.notice(T.outboxFull);
    on.change();
  }

  function play(point) {
    const game = readGame(replica.state), may = rights(game, me);
    if (!game) return on.notice(T.noGameHint);
    const name = pointName(point, game.size);
    if (pendingMove()) return on.notice(T.busy);
    if (stonesOf(game.moves)(point.col, point.row)) return on.notice(T.taken(name));
    if (!may.move) return on.notice(rejection(game.result ? "game-over" : may.sides.length ? "not-your-turn" : "not-seated"));
    on.notice("");
    send(nextMove(game, point), { kind: "move", game: game.number, point: name });
  }

  /** Takes the seat `side`, or gives it to the robot `who`. */
  function join(side, who = me) {
    send(joinSeat(side, who), { kind: "join" });
  }

  /** Starts the game after the one at revision `base`. */
  function start(options, game, base) {
    send(newGame(game, me, options), { kind: "start" }, base);
  }

  /** Changes something in the game: an offer, an answer, a choice. */
  function act(set, kind = "act", base = replica.rev) {
    send(set, { kind }, base);
  }

  function say(text) {
    const sent = connection.say(room, text);
    if (!sent) on.notice(T.outboxFull);
    on.change();
    return Boolean(sent);
  }

  function pendingMove() {
    return connection.pending(room).find(({ note }) => note?.kind === "move");
  }

  /**
   * Returns the game on the server (`agreed`), the game to show, with an unconfirmed move, and the
   * user's rights in both.
   */
  function view() {
    const pending = pendingMove(), agreed = readGame(replica.state);
    const game = pending ? withPending(agreed, pending.note.game, moveIn(pending.message.set)) : agreed;
    const may = mine(game);
    return { agreed, game, pending, rights: { ...may, move: may.move && !pending }, agreedRights: mine(agreed) };
  }

  /**
   * Returns the user's rights. In a room for a pair or a friend, only its players may start the
   * next game.
   */
  function mine(game) {
    const may = rights(game, me, isHere), closed = Boolean(secret) || replica.host === "server";
    return { ...may, start: may.start && !(closed && game?.result && !may.sides.length) };
  }

  function nameOf(id) {
    if (isRobot(id)) return robotName(id);
    return nameIn(replica, id, me, identity.name);
  }

  function chatLines() {
    const seats = Object.values(readGame(replica.state)?.seats ?? {});
    const watches = (by) => seats.some(Boolean) && !seats.includes(by);
    const said = replica.chat.filter(({ by }) => !muted.has(by)).map(({ id, by, name, text, at, to }) => ({
      key: `${by} ${id ?? at}`, by, name: name ? personName(name) : nameOf(String(by)), text: String(text), mine: by === me,
      mark: to === "spectators" ? T.toSpectators : watches(by) ? T.spectator : "",
    }));
    const waiting = connection.pending(room).filter(({ message }) => message.type === "say")
      .map(({ message }) => ({ key: `${me} ${message.id}`, name: nameOf(me ?? ""), text: message.text, mine: true, mark: watches(me) ? T.spectator : "", pending: true }));
    return [...said, ...waiting];
  }
}
