// The time that each move of the current game took, from the deltas that arrive. Pure.
//
// A move takes the time since the move before it. The first one takes the time since the New Game,
// or since the last open seat was taken (docs/PROTOCOL.md, "How long did each move take?"). The
// times of moves that were played before the page arrived are unknown here.

const number = (value) => (value === undefined || value === null || value === "" || !Number.isFinite(Number(value)) ? null : Number(value));

/**
 * Returns {times, receive(message), add(known), takeGap()}. `times` is a list of milliseconds, by
 * the move's number minus one, with null for unknown ones. `receive` takes every message of the
 * room.
 */
export function createMoveTimes() {
  let times = [], played = [], began = null, seatTaken = 0;
  let isAsked = false; // whether the times missing since the last snapshot have been asked for
  return {
    receive, add, takeGap,
    get times() { return times; },
  };

  function receive(message) {
    if (message.type === "snapshot") {
      [times, played, began, seatTaken, isAsked] = [[], [], null, 0, false];
      resize(number(message.state?.move) ?? 0);
    } else if (message.type === "deltas") {
      for (const delta of message.deltas ?? []) apply(delta);
    } else if (message.type === "delta" && message.scope !== "private" && !message.again) {
      apply(message);
    }
  }

  function apply({ set = {}, at }) {
    if (set.game !== undefined) [times, played, began, seatTaken] = [[], [], number(at), 0];
    else if (!times.length && (set.x || set.o)) seatTaken = number(at) ?? seatTaken;
    const count = number(set.move);
    if (count === null) return;
    resize(count);
    if (number(set[`col${count}`]) === null) return;
    const before = count === 1 ? began : played[count - 2];
    played[count - 1] = number(at);
    if (before !== null && played[count - 1] !== null) times[count - 1] = Math.max(0, played[count - 1] - Math.max(before, seatTaken));
  }

  function resize(count) {
    [times, played] = [times, played].map((list) => Array.from({ length: count }, (_, index) => list[index] ?? null));
  }

  /** Returns whether to ask for unknown times: at most once per snapshot. */
  function takeGap() {
    if (isAsked || !times.includes(null)) return false;
    return isAsked = true;
  }

  /** Adds times that the server has told, of the first moves. */
  function add(known) {
    times = times.map((time, index) => time ?? number(known[index]));
  }
}
