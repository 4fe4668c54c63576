// A bot for Node 22 and newer (20: node --experimental-websocket), and for a browser page:
//   node bot.mjs http://127.0.0.1:8080 ROOM      or      <script type="module" src="bot.mjs"></script>, room in ?room=
const [url, room] = globalThis.process?.argv
  ? process.argv.slice(2) : [location.href, new URLSearchParams(location.search).get("room")];
const address = new URL("/ws", url);
address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
const socket = new WebSocket(address);
const send = (message) => socket.send(JSON.stringify(message));
const directions = [[1, 0], [0, 1], [1, 1], [1, -1]];
let me, values = {}, asked = 0;

function best(count, side) {
  const n = Number(values.size ?? 15), board = new Map();
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
    if (board.has(`${x},${y}`)) continue;
    const mine = longest(side, x, y), theirs = longest(1 - side, x, y);
    const worth = (mine >= 5 ? 1e6 : 0) + (theirs >= 5 ? 1e5 : 0) + 1000 * mine ** 2 + 900 * theirs ** 2
      - Math.max(Math.abs(x - lx), Math.abs(y - ly));
    if (worth > top) [found, top] = [[x, y], worth];
  }
  return found;
}

function look() {
  const count = Number(values.move ?? 0), side = (count + 1) % 2, number = count + 1;
  if (!values.game) return { game: "1", x: me };
  if (values.result) return; // whoever played starts the next game
  if (values.x !== me && values.o !== me) {
    const open = ["x", "o"].find((seat) => !values[seat]);
    return open && { [open]: me };
  }
  if (values.phase || values["xo"[count % 2]] !== me) return;
  const [x, y] = best(count, side);
  return { move: String(number), [`col${number}`]: String(x), [`row${number}`]: String(y) };
}

socket.onopen = () => send({ type: "hello", name: "JavaScript bot", bot: true });
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.type === "welcome") { me = message.participant.id; send({ type: "join", room }); }
  if (message.type === "snapshot") values = message.state;
  else if (message.type === "delta") for (const [key, value] of Object.entries(message.set)) value === null ? delete values[key] : values[key] = value;
  else return;
  const set = look();
  if (set) send({ type: "delta", room, id: `js${++asked}`, set });
};
