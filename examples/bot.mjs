#!/usr/bin/env -S node --experimental-websocket
// A bot for Node 20 and newer, and for a browser page:
//   ./bot.mjs http://127.0.0.1:8080 ROOM [TOKEN_FILE]
//   <script type="module" src="bot.mjs"></script>, the room in ?room=
// It reconnects by itself. With TOKEN_FILE, or in a page, it is the same participant after a
// restart. Without, it gives its seat up when it is stopped. docs/BOTS.md lists the exit statuses.
const node = globalThis.process;
const [url, room, file] = node
  ? node.argv.slice(2) : [location.href, new URLSearchParams(location.search).get("room")];
let isOver = false;
// Prints a sentence without the control characters that a server could send to the terminal.
const tell = (sentence) => console.error(sentence.replace(/\p{C}/gu, "?"));
function end(status, why) {
  if (isOver) return;
  isOver = true;
  tell(why);
  node?.exit(status);
}
if (!url || !room || node?.argv.length > 5) end(64, "Start it as: bot.mjs http://127.0.0.1:8080 ROOM [TOKEN_FILE]");
if (!globalThis.WebSocket) {
  end(64, Number.parseInt(node.versions.node, 10) < 20
    ? `The bot needs Node 20 or newer. This is Node ${node.versions.node}.`
    : "This Node shows its WebSocket only when asked: start ./bot.mjs, or node --experimental-websocket bot.mjs.");
}
let address;
try {
  address = new URL("/ws", url.includes("://") ? url : `http://${url}`);
  if (!/^https?:$/.test(address.protocol) || !address.hostname) throw new Error("no address");
} catch { end(64, `${url} is not the address of a server. An example is http://127.0.0.1:8080.`); }
if (!/^[\w.~-]{1,64}$/.test(room)) end(64, "A room has a name of 1 to 64 letters, digits and -_.~");
address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
address.username = address.password = "";

const fs = node && await import("node:fs");
function read() {
  if (!node) return localStorage.getItem("bot-token") ?? undefined;
  if (!file || !fs.existsSync(file)) return undefined;
  try {
    const text = fs.readFileSync(file, "utf8").trim();
    fs.chmodSync(file, 0o600);
    return text || undefined;
  } catch { return end(66, `The token cannot be read from ${file}.`); }
}
function keep(text) { // readable only by its owner
  if (text === token) return;
  token = text;
  if (!node) return localStorage.setItem("bot-token", text);
  try { if (file) fs.writeFileSync(file, text, { mode: 0o600 }); } catch (error) {
    end(74, `The token cannot be kept in ${file}: ${error.code}.`);
  }
}
const directions = [[1, 0], [0, 1], [1, 1], [1, -1]];
const later = ["busy", "rate-limited", "room-full", "server-full", "unavailable"]; // temporary errors
const terms = ["rule", "size", "opening", "clock", "takebacks", "rated", "listed"];

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

const sideOf = (me, values) => ["x", "o"].find((side) => me && values[side] === me);

// Returns the change to make in the room, decided from its state alone.
function wish(values, me, barred) {
  if (!values.game) return { game: "1", x: me };
  const side = sideOf(me, values);
  if (values.result) { // one of the players starts the next game
    if (!side || values.offer !== `rematch ${side === "x" ? "o" : "x"}`) return;
    const same = Object.fromEntries(terms.filter((term) => values[term]).map((term) => [term, values[term]]));
    return { ...same, game: `${Number(values.game) + 1}`, x: values.o, o: values.x };
  }
  if (values.phase) return; // the bot knows no openings
  if (!side) {
    const open = ["x", "o"].find((seat) => !values[seat]);
    return open && { [open]: me };
  }
  const number = Number(values.move) + 1;
  if (side !== "xo"[(number - 1) % 2]) return;
  const point = best(values, barred);
  return point && { move: `${number}`, [`col${number}`]: `${point[0]}`, [`row${number}`]: `${point[1]}` };
}

// Returns the change that gives the seat up, if the bot has one.
function parting(values, me) {
  const side = sideOf(me, values), other = side === "x" ? "o" : "x";
  if (!side || values.result) return;
  if (!values[other]) return { [side]: null };
  return Number(values.move) < 2 ? { result: "draw", reason: "aborted" } : { result: other, reason: "resign" };
}

// Returns a sentence about the room for the person who has started the bot.
function news(values, me) {
  if (!values.game) return "The room is empty. Starting a game.";
  const side = sideOf(me, values), game = `Game ${values.game} in ${room}`, isFull = values.x && values.o;
  if (values.result) {
    const winner = values.result === "draw" ? "a draw" : `${values.result.toUpperCase()} won`;
    return `${game} is over: ${winner} (${values.reason}). Waiting for the next game; Ctrl-C ends the bot.`;
  }
  if (values.phase) return `${game} has an opening, which this bot does not know. Waiting for its end.`;
  if (side) return `${game}: playing ${side.toUpperCase()}${isFull ? "" : ", waiting for an opponent"}.`;
  return isFull ? `${game}: both seats are taken. Waiting for a free one; Ctrl-C ends the bot.` : undefined;
}

// No ID is used twice, not even after a restart with the same token.
const prefix = `js${Math.random().toString(36).slice(2)}`;
let token = read(), me, values = {}, asked = 0, pause = 1, said, line, parted; // `parted` ends the program

function ask(set) {
  const id = `${prefix}-${++asked}`;
  line.send(JSON.stringify({ type: "delta", room, id, set }));
  return id;
}

function connect() {
  const socket = line = new WebSocket(address), barred = new Set(), join = { type: "join", room };
  const send = (message) => socket.readyState === 1 && socket.send(JSON.stringify(message));
  let pending, wanted, heard = Date.now(), isGone = false; // the ID without an answer, and its change
  // Node does not show the server's pings, so the bot asks by itself whether the server is there.
  const watch = setInterval(() => {
    if (Date.now() - heard > 60_000) lost("The server is silent."); else send({ type: "ping" });
  }, 20_000);
  function look() {
    const now = news(values, me);
    if (now && now !== said) tell(now);
    said = now ?? said;
    const set = pending || parted ? undefined : wish(values, me, barred);
    // A refused change is not sent again before the room has changed.
    if (!set || JSON.stringify(set) === wanted) return;
    wanted = JSON.stringify(set);
    pending = ask(set);
  }
  function refused({ code, message, retryAfter }) {
    tell(`${code}: ${message}`);
    pending = undefined;
    if (code === "forbidden-move") barred.add(Object.values(JSON.parse(wanted)).join()); // choose another point
    if (code === "rate-limited") { wanted = undefined; setTimeout(look, retryAfter); } // send it again later
    // The bot is not in the room, or the store cannot write.
    else if (code === "read-only") setTimeout(send, 1000, join);
    else look();
  }
  socket.onopen = () => send({ type: "hello", name: "JavaScript bot", bot: true, token });
  function lost(why, isFinal) {
    if (isOver || isGone) return;
    isGone = true;
    clearInterval(watch);
    socket.close();
    if (parted) return parted();
    if (isFinal) return end(76, why);
    if (!me) return end(69, `${why} Is the address right, and does the server run?`);
    const wait = pause * (1 + Math.random()) / 2; // not all clients at the same moment
    tell(`${why} Trying again in ${wait.toFixed(1)} s.`);
    setTimeout(connect, 1000 * wait);
    pause = Math.min(30, 2 * pause);
    [values, said] = [{}, undefined];
  }
  socket.onerror = () => lost(`No connection to ${address.host}.`); // some versions of Node report no close after it
  socket.onclose = ({ code, reason }) =>
    lost(`The server has closed the connection: ${code} ${reason}.`, code === 1008 || code === 4001);
  socket.onmessage = ({ data }) => {
    if (isGone) return;
    heard = Date.now();
    let message;
    try { message = JSON.parse(data); } catch { return end(76, `${address.host} sent a message that is not JSON.`); }
    if (message.type === "welcome") {
      me = message.participant.id;
      keep(message.token);
      send(join);
    } else if (message.type === "error") {
      if (!later.includes(message.code)) return end(76, `${message.code}: ${message.message}`);
      pause = Math.max(pause, (message.retryAfter ?? 0) / 1000);
      lost(message.message);
    } else if (message.type === "snapshot") {
      if (message.kind !== "gomoku") return end(76, `${room} is not a room for five in a row. Choose another room.`);
      [values, pending, wanted, pause] = [message.state, undefined, undefined, 1];
      look();
    } else if (message.type === "delta") {
      for (const [key, value] of Object.entries(message.set)) {
        if (value === null) delete values[key]; else values[key] = value;
      }
      wanted = undefined;
      if (message.by === me && message.id === pending) pending = undefined; // another participant may use the same ID
      if (message.by === me && message.id === parted?.id) return parted(true);
      look();
    } else if (message.type === "reject" && message.id === parted?.id) parted();
    else if (message.type === "reject" && message.id === pending) refused(message);
  };
}

// A bot that cannot return as the same participant does not block the room.
function stop(number) {
  if (parted) return;
  const again = file ? ` Start it again with ${file} to continue.` : "";
  const told = (isDone) => isDone === true ? " It has given its seat up." : again;
  parted = (isDone) => end(128 + number, `The bot was stopped.${told(isDone)}`);
  const set = !file && line?.readyState === 1 ? parting(values, me) : undefined;
  if (!set) return parted();
  parted.id = ask(set);
  setTimeout(parted, 5000);
}
for (const [name, number] of [["SIGINT", 2], ["SIGTERM", 15], ["SIGHUP", 1]]) node?.on(name, () => stop(number));
if (!isOver) connect();
