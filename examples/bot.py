#!/usr/bin/env python3
"""A bot in Python's standard library:  bot.py http://127.0.0.1:8080 ROOM [TOKEN_FILE]

It reconnects by itself. With TOKEN_FILE it is the same participant after a restart.
"""
import base64, json, os, socket, ssl, struct, sys, time, urllib.parse

if len(sys.argv) not in (3, 4):
    print("Start it as: bot.py http://127.0.0.1:8080 ROOM [TOKEN_FILE]", file=sys.stderr)
    sys.exit(64)
url, room, token_file = (*sys.argv[1:], None)[:3]
JOIN = {"type": "join", "room": room}
LATER = ("busy", "rate-limited", "room-full", "server-full", "unavailable")  # temporary errors


class Line:
    """A WebSocket. An OSError means that the connection is lost."""

    def __init__(self, url):
        at = urllib.parse.urlsplit(url)
        self.socket = socket.create_connection((at.hostname, at.port or (443 if at.scheme == "https" else 80)), 20)
        if at.scheme == "https":
            self.socket = ssl.create_default_context().wrap_socket(self.socket, server_hostname=at.hostname)
        self.socket.settimeout(60)  # the server pings after 25 s of silence
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall(f"GET /ws HTTP/1.1\r\nHost: {at.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        self.stream = self.socket.makefile("rb")
        answer = self.stream.readline().decode().strip()
        while self.stream.readline().strip(): pass
        if " 101 " not in answer: raise OSError(f"The server does not open a WebSocket: {answer or 'no answer'}")

    def send(self, message, opcode=1):  # one masked frame, with a mask of zeros
        data = message if isinstance(message, bytes) else json.dumps(message).encode()
        size = bytes([128 | len(data)]) if len(data) < 126 else struct.pack("!BH", 254, len(data))
        self.socket.sendall(bytes([128 | opcode]) + size + bytes(4) + data)

    def read(self, count):
        data = self.stream.read(count)
        if len(data) < count: raise OSError("The connection broke.")
        return data

    def receive(self):
        while True:
            opcode, size = self.read(2)
            if size > 125: size = int.from_bytes(self.read(2 if size == 126 else 8), "big")
            data = self.read(size)
            if opcode & 15 == 1: return json.loads(data)
            if opcode & 15 == 9: self.send(data, 10)
            if opcode & 15 == 8:
                code, why = int.from_bytes(data[:2], "big"), data[2:].decode()
                if code in (1008, 4001): sys.exit(f"The server has closed the connection for good: {code} {why}")
                raise OSError(f"The server has closed the connection: {code} {why}")


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


def wish(values, me, barred):  # the change to make, decided from the room's state alone
    if "game" not in values: return {"game": "1", "x": me}
    if "result" in values: return None  # one of the players starts the next game
    if me not in (values.get("x"), values.get("o")):
        return next(({seat: me} for seat in "xo" if seat not in values), None)
    number = int(values["move"]) + 1
    if "phase" in values or values.get("xo"[(number - 1) % 2]) != me: return None
    point = best(values, barred)
    return point and {"move": str(number), f"col{number}": str(point[0]), f"row{number}": str(point[1])}


def keep(token):  # readable only by its owner
    if not token_file: return
    with os.fdopen(os.open(token_file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w") as file:
        file.write(token)


def play():  # until the connection is lost
    global token, asked, pause
    line, me, values = Line(url), None, {}
    pending, wanted, barred = None, None, set()  # the ID without an answer, its change, refused points
    line.send({"type": "hello", "name": "Python bot", "bot": True, **({"token": token} if token else {})})
    while True:
        m = line.receive()
        if m["type"] == "welcome":
            me, token, pause = m["participant"]["id"], m["token"], 1
            keep(token)
            line.send(JOIN)
            continue
        if m["type"] == "error":
            if m["code"] in LATER: raise OSError(m["message"])
            sys.exit(f"{m['code']}: {m['message']}")
        elif m["type"] == "snapshot": values, pending, wanted = m["state"], None, None
        elif m["type"] == "delta":
            values = {k: v for k, v in {**values, **m["set"]}.items() if v is not None}
            wanted = None
            if m["by"] == me and m.get("id") == pending: pending = None  # another participant may use the same ID
        elif m["type"] == "reject" and m["id"] == pending:
            print(f"{m['code']}: {m['message']}", file=sys.stderr)
            pending = None
            if m["code"] == "forbidden-move":  # choose another point
                barred.add(tuple(int(wanted[key]) for key in wanted))
            if m["code"] == "rate-limited":  # send it again later
                time.sleep(m["retryAfter"] / 1000)
                wanted = None
            if m["code"] == "read-only":  # the bot is not in the room, or the store cannot write
                time.sleep(1)
                line.send(JOIN)
                continue
        else: continue
        what = None if pending else wish(values, me, barred)
        if what and what != wanted:  # a refused change is not sent again before the room has changed
            asked, wanted = asked + 1, what
            pending = f"{prefix}-{asked}"
            line.send({"type": "delta", "room": room, "id": pending, "set": what})


# No ID is used twice, not even after a restart with the same token.
token, prefix, asked, pause = None, f"py{os.urandom(6).hex()}", 0, 1
if token_file and os.path.exists(token_file):
    with open(token_file) as file: token = file.read().strip()
while True:
    try: play()
    except OSError as error:
        if not token: sys.exit(str(error))
        print(f"{error} Trying again in {pause} s.", file=sys.stderr)
        time.sleep(pause)
        pause = min(30, 2 * pause)
