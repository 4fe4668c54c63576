// Helpers of several tests: repeatable randomness, a manual clock and a fake socket.

/** Returns the processor time that `work` takes, in ms. Other processes do not count. */
export function spent(work) {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

/**
 * Returns a generator of random numbers from a seed (mulberry32). A test prints its seed, so that a
 * failure can be repeated.
 */
export function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The seed of this run: SEED from the environment, or a new one. */
export const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31));

/** Returns a clock whose timers fire when `advance` passes them. */
export function handClock(start = 1_000_000) {
  let now = start, next = 1;
  const timers = new Map();
  return {
    now: () => now,
    setTimeout(action, ms) {
      timers.set(next, { at: now + ms, action });
      return next++;
    },
    clearTimeout: (timer) => timers.delete(timer),
    advance(ms) {
      const end = now + ms;
      for (;;) {
        const due = [...timers].filter(([, { at }]) => at <= end).sort((a, b) => a[1].at - b[1].at || a[0] - b[0])[0];
        if (!due) break;
        now = Math.max(now, due[1].at);
        timers.delete(due[0]);
        due[1].action();
      }
      now = end;
    },
    get waiting() { return timers.size; },
  };
}

/** Returns fake sockets that record messages. `last` is the newest one. */
export function fakeSockets() {
  const made = [];
  const open = () => {
    const socket = {
      sent: [], closed: false, readyState: 1,
      send(text) {
        if (this.readyState !== 1) throw new Error("WebSocket is already in CLOSING or CLOSED state.");
        this.sent.push(JSON.parse(text));
      },
      close() {
        this.closed = true;
        this.readyState = 3;
      },
      // The server's end:
      opens() { this.onopen?.(); },
      says(message) { this.onmessage?.({ data: typeof message === "string" ? message : JSON.stringify(message) }); },
      breaks(code = 1006) {
        this.close();
        this.onclose?.({ code });
      },
      take(type) {
        const found = this.sent.filter((message) => message.type === type);
        this.sent = this.sent.filter((message) => message.type !== type);
        return found;
      },
    };
    made.push(socket);
    return socket;
  };
  return { open, made, get last() { return made[made.length - 1]; } };
}
