#!/usr/bin/env python3
"""A bot in Python's standard library:  bot.py http://127.0.0.1:8080 ROOM [TOKEN_FILE]

It reconnects by itself. With TOKEN_FILE it is the same participant after a restart. Without, it
gives its seat up when it is stopped. docs/BOTS.md lists the exit statuses.
"""
import base64, contextlib, json, os, random, re, signal, socket, ssl, struct, sys, time, urllib.parse

LATER = ("busy", "rate-limited", "room-full", "server-full", "unavailable")  # temporary errors
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
TERMS = ("rule", "size", "opening", "clock", "takebacks", "rated", "listed")


class Lost(Exception): "The connection is lost. Another attempt may help."
class Stopped(Exception): "A signal has asked the bot to stop."


def tell(sentence):  # without the control characters that a server could send to the terminal
    print("".join(c if c.isprintable() else "?" for c in sentence), file=sys.stderr, flush=True)


def end(status, sentence):
    tell(sentence)
    sys.exit(status)


class Connection:
    """A WebSocket. An OSError means that the connection is lost."""

    def __init__(self, at):
        self.socket = socket.create_connection((at.hostname, at.port or (443 if at.scheme == "https" else 80)), 20)
        if at.scheme == "https":
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=at.hostname)
        self.socket.settimeout(60)  # the server pings after 25 s of silence
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.stream = self.socket.makefile("rb")
        status = self.stream.readline(1000).decode("latin-1").strip()
        while self.stream.readline(10000).strip(): pass
        if " 101 " in status: return
        if status and " 5" not in status and " 429 " not in status:
            end(76, f"{host} is not a Gomoku server: it answered {status[:80]}.")
        raise Lost(f"The server opens no WebSocket: {status[:80] or 'no answer'}.")

    def send(self, message, opcode=1):  # one masked frame, with a mask of zeros
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        size = bytes([128 | len(data)]) if len(data) < 126 else struct.pack("!BH", 254, len(data))
        self.socket.sendall(bytes([128 | opcode]) + size + bytes(4) + data)

    def read(self, count):
        data = self.stream.read(count)
        if len(data) < count: raise Lost("The connection broke.")
        return data

    def receive(self):
        while True:
            self.stream.peek(1)  # A signal may interrupt this wait, but not the reading of a message.
            signal.pthread_sigmask(signal.SIG_BLOCK, SIGNALS)
            try: message = self.message()
            finally: signal.pthread_sigmask(signal.SIG_UNBLOCK, SIGNALS)
            if message: return message

    def message(self):  # None after a ping, so that a signal can interrupt the wait for what follows
        text = b""
        while True:
            first, size = self.read(2)
            if size > 125: size = int.from_bytes(self.read(2 if size == 126 else 8), "big")
            data, opcode = self.read(size), first & 15
            if opcode < 2: text += data
            if opcode < 2 and first & 128: return json.loads(text)
            if opcode == 9: self.send(data, 10)
            if opcode == 9 and not text: return None
            if opcode == 8:
                code, why = int.from_bytes(data[:2], "big"), data[2:].decode("utf-8", "replace")
                if code in (1008, 4001): end(76, f"The server has closed the connection for good: {code} {why}.")
                raise Lost(f"The server has closed the connection: {code} {why}.")


def run(board, side, x, y, dx, dy):  # the length of the row of `side` next to x,y in a direction
    n = 0
    while board.get((x + dx * (n + 1), y + dy * (n + 1))) == side: n += 1
    return n


def best(values, barred, directions=((1, 0), (0, 1), (1, 1), (1, -1))):
    n, count = int(values.get("size", 15)), int(values["move"])
    moves = [(int(values[f"col{i}"]), int(values[f"row{i}"])) for i in range(1, count + 1)]
    board, side = {move: i % 2 for i, move in enumerate(moves)}, count % 2
    def worth(p):
        if not moves: return -abs(p[0] - n // 2) - abs(p[1] - n // 2)
        rows = lambda s: max(1 + run(board, s, *p, dx, dy) + run(board, s, *p, -dx, -dy) for dx, dy in directions)
        mine, theirs = rows(side), rows(1 - side)
        near = -max(abs(p[0] - moves[-1][0]), abs(p[1] - moves[-1][1]))
        return (1e6 if mine >= 5 else 0) + (1e5 if theirs >= 5 else 0) + 1e3 * mine ** 2 + 900 * theirs ** 2 + near
    free = [(x, y) for x in range(n) for y in range(n) if (x, y) not in board and (count + 1, x, y) not in barred]
    return max(free, key=worth, default=None)


def side_of(me, values): return next((side for side in "xo" if me and values.get(side) == me), None)


def wish(values, me, barred):  # the change to make, decided from the room's state alone
    if "game" not in values: return {"game": "1", "x": me}
    side = side_of(me, values)
    if "result" in values:  # one of the players starts the next game
        if not side or values.get("offer") != f"rematch {'xo'[side == 'x']}": return None
        seats = {"game": str(int(values["game"]) + 1), "x": values.get("o"), "o": values.get("x")}
        return {**{term: values[term] for term in TERMS if term in values}, **seats}
    if "phase" in values: return None  # the bot knows no openings
    if not side: return next(({seat: me} for seat in "xo" if seat not in values), None)
    number = int(values["move"]) + 1
    if side != "xo"[(number - 1) % 2]: return None
    point = best(values, barred)
    return point and {"move": str(number), f"col{number}": str(point[0]), f"row{number}": str(point[1])}


def parting(values, me):  # the change that gives the seat up, or None
    side = side_of(me, values)
    if not side or "result" in values: return None
    other = "xo"[side == "x"]
    if other not in values: return {side: None}
    if int(values["move"]) < 2: return {"result": "draw", "reason": "aborted"}
    return {"result": other, "reason": "resign"}


def news(values, me):  # a sentence about the room for the person who has started the bot
    if "game" not in values: return "The room is empty. Starting a game."
    side, game = side_of(me, values), f"Game {values['game']} in {room}"
    if "result" in values:
        winner = "a draw" if values["result"] == "draw" else f"{values['result'].upper()} won"
        return f"{game} is over: {winner} ({values.get('reason')}). Waiting for the next game; Ctrl-C ends the bot."
    if "phase" in values: return f"{game} has an opening, which this bot does not know. Waiting for its end."
    is_full = "x" in values and "o" in values
    if side: return f"{game}: playing {side.upper()}{'' if is_full else ', waiting for an opponent'}."
    return f"{game}: both seats are taken. Waiting for a free one; Ctrl-C ends the bot." if is_full else None


def keep(new):  # readable only by its owner
    global token
    if new == token: return
    token = new
    if not token_file: return
    try:
        with os.fdopen(os.open(token_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
            file.write(token)
    except OSError as error: end(74, f"The token cannot be kept in {token_file}: {error.strerror}.")


class Bot:
    def __init__(self):
        self.connection, self.me, self.values, self.asked, self.pause, self.said = None, None, {}, 0, 1, None

    def ask(self, change):  # no ID is used twice, not even after a restart with the same token
        self.asked += 1
        self.connection.send({"type": "delta", "room": room, "id": f"{prefix}-{self.asked}", "set": change})
        return f"{prefix}-{self.asked}"

    def play(self):  # until the connection is lost
        self.connection, self.values = Connection(address), {}
        pending, wanted, barred = None, None, set()  # the ID without an answer, its change, refused points
        join = {"type": "join", "room": room}
        known = {"token": token} if token else {}
        self.connection.send({"type": "hello", "name": "Python bot", "bot": True, **known})
        while True:
            m = self.connection.receive()
            if m["type"] == "welcome":
                self.me = m["participant"]["id"]
                keep(m["token"])
                self.connection.send(join)
                continue
            if m["type"] == "error":
                if m["code"] not in LATER: end(76, f"{m['code']}: {m['message']}")
                self.pause = max(self.pause, m.get("retryAfter", 0) / 1000)
                raise Lost(m["message"])
            if m["type"] == "snapshot":
                if m["kind"] != "gomoku": end(76, f"{room} is not a room for five in a row. Choose another room.")
                self.values, self.pause, pending, wanted = m["state"], 1, None, None
            elif m["type"] == "delta":
                self.values = {k: v for k, v in {**self.values, **m["set"]}.items() if v is not None}
                wanted = None
                # Another participant may use the same ID.
                if m["by"] == self.me and m.get("id") == pending: pending = None
            elif m["type"] == "reject" and m["id"] == pending:
                tell(f"{m['code']}: {m['message']}")
                pending = None
                if m["code"] == "forbidden-move":  # choose another point
                    barred.add(tuple(int(wanted[key]) for key in wanted))
                if m["code"] == "rate-limited":  # send it again later
                    time.sleep(m["retryAfter"] / 1000)
                    wanted = None
                if m["code"] == "read-only":  # the bot is not in the room, or the store cannot write
                    time.sleep(1)
                    self.connection.send(join)
                    continue
            else: continue
            now = news(self.values, self.me)
            if now and now != self.said: tell(now)
            self.said = now or self.said
            what = None if pending else wish(self.values, self.me, barred)
            # A refused change is not sent again before the room has changed.
            if what and what != wanted: wanted, pending = what, self.ask(what)

    def part(self):  # a bot that cannot return as the same participant does not block the room
        change = None if token_file else parting(self.values, self.me)
        if not change: return False
        pending, end = self.ask(change), time.monotonic() + 5
        while True:
            self.connection.socket.settimeout(max(end - time.monotonic(), 0.001))
            m = self.connection.receive()
            if m.get("id") == pending and m.get("by", self.me) == self.me: return m["type"] == "delta"


def stop(number, _):  # a second signal must not interrupt the parting, which takes 5 s at most
    for one in SIGNALS: signal.signal(one, signal.SIG_IGN)
    raise Stopped(number)


if len(sys.argv) not in (3, 4): end(64, "Start it as: bot.py http://127.0.0.1:8080 ROOM [TOKEN_FILE]")
url, room, token_file = (*sys.argv[1:], None)[:3]
try:
    address = urllib.parse.urlsplit(url if "://" in url else f"http://{url}")
    if address.scheme not in ("http", "https") or not address.hostname: raise ValueError
    address.port, address.hostname.encode("idna")
    host = address.netloc.rpartition("@")[2].rstrip(":")
except ValueError: end(64, f"{url} is not the address of a server. An example is http://127.0.0.1:8080.")
if not re.fullmatch(r"[\w.~-]{1,64}", room, re.ASCII): end(64, "A room has a name of 1 to 64 letters, digits and -_.~")
token, prefix, bot = None, f"py{os.urandom(6).hex()}", Bot()
try:
    if token_file and os.path.exists(token_file):
        with open(token_file) as file: token = file.read(200).strip() or None
        os.chmod(token_file, 0o600)
except (OSError, ValueError): end(66, f"The token cannot be read from {token_file}.")
for number in SIGNALS: signal.signal(number, stop)
while True:
    try:
        try: bot.play()
        except (Lost, OSError) as error:
            why = f"{error}" if isinstance(error, Lost) else f"No connection to {host}: {error.strerror or error}."
            if not bot.me: end(69, f"{why} Is the address right, and does the server run?")
            wait = bot.pause * random.uniform(0.5, 1)  # not all clients at the same moment
            tell(f"{why} Trying again in {wait:.1f} s.")
            bot.pause = min(30, 2 * bot.pause)
            bot.values, bot.said = {}, None
            time.sleep(wait)
    except ValueError: end(76, f"{host} sent a message that this bot does not understand.")
    except Stopped as stopped:
        has_parted = False
        with contextlib.suppress(Lost, OSError, ValueError): has_parted = bot.part()
        again = f" Start it again with {token_file} to continue." if token_file else ""
        end(128 + stopped.args[0], f"The bot was stopped.{again}{' It has given its seat up.' if has_parted else ''}")
