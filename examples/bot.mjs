#!/usr/bin/env -S node --experimental-websocket
// A bot for Node 20 and newer, and for a browser page:
//   ./bot.mjs http://127.0.0.1:8080 ROOM [TOKEN_FILE]
//   <script type="module" src="bot.mjs"></script>, the room in ?room=
// It reconnects by itself. With TOKEN_FILE, or in a page, it is the same participant after a
// restart.
const node = globalThis.process;
const [url, room, file] = node
  ? node.argv.slice(2) : [location.href, new URLSearchParams(location.search).get("room")];
let isOver = false;
function end(why, status = 1) {
  isOver = true;
  console.error(why);
  node?.exit(status);
}
if (!url || !room) end("Start it as: bot.mjs http://127.0.0.1:8080 ROOM [TOKEN_FILE]", 64);
if (!globalThis.WebSocket) {
  end("This Node shows its WebSocket only when asked: start ./bot.mjs, or node --experimental-websocket bot.mjs.", 64);
}

const fs = node && await import("node:fs");
const kept = node
  ? { read: () => file && fs.existsSync(file) ? fs.readFileSync(file, "utf8").trim() : undefined,
      write: (token) => file && fs.writeFileSync(file, token, { mode: 0o600 }) }
  : { read: () => localStorage.getItem("bot-token") ?? undefined,
      write: (token) => localStorage.setItem("bot-token", token) };
const directions = [[1, 0], [0, 1], [1, 1], [1, -1]];
const later = ["busy", "rate-limited", "room-full", "server-full", "unavailable"]; // temporary errors

function best(values, barred) {
  const n = Number(values.size ?? 15), count = Number(values.move), side = (count + 1) % 2, board = new Map();
  for (let i = 1; i <= count; i++) board.set(`${values[`col${i}`]},${values[`row${i}`]}`, i % 2);
  const [lx, ly] = count ? [Number(values[`col${count}`]), Number(values[`row${count}`])] : [n >> 1, n >> 1];
  const run = (s, x, y, dx, dy) => {
    let length = 0;
    while (board.get(`${x + dx * (length + 1)},${y + dy * (length + 1)}`) === s) length++;
    return length;
  };
  const longest = (s, x, y) =>
    Math.max(...directions.map(([dx, dy]) => 1 + run(s, x, y, dx, dy) + run(s, x, y, -dx, -dy)));
  let found, top = -Infinity;
  for (let x = 0; x < n; x++) for (let y = 0; y < n; y++) {
    if (board.has(`${x},${y}`) || barred.has(`${count + 1},${x},${y}`)) continue;
    const mine = longest(side, x, y), theirs = longest(1 - side, x, y);
    const worth = (mine >= 5 ? 1e6 : 0) + (theirs >= 5 ? 1e5 : 0) + 1000 * mine ** 2 + 900 * theirs ** 2
      - Math.max(Math.abs(x - lx), Math.abs(y - ly));
    if (worth > top) [found, top] = [[x, y], worth];
  }
  return found;
}

// Returns the change to make in the room, decided from its state alone.
function wish(values, me, barred) {
  if (!values.game) return { game: "1", x: me };
  if (values.result) return; // one of the players starts the next game
  if (values.x !== me && values.o !== me) {
    const open = ["x", "o"].find((seat) => !values[seat]);
    return open && { [open]: me };
  }
  const number = Number(values.move) + 1;
  if (values.phase || values["xo"[(number - 1) % 2]] !== me) return;
  const point = best(values, barred);
  return point && { move: `${number}`, [`col${number}`]: `${point[0]}`, [`row${number}`]: `${point[1]}` };
}

// No ID is used twice, not even after a restart with the same token.
const prefix = `js${Math.random().toString(36).slice(2)}`;
let token = kept.read(), asked = 0, pause = 1;

function connect() {
  const address = new URL("/ws", url);
  address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(address), barred = new Set(), join = { type: "join", room };
  const send = (message) => socket.send(JSON.stringify(message));
  let me, values = {}, pending, wanted; // the ID without an answer, and its change
  function look() {
    const set = pending ? undefined : wish(values, me, barred);
    // A refused change is not sent again before the room has changed.
    if (!set || JSON.stringify(set) === wanted) return;
    wanted = JSON.stringify(set);
    pending = `${prefix}-${++asked}`;
    send({ type: "delta", room, id: pending, set });
  }
  function refused({ code, message, retryAfter }) {
    console.error(`${code}: ${message}`);
    pending = undefined;
    if (code === "forbidden-move") barred.add(Object.values(JSON.parse(wanted)).join()); // choose another point
    if (code === "rate-limited") { wanted = undefined; setTimeout(look, retryAfter); } // send it again later
    else if (code === "read-only") setTimeout(send, 1000, join); // the bot is not in the room, or the store cannot write
    else look();
  }
  socket.onopen = () => send({ type: "hello", name: "JavaScript bot", bot: true, token });
  let isGone = false;
  function lost(why, isFinal) {
    if (isOver || isGone) return;
    isGone = true;
    if (isFinal || !token) return end(why);
    console.error(`${why} Trying again in ${pause} s.`);
    setTimeout(connect, 1000 * pause);
    pause = Math.min(30, 2 * pause);
  }
  socket.onerror = () => lost("The connection is not opened, or broke."); // some versions of Node report no close after it
  socket.onclose = ({ code, reason }) =>
    lost(`The connection is closed: ${code} ${reason}`, code === 1008 || code === 4001);
  socket.onmessage = ({ data }) => {
    const message = JSON.parse(data);
    if (message.type === "welcome") {
      me = message.participant.id;
      [token, pause] = [message.token, 1];
      kept.write(token);
      send(join);
    } else if (message.type === "error") {
      if (!later.includes(message.code)) return end(`${message.code}: ${message.message}`);
      console.error(message.message);
      socket.close();
    } else if (message.type === "snapshot") {
      [values, pending, wanted] = [message.state, undefined, undefined];
      look();
    } else if (message.type === "delta") {
      for (const [key, value] of Object.entries(message.set)) {
        if (value === null) delete values[key]; else values[key] = value;
      }
      wanted = undefined;
      if (message.by === me && message.id === pending) pending = undefined; // another participant may use the same ID
      look();
    } else if (message.type === "reject" && message.id === pending) refused(message);
  };
}
if (!isOver) connect();
