// The analysis room of this window: the replica of its keys, the tree, the other participants'
// cursors, and the user's changes. No DOM.
//
// The user's own changes appear at once. If the server rejects one, the tree is read again.

import { createConnection } from "../net/connection.js";
import { applied, resumePoint, unknownRoom } from "../net/state.js";
import { T } from "../texts/texts.js";
import { nameIn, personName, rejection } from "../texts/wording.js";
import { formerly, isUndoable, undoing } from "./changes.js";
import { createTree } from "./tree.js";

/** The number of own changes that can be undone. */
const UNDO_LIMIT = 100;
/** The shortest time between two messages about one's own cursor, in ms. */
const CURSOR_PAUSE = 150;

/**
 * Joins the room.
 *
 * @param muted the participants whose chat is hidden, with `has(id)`.
 * @param on {change(), notice(words), status(status), message(message), joined(), unsaid(text),
 *   refused(set)}: `joined` follows every answer to a join. `message` returns whether it has dealt
 *   with an error. `refused` gets the keys of a rejected change.
 */
export function joinStudy({ room, secret, identity, muted, open, on, clock = globalThis }) {
  let replica = unknownRoom(room, "analysis"), tree = createTree(), me = null, trouble = "", version = 0;
  const done = [], cursors = new Map();
  let draft = null; // the first chapter, which is stored together with the first change
  let place = null, placeSent = "", placeTimer = null;
  const connection = createConnection({
    open, hello: () => identity.hello(), onMessage: received, onSettled: settled, onStatus: on.status,
  });
  connection.enter(room, { kind: "analysis", secret, resume: () => resumePoint(replica) });

  return {
    room, secret, connection, send, begin, undo, point, say, chatLines, nameOf, mayEdit, people,
    get replica() { return replica; },
    get tree() { return tree; },
    /** A number that changes whenever the tree does. */
    get version() { return version; },
    get me() { return me; },
    get trouble() { return trouble; },
    get cursors() { return cursors; },
    get canUndo() { return done.length > 0; },
    get owner() { return tree.access.owner ?? replica.host; },
  };

  function received(message) {
    if (message.type === "welcome") {
      me = message.participant.id;
      identity.welcomed(message.token);
    } else if (message.type === "cursors" && message.room === room) {
      for (const { id, ...place } of message.cursors ?? []) {
        if (place.node) cursors.set(id, place);
        else cursors.delete(id);
      }
    } else if (message.type !== "error") {
      learn(message);
    }
    const isAnswered = on.message(message);
    if (message.type === "error" && message.id === undefined && !isAnswered) {
      trouble = message.message || T.serverError;
      on.notice(trouble);
    }
    on.change();
  }

  function learn(message) {
    const before = replica, next = applied(replica, message), isJoin = message.type === "snapshot" || message.type === "deltas" && Boolean(message.participants);
    if (next === null) return connection.rejoin(room);
    replica = next;
    if (isJoin && message.room === room) cursors.clear();
    for (const id of message.type === "participants" ? message.left ?? [] : []) cursors.delete(id);
    if (message.type === "delta" && next.state !== before.state) tree.learn(message.set);
    else if (next.state !== before.state) read();
    if (next.state !== before.state) version += 1;
    // A second participant needs the first chapter, too.
    if (draft && next.participants.size > 1) store();
    if (!isJoin || message.room !== room) return;
    placeSent = "";
    tellPlace();
    on.joined();
  }

  /** Reads the whole tree, with the changes that the server has not confirmed yet. */
  function read() {
    tree = createTree(replica.state);
    if (tree.chapters.size) draft = null;
    if (draft) tree.learn(draft);
    for (const { message } of connection.pending(room)) learnOwn(message.set);
    version += 1;
  }

  /** Shows an own change. A move that is played again brings back its deleted node. */
  function learnOwn(set) {
    tree.learn(set);
    for (const key of Object.keys(set ?? {})) if (key.startsWith("node.")) tree.learn({ [`deleted.${key.slice(5)}`]: null });
  }

  /** Handles the server's answer to a delta or a chat message of the user. */
  function settled(_room, { message: own, note }, answer) {
    if (answer.type === "reject" || answer.type === "error") {
      if (own.type === "say") on.unsaid(own.text);
      else {
        draft ??= note?.draft ?? null;
        on.refused(own.set);
        read();
      }
      on.notice(T.refused(why(answer)));
    } else if (own.type === "delta") {
      on.notice("");
      if (note?.undoable) done.push({ set: note.set, before: note.before, rev: answer.rev });
      done.splice(0, Math.max(0, done.length - UNDO_LIMIT));
    }
  }

  /** Returns why the server rejected a change. Some codes mean something else than at a table. */
  function why({ code, message }) {
    if (code === "read-only" && !mayEdit()) return T.studyReader;
    return code === "conflict" ? T.studyConflict : code === "read-only" && message ? message : rejection(code, message);
  }

  /** Sends a change. Returns whether it was sent. */
  function send(set, { base = replica.rev, guard, undoable = isUndoable(set) } = {}) {
    if (!set) return false;
    const sent = connection.send(room, { set: { ...draft, ...set }, base, guard }, { undoable, set, draft, before: formerly(replica.state, set) });
    if (!sent) {
      on.notice(T.outboxFull);
      return false;
    }
    learnOwn({ ...draft, ...set });
    draft = null;
    version += 1;
    on.change();
    return true;
  }

  /** Shows a first chapter without storing it: a visitor who changes nothing leaves no room. */
  function begin(set) {
    draft = set;
    if (replica.participants.size > 1) return store();
    read();
    on.change();
  }

  function store() {
    send({}, { undoable: false });
  }

  function undo() {
    // A change that waits for its answer has no revision yet.
    if (connection.pending(room).some(({ note }) => note?.undoable)) {
      on.notice(T.busy);
      return true;
    }
    const last = done.at(-1);
    if (!last) return false;
    const { set, ...rest } = undoing(last);
    if (send(set, { ...rest, undoable: false })) done.pop();
    return true;
  }

  /** Shows the others where the user is: {node, cell, follows}. */
  function point(next) {
    place = next;
    placeTimer ??= clock.setTimeout(() => { placeTimer = null; tellPlace(); }, placeSent ? CURSOR_PAUSE : 0);
  }

  function tellPlace() {
    const { node, cell, follows } = place ?? {}, told = JSON.stringify(place);
    if (!node || told === placeSent || !replica.known) return;
    if (connection.request({ type: "cursor", room, node, ...(cell && { cell }), ...(follows && { follows }) })) placeSent = told;
  }

  function say(text) {
    const sent = connection.say(room, text);
    if (!sent) on.notice(T.outboxFull);
    on.change();
    return Boolean(sent);
  }

  function chatLines() {
    const waiting = connection.pending(room).filter(({ message }) => message.type === "say")
      .map(({ message }) => ({ key: `${me} ${message.id}`, name: nameOf(me ?? ""), text: message.text, mine: true, mark: "", pending: true }));
    return [...replica.chat.filter(({ by }) => !muted.has(by)).map(({ id, by, name, text, at }) => (
      { key: `${by} ${id ?? at}`, by, name: name ? personName(name) : nameOf(String(by)), text: String(text), mine: by === me, mark: "" })), ...waiting];
  }

  function nameOf(id) { return nameIn(replica, id, me, identity.name); }

  /** Whether a participant may change the tree (Sources/GameState/Analysis/AnalysisRoles.swift). */
  function mayEdit(id = me) {
    const { access, roles } = tree;
    if (id === (access.owner ?? replica.host)) return true;
    return (roles.get(id) ?? access.everyone ?? (access.listed ? "reader" : "editor")) === "editor";
  }

  /** Returns the participants in the order in which they came, with a colour each. */
  function people() {
    return [...replica.participants.values()].map(({ id, name, bot, place: at }) => (
      { id, name: personName(name), bot, colour: (Number(at) || 0) % 6, mine: id === me, edits: mayEdit(id), owns: id === (tree.access.owner ?? replica.host), cursor: cursors.get(id) }));
  }
}
