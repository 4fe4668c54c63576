// One WebSocket that stays: rooms over it, retried with growing pauses, resumed where it broke off.
//
// What it promises:
//   - a delta or a chat line is sent, with the same id, until the server has answered it, across any number of reconnections;
//   - a dead line is noticed within PING_EVERY + PING_TIMEOUT;
//   - after a reconnection each room is joined again from its resume point, only then are unanswered deltas resent.

/** How often a ping goes out, in ms. */
export const PING_EVERY = 5_000;
/** How long silence after a ping may last, in ms. */
export const PING_TIMEOUT = 4_000;
/** How long opening and being welcomed may take, in ms. */
export const OPEN_TIMEOUT = 10_000;
/** The first and the longest pause before another try, in ms; half of each is random. */
export const RETRY_FIRST = 500;
export const RETRY_MOST = 15_000;
/** A connection that lasted this long, in ms, starts the pauses anew. */
export const STEADY = 5_000;
/** Unanswered deltas and chat lines a room may have. */
export const OUTBOX_LIMIT = 32;
/** Pings the clock offset is taken from; the first follow each other after CLOCK_PAUSE ms. */
const CLOCK_SAMPLES = 9, CLOCK_FIRST = 5, CLOCK_PAUSE = 200;

/** The machine's clock; tests bring their own. */
const machine = {
  now: () => Date.now(),
  setTimeout: (action, ms) => setTimeout(action, ms),
  clearTimeout: (timer) => clearTimeout(timer),
};

/**
 * Makes a connection that `start` opens and that is kept until `close`.
 *
 * @param options.open      () => a new WebSocket
 * @param options.hello     () => the members of the `hello` message
 * @param options.onMessage every message of the server, in order
 * @param options.onSettled (room, entry, message): the server answered `entry`, by `delta`, `reject`, `said` or `error`
 * @param options.onStatus  (status): {state: "connecting" | "online" | "offline", why, retryAt, attempt}
 */
export function createConnection({
  open, hello, onMessage, onSettled = () => {}, onStatus = () => {}, clock = machine, random = Math.random,
}) {
  const rooms = new Map(); // name -> {kind, resume, joined, rejoining, outbox: [{message, note}]}
  const idPrefix = Math.floor(random() * 36 ** 8).toString(36);
  const asked = new Set(); // what the server has not answered: ids of requests, `join ${room}`, "hello"
  let socket = null, me = null, closed = false;
  let status = { state: "connecting", why: null, retryAt: null, attempt: 0 };
  let nextId = 1, attempt = 0, onlineSince = null, samples = [];
  let retryTimer, openTimer, pingTimer, silenceTimer;

  return {
    start: connect, enter, leave, rejoin, send, say, request, poke, rename, restart, close, serverTime,
    pending: (room) => rooms.get(room)?.outbox ?? [],
    get status() { return status; },
    /** Whether the server owes an answer: to a connection attempt, a join, a delta, a chat line or a request. */
    get waiting() {
      if (closed || status.state !== "online") return !closed && status.state === "connecting";
      return asked.size > 0 || [...rooms.values()].some(({ outbox }) => outbox.length > 0);
    },
  };

  /** Enters `room`, now and after every reconnection. `resume` returns {since, epoch}, or {} for a full snapshot. */
  function enter(room, { kind = "gomoku", secret, resume = () => ({}) } = {}) {
    rooms.set(room, { kind, secret, resume, joined: false, rejoining: false, outbox: [] });
    if (status.state === "online") join(room);
  }

  function leave(room) {
    asked.delete(`join ${room}`);
    if (rooms.delete(room)) request({ type: "leave", room });
  }

  /** Joins again for a full snapshot: what was known cannot be continued. Asks once until the snapshot is there. */
  function rejoin(room) {
    const entry = rooms.get(room);
    if (!entry || entry.rejoining || status.state !== "online") return;
    entry.rejoining = true;
    join(room, {});
  }

  /** Sends a delta until it is answered. Returns its outbox entry, or null when too many are unanswered already. */
  function send(room, { set, base, guard, scope }, note) {
    return keep(room, { type: "delta", room, id: newId("d"), base, guard, scope, set }, note);
  }

  /** Sends a chat line until it is answered. Returns its outbox entry, or null. */
  function say(room, text) {
    return keep(room, { type: "say", room, id: newId("s"), text });
  }

  function keep(room, message, note) {
    const entry = rooms.get(room);
    if (!entry || entry.outbox.length >= OUTBOX_LIMIT) return null;
    const kept = { message, note };
    entry.outbox.push(kept);
    if (entry.joined) transmit(message);
    return kept;
  }

  /** Sends a message that is worth nothing later (history, seek, …); false when the line is down. */
  function request(message) {
    if (status.state !== "online") return false;
    if (message.id !== undefined) asked.add(message.id);
    transmit(message);
    return true;
  }

  /** Something says the line may have changed: tries at once, or makes sure that it still lives. */
  function poke() {
    if (status.state === "offline") connect();
    else if (status.state === "online") ping();
  }

  /** Says hello again on the same line: another name for the same participant. */
  function rename() {
    if (request({ type: "hello", ...hello() })) asked.add("hello");
  }

  /** Opens another line, as another participant. */
  function restart() {
    attempt = 0;
    if (socket) drop("restart");
    connect();
  }

  function close() {
    closed = true;
    detach();
    clock.clearTimeout(retryTimer);
  }

  /** The server's clock now, in ms: the median offset of the quicker half of the last pings. */
  function serverTime() {
    const quick = [...samples].sort((a, b) => a.trip - b.trip).slice(0, Math.ceil(samples.length / 2));
    const offsets = quick.map(({ offset }) => offset).sort((a, b) => a - b);
    return clock.now() + (offsets[offsets.length >> 1] ?? 0);
  }

  function newId(kind) {
    return `${kind}-${idPrefix}-${nextId++}`;
  }

  function connect() {
    if (closed) return;
    detach();
    clock.clearTimeout(retryTimer);
    publish({ state: "connecting", why: status.why, retryAt: null });
    try {
      socket = open();
    } catch {
      return drop("refused");
    }
    socket.onopen = () => transmit({ type: "hello", ...hello() });
    socket.onmessage = ({ data }) => received(data);
    socket.onclose = ({ code }) => drop(code === 1001 || code === 1012 ? "stopping" : code === 1008 ? "abuse" : "lost");
    socket.onerror = () => {};
    openTimer = clock.setTimeout(() => drop("silent"), OPEN_TIMEOUT);
  }

  function received(data) {
    clock.clearTimeout(silenceTimer);
    silenceTimer = undefined;
    let message;
    try {
      message = JSON.parse(data);
    } catch {
      return drop("garbled");
    }
    if (message === null || typeof message !== "object") return;
    answered(message);
    if (message.type === "welcome") welcomed(message);
    else if (message.type === "pong") measured(message);
    else settleAll(message);
    onMessage(message);
    // A snapshot may stand for the very deltas that would have answered ours: only asking again tells.
    if (message.type === "snapshot") resend(message.room, true);
    else if (message.type === "deltas" && message.participants) resend(message.room, false);
  }

  /** Forgets the question that `message` answers. An error without an id may answer a join or a hello. */
  function answered({ type, id, room, participants }) {
    if (id !== undefined) asked.delete(id);
    else if (type === "welcome") asked.delete("hello");
    else if (type === "error") asked.clear();
    else if (type === "snapshot" || (type === "deltas" && participants)) asked.delete(`join ${room}`);
  }

  function welcomed({ participant }) {
    me = participant?.id;
    if (status.state === "online") return;
    clock.clearTimeout(openTimer);
    onlineSince = clock.now();
    publish({ state: "online", why: null, retryAt: null });
    for (const room of rooms.keys()) join(room);
    ping();
  }

  function join(room, from = rooms.get(room).resume()) {
    const { kind, secret } = rooms.get(room);
    asked.add(`join ${room}`);
    transmit({ type: "join", room, kind, secret, ...from });
  }

  /** A room has told where it stands: what is still unanswered goes out again, in its order, under the same ids. */
  function resend(room, always) {
    const entry = rooms.get(room);
    if (!entry) return;
    entry.rejoining = false;
    if (entry.joined && !always) return;
    entry.joined = true;
    for (const { message } of entry.outbox) transmit(message);
  }

  /** A backlog or a snapshot may hold what answers us, as well as a message of its own. */
  function settleAll(message) {
    const { room, deltas = [], chat = [] } = message;
    settle(message);
    if (message.type === "deltas") for (const delta of deltas) settle({ ...delta, type: "delta", room });
    if (room) for (const line of chat) settle({ ...line, type: "said", room });
  }

  /** Takes what `message` answers out of the outbox. */
  function settle(message) {
    if (message.id === undefined || (message.by !== undefined && message.by !== me)) return;
    for (const [room, entry] of rooms) {
      if (message.room !== undefined && message.room !== room) continue;
      const at = entry.outbox.findIndex((kept) => kept.message.id === message.id);
      if (at >= 0) return onSettled(room, entry.outbox.splice(at, 1)[0], message);
    }
  }

  function ping() {
    clock.clearTimeout(pingTimer);
    pingTimer = clock.setTimeout(ping, PING_EVERY);
    silenceTimer ??= clock.setTimeout(() => drop("silent"), PING_TIMEOUT);
    transmit({ type: "ping", at: clock.now() });
  }

  function measured({ at, time }) {
    if (typeof at !== "number" || typeof time !== "number") return;
    const trip = clock.now() - at;
    samples = [...samples, { trip, offset: time + trip / 2 - clock.now() }].slice(-CLOCK_SAMPLES);
    if (samples.length >= CLOCK_FIRST) return;
    clock.clearTimeout(pingTimer);
    pingTimer = clock.setTimeout(ping, CLOCK_PAUSE);
  }

  function transmit(message) {
    try {
      socket?.send(JSON.stringify(message));
    } catch {
      // The socket is closing; its close event brings the reconnection, and the outbox keeps what matters.
    }
  }

  function drop(why) {
    detach();
    if (closed) return;
    if (onlineSince !== null && clock.now() - onlineSince >= STEADY) attempt = 0;
    onlineSince = null;
    const pause = Math.min(RETRY_MOST, RETRY_FIRST * 2 ** attempt) * (0.5 + random() / 2);
    attempt += 1;
    retryTimer = clock.setTimeout(connect, pause);
    publish({ state: "offline", why, retryAt: clock.now() + pause });
  }

  /** Lets go of the socket and everything that waits for it. */
  function detach() {
    for (const timer of [openTimer, pingTimer, silenceTimer]) clock.clearTimeout(timer);
    asked.clear();
    silenceTimer = undefined;
    for (const entry of rooms.values()) entry.joined = entry.rejoining = false;
    if (!socket) return;
    const old = socket;
    socket = null;
    old.onopen = old.onmessage = old.onclose = old.onerror = null;
    try {
      old.close();
    } catch {
      // Never opened.
    }
  }

  function publish(next) {
    status = { ...next, attempt };
    onStatus(status);
  }
}
