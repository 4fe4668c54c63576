#!/usr/bin/env python3
"""A bot in Python's standard library:  bot.py http://127.0.0.1:8080 ROOM"""
import base64, json, os, socket, struct, sys, urllib.parse

url, room = urllib.parse.urlsplit(sys.argv[1]), sys.argv[2]
line = socket.create_connection((url.hostname, url.port or 80))
key = base64.b64encode(os.urandom(16)).decode()
line.sendall(f"GET /ws HTTP/1.1\r\nHost: {url.netloc}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
stream = line.makefile("rb")
while stream.readline().strip(): pass
def send(message, opcode=1):  # one masked frame; a mask of zeros is a mask
    data = message if isinstance(message, bytes) else json.dumps(message).encode()
    size = bytes([128 | len(data)]) if len(data) < 126 else struct.pack("!BH", 254, len(data))
    line.sendall(bytes([128 | opcode]) + size + bytes(4) + data)
def receive():
    while True:
        opcode, size = stream.read(2)
        if size > 125: size = int.from_bytes(stream.read(2 if size == 126 else 8), "big")
        data = stream.read(size)
        if opcode & 15 == 1: return json.loads(data)
        if opcode & 15 == 9: send(data, 10)
        if opcode & 15 == 8: sys.exit("The server closed the connection.")
def run(board, side, x, y, dx, dy):  # how many of `side` lie next to x,y in a direction
    n = 0
    while board.get((x + dx * (n + 1), y + dy * (n + 1))) == side: n += 1
    return n
def best(values, side, directions=((1, 0), (0, 1), (1, 1), (1, -1))):
    n, count = int(values.get("size", 15)), int(values["move"])
    moves = [(int(values[f"col{i}"]), int(values[f"row{i}"])) for i in range(1, count + 1)]
    board = {move: i % 2 for i, move in enumerate(moves)}
    def worth(p):
        if not moves: return -abs(p[0] - n // 2) - abs(p[1] - n // 2)
        rows = lambda s: max(1 + run(board, s, *p, dx, dy) + run(board, s, *p, -dx, -dy) for dx, dy in directions)
        mine, theirs = rows(side), rows(1 - side)
        near = -max(abs(p[0] - moves[-1][0]), abs(p[1] - moves[-1][1]))
        return (1e6 if mine >= 5 else 0) + (1e5 if theirs >= 5 else 0) + 1e3 * mine ** 2 + 900 * theirs ** 2 + near
    return max(((x, y) for x in range(n) for y in range(n) if (x, y) not in board), key=worth)
me, values, asked = None, {}, 0
send({"type": "hello", "name": "Python bot", "bot": True})
while True:
    m = receive()
    if m["type"] == "welcome":
        me = m["participant"]["id"]
        send({"type": "join", "room": room})
    if m["type"] == "snapshot": values = m["state"]
    elif m["type"] == "delta": values = {k: v for k, v in {**values, **m["set"]}.items() if v is not None}
    else: continue
    if "game" not in values: what = {"game": "1", "x": me}
    elif "result" in values: continue  # whoever played starts the next game
    elif me not in (values.get("x"), values.get("o")): what = next(({s: me} for s in "xo" if s not in values), None)
    else:
        number, side = int(values["move"]) + 1, int(values["move"]) % 2
        mine = "phase" not in values and values.get("xo"[side]) == me
        x, y = best(values, side) if mine else (0, 0)
        what = {"move": str(number), f"col{number}": str(x), f"row{number}": str(y)} if mine else None
    if what:
        asked += 1
        send({"type": "delta", "room": room, "id": f"py{asked}", "set": what})
