// A persistent WebSocket connection for several rooms. It reconnects with growing pauses.
//
// - Every connection sends a delta or chat message with the same id until it is answered.
// - A dead connection is detected within PING_EVERY + PING_TIMEOUT.
// - After a reconnect each room is joined again first. Then unanswered deltas are resent.

/** The interval between pings, in ms. */
export const PING_EVERY = 5_000;
/** The longest silence after a ping, in ms. */
export const PING_TIMEOUT = 4_000;
/** The longest time from opening the socket to the `welcome`, in ms. */
export const OPEN_TIMEOUT = 10_000;
/** The first and the longest pause before a retry, in ms. Half of each pause is random. */
export const RETRY_FIRST = 500;
export const RETRY_MOST = 15_000;
/** The duration, in ms, after which a connection resets the retry pauses. */
export const STEADY = 5_000;
/** The largest number of unanswered deltas and chat messages per room. */
export const OUTBOX_LIMIT = 32;
/** The number of pings for the clock offset. The first CLOCK_FIRST are CLOCK_PAUSE ms apart. */
const CLOCK_SAMPLES = 9, CLOCK_FIRST = 5, CLOCK_PAUSE = 200;

/** The `readyState` of an open WebSocket. */
const OPEN = 1;

/** The machine's clock. Tests pass their own. */
const machine = {
  now: () => Date.now(),
  setTimeout: (action, ms) => setTimeout(action, ms),
  clearTimeout: (timer) => clearTimeout(timer),
};

/**
 * Creates a connection. `start` opens it, and `close` ends it.
 *
 * @param options.open      creates a new WebSocket.
 * @param options.hello     returns the members of the `hello` message.
 * @param options.onMessage is called with every message of the server, in order.
 * @param options.onSettled (room, entry, message): `message` answers `entry`.
 * @param options.onStatus  (status): {state: "connecting" | "online" | "offline", why, retryAt,
 *   attempt}.
 */
export function createConnection({
  open, hello, onMessage, onSettled = () => {}, onStatus = () => {}, clock = machine, random = Math.random,
}) {
  const rooms = new Map(); // name -> {kind, resume, joined, rejoining, outbox: [{message, note}]}
  const idPrefix = Math.floor(random() * 36 ** 8).toString(36);
  const asked = new Set(); // unanswered questions: ids of requests, `join ${room}`, "hello"
  let socket = null, me = null, closed = false;
  let status = { state: "connecting", why: null, retryAt: null, attempt: 0 };
  let nextId = 1, attempt = 0, onlineSince = null, samples = [];
  let retryTimer, openTimer, pingTimer, silenceTimer;

  return {
    start: connect, enter, leave, rejoin, send, say, request, poke, rename, restart, close, serverTime,
    pending: (room) => rooms.get(room)?.outbox ?? [],
    get status() { return status; },
    /** Whether the server owes an answer to a connection attempt or to any request. */
    get waiting() {
      if (closed || status.state !== "online") return !closed && status.state === "connecting";
      return asked.size > 0 || [...rooms.values()].some(({ outbox }) => outbox.length > 0);
    },
  };

  /** Joins `room`, now and after every reconnect. `resume` returns {since, epoch}, or {}. */
  function enter(room, { kind = "gomoku", secret, resume = () => ({}) } = {}) {
    rooms.set(room, { kind, secret, resume, joined: false, rejoining: false, outbox: [] });
    if (status.state === "online") join(room);
  }

  function leave(room) {
    asked.delete(`join ${room}`);
    if (rooms.delete(room)) request({ type: "leave", room });
  }

  /** Joins again, unless it already does, to get a full snapshot because a delta is missing. */
  function rejoin(room) {
    const entry = rooms.get(room);
    if (!entry || entry.rejoining || status.state !== "online") return;
    entry.rejoining = true;
    join(room, {});
  }

  /**
   * Sends a delta, and again after each reconnect until it is answered. Returns its outbox entry;
   * null if too many messages wait.
   */
  function send(room, { set, base, guard, scope }, note) {
    return keep(room, { type: "delta", room, id: newId("d"), base, guard, scope, set }, note);
  }

  /** Sends a chat message as `send` sends a delta. Returns its outbox entry, or null. */
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

  /**
   * Sends a message that must not be repeated (history, seek, …). Returns false if offline.
   * `answered`: whether the server owes an answer to a message with an id.
   */
  function request(message, answered = true) {
    if (status.state !== "online") return false;
    if (message.id !== undefined && answered) asked.add(message.id);
    transmit(message);
    return true;
  }

  /** Reacts to a hint that the network may have changed: connects at once, or pings. */
  function poke() {
    if (status.state === "offline") connect();
    else if (status.state === "online") ping();
  }

  /** Sends another `hello` on the same connection, which renames the participant. */
  function rename() {
    if (request({ type: "hello", ...hello() })) asked.add("hello");
  }

  /** Opens a new connection, as another participant. */
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

  /** Returns the server's time in ms: the median offset of the faster half of the pings. */
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
    // A snapshot may include unanswered deltas. Only resending them shows which ones.
    if (message.type === "snapshot") resend(message.room, true);
    else if (message.type === "deltas" && message.participants) resend(message.room, false);
  }

  /** Removes the answered request. An error without an id may answer a join or a hello. */
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

  /** Resends the unanswered messages of a joined room, in order and under the same ids. */
  function resend(room, always) {
    const entry = rooms.get(room);
    if (!entry) return;
    entry.rejoining = false;
    if (entry.joined && !always) return;
    entry.joined = true;
    for (const { message } of entry.outbox) transmit(message);
  }

  /** Settles the entries that `message` answers, or the deltas or chat messages in it. */
  function settleAll(message) {
    const { room, deltas = [], chat = [] } = message;
    settle(message);
    if (message.type === "deltas") for (const delta of deltas) settle({ ...delta, type: "delta", room });
    if (room) for (const line of chat) settle({ ...line, type: "said", room });
  }

  /** Removes the entry that `message` answers from the outbox. */
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
    // The close event of a closing socket starts the reconnect, and the outbox keeps the messages.
    // The browser would log an error for each.
    if (socket?.readyState === OPEN) socket.send(JSON.stringify(message));
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

  /** Abandons the socket, and cancels its timers. */
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
      // The socket was never opened.
    }
  }

  function publish(next) {
    status = { ...next, attempt };
    onStatus(status);
  }
}
