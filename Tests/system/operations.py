#!/usr/bin/env python3
"""What an operator does with the server: configuration, TLS, unix sockets, sockets that systemd hands over, logs.

    python3 Tests/system/operations.py

The last line is "N passed, N failed".
"""

import asyncio
import contextlib
import glob
import json
import os
import re
import signal
import socket
import sqlite3
import ssl
import stat
import subprocess
import tempfile
import time

from blackbox import NODE, PATIENCE, ROOT, STORE, Client, Closed, Count, Redis, Refused, Server, Socket, binary


async def answer(reader, writer, path="/healthz", close=True):
    """Status, headers and body of a request on a connection that is open."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: {'close' if close else 'keep-alive'}\r\n\r\n".encode())
    head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), PATIENCE)).decode()
    body = await reader.readexactly(int(re.search(r"(?i)content-length: (\d+)", head).group(1)))
    if close:
        writer.close()
    return int(head.split(" ")[1]), head, body


def run(*arguments, **environment):
    """Exit status, output and errors of the program."""
    done = subprocess.run(
        [binary("gomoku-server"), *arguments], capture_output=True, text=True, timeout=PATIENCE, check=False,
        env=dict(os.environ, **environment))
    return done.returncode, done.stdout, done.stderr


async def a_server_that_serves_is_ready(directory):
    server = await Server(["--data", directory]).start()
    status, headers, body = await server.get("/readyz")
    assert (status, json.loads(body)["status"]) == (200, "ready"), body
    other = (await server.get("/healthz"))[1]
    assert headers["x-request-id"] != other["x-request-id"], "each request has a name of its own"
    assert await server.stop() == 0


async def an_option_counts_before_the_environment_and_that_before_the_file(directory):
    path = os.path.join(directory, "server.conf")
    web = os.path.join(ROOT, "web-static")
    with open(path, "w", encoding="utf-8") as file:
        file.write(f"# a server\nweb = {web}\nlog-level = error\nmessage-bytes = 4096\nvalue-bytes = 1000\nallow-origin = a\nallow-origin = b\n")
    environment = {"GOMOKU_SERVER_LOG_LEVEL": "info", "GOMOKU_SERVER_VALUE_BYTES": "2000", "GOMOKU_SERVER_CONFIG": path}
    status, told, wrong = run("config", "--value-bytes", "3000", **environment)
    assert status == 0, wrong
    assert "log-level = info  # environment" in told and f"message-bytes = 4096  # {path}, line 4" in told, told
    assert "allow-origin = a b" in told and "value-bytes" not in told, told
    # As the server understands it.
    server = await Server(["--value-bytes", "3000"], env=dict(os.environ, **environment)).start()
    ann = await Client.connect(server.port, "Ann")
    limits = ann.welcome["limits"]
    assert limits["messageBytes"] == 4096 and limits["valueBytes"] == 3000, limits
    ann.cut()
    assert await server.stop() == 0
    # Every option that there is may stand in it.
    names = set(re.findall(r"^  --([a-z-]+)", run("serve", "--help")[1], re.M)) - {"config", "version"}
    assert len(names) > 30, names
    with open(path, "w", encoding="utf-8") as file:
        file.writelines(f"{name} = x\n" for name in sorted(names))
    wrong = run("config", "--config", path)[2]
    assert "there is no option" not in wrong, wrong
    for line, sentence in (("prot = 80", "line 1: there is no option"), ("port", "line 1: write"), ("port = x", "port"),
                           ("web = /nowhere", "--web"), ("no-tcp = maybe", "yes or no"), ("tls-cert = x", "belong together")):
        with open(path, "w", encoding="utf-8") as file:
            file.write(line + "\n")
        for command in ("config", "serve"):
            status, _, wrong = run(command, "--config", path)
            assert status == 64 and sentence in wrong, (command, line, status, wrong)


async def the_log_is_json_where_that_is_asked_for(directory):
    server = await Server(["--data", directory, "--log-format", "json", "--log-level", "debug"]).start()
    name = (await server.get("/%22%0a"))[1]["x-request-id"]
    assert await server.stop() == 0
    lines = [json.loads(line) for line in server.log]
    assert all({"time", "level", "message"} <= set(line) for line in lines), lines
    assert [(line["status"], line["method"]) for line in lines if line.get("request") == name] == [("404", "get")], lines


async def a_unix_socket_is_listened_on(directory):
    path = os.path.join(directory, "web")
    # A path is one process's own.
    server = await Server(["--unix-socket", path, "--no-tcp"], alone=True).start()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o660 and server.port == 0
    assert (await answer(*await asyncio.open_unix_connection(path)))[0] == 200
    status, _, wrong = run("--unix-socket", path, "--port", "0", "--web", os.path.join(ROOT, "web-static"))
    assert status == 69 and "Another program listens" in wrong, wrong
    # One that was killed leaves its file, and the next one takes its place.
    await server.kill()
    assert os.path.exists(path)
    server = await Server(["--unix-socket", path], alone=True).start()
    assert server.port > 0 and (await answer(*await asyncio.open_unix_connection(path)))[0] == 200
    assert await server.stop() == 0
    assert not os.path.exists(path), "the file goes with the server"
    with open(path, "w", encoding="utf-8"):
        pass
    status, _, wrong = run("--unix-socket", path, "--port", "0", "--web", os.path.join(ROOT, "web-static"))
    assert status == 69 and os.path.isfile(path), "what is no socket stays"


def certificate(directory, name):
    """Makes a certificate for this machine, and its key."""
    files = [os.path.join(directory, f"{name}.{kind}") for kind in ("crt", "key")]
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
         f"/CN={name}", "-addext", "subjectAltName=IP:127.0.0.1", "-out", files[0], "-keyout", files[1]],
        check=True, capture_output=True)
    return files


def put(files, places):
    for file, place in zip(files, places):
        with open(file, "rb") as old, open(place, "wb") as new:
            new.write(old.read())


async def tls(directory):
    """TLS: the page, sockets, old versions, and a certificate that is renewed while somebody is there."""
    one, two, used = certificate(directory, "one"), certificate(directory, "two"), certificate(directory, "used")
    put(one, used)
    # Lines that are there when this process reads its certificate anew.
    server = await Server(["--tls-cert", used[0], "--tls-key", used[1]], alone=True).start()

    async def come(trusted, **more):
        context = ssl.create_default_context(cafile=trusted)
        for name, value in more.items():
            setattr(context, name, value)
        if more:
            context.set_ciphers("DEFAULT:@SECLEVEL=0")
        return await asyncio.open_connection("127.0.0.1", server.port, ssl=context)

    reader, writer = await come(one[0])
    assert writer.get_extra_info("ssl_object").version() == "TLSv1.3"
    assert (await answer(reader, writer, close=False))[0] == 200
    old = await come(one[0], maximum_version=ssl.TLSVersion.TLSv1_2)
    assert old[1].get_extra_info("ssl_object").version() == "TLSv1.2"
    body = (await answer(*old, path="/main.js"))[2]
    with open(os.path.join(ROOT, "web-static/main.js"), "rb") as file:
        assert body == file.read()
    try:
        await come(one[0], minimum_version=ssl.TLSVersion.TLSv1, maximum_version=ssl.TLSVersion.TLSv1_1)
    except (ssl.SSLError, ConnectionError):
        pass
    else:
        raise AssertionError("TLS 1.1 is spoken")
    plain_reader, plain = await asyncio.open_connection("127.0.0.1", server.port)
    plain.write(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    with contextlib.suppress(ConnectionError):
        assert b" 200 " not in await asyncio.wait_for(plain_reader.read(100), PATIENCE), "it is served without TLS"
    plain.close()

    def upgrade(line):
        line.write(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                   b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")

    socket_reader, line = await come(one[0])
    upgrade(line)
    assert b" 101 " in await asyncio.wait_for(socket_reader.readuntil(b"\r\n\r\n"), PATIENCE)

    # A key that is another certificate's changes nothing, and the next try goes through.
    put((two[0], one[1]), used)
    server.process.send_signal(signal.SIGHUP)
    assert "cannot be used" in await server.said("the certificate stays as it was")
    (await come(one[0]))[1].close()
    put(two, used)
    server.process.send_signal(signal.SIGHUP)
    await server.said("the certificate was read anew")
    (await come(two[0]))[1].close()
    try:
        await come(one[0])
    except ssl.SSLCertVerificationError:
        pass
    else:
        raise AssertionError("the old certificate is shown")
    assert (await answer(reader, writer))[0] == 200, "who is there goes on"
    line.write(bytes([0x89, 0x80, 0, 0, 0, 0]))
    assert await asyncio.wait_for(socket_reader.readexactly(2), PATIENCE) == b"\x8a\x00", "a pong"
    line.close()
    assert await server.stop() == 0
    os.remove(used[1])
    status, _, wrong = run(
        "--tls-cert", used[0], "--tls-key", used[1], "--port", "0", "--web", os.path.join(ROOT, "web-static"))
    assert status == 66 and used[1] in wrong, (status, wrong)


async def sockets_that_are_handed_over(directory):
    """A socket of systemd's stays open while the server restarts: whoever connects meanwhile waits and is served."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        script = os.path.join(directory, "start")
        with open(script, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/sh\nLISTEN_PID=$$ LISTEN_FDS=1 exec "{binary("gomoku-server")}" "$@" 3<&{listening.fileno()}\n')
        os.chmod(script, 0o700)

        async def start():
            # It is handed to one process.
            return await Server(["--data", directory], command=script, alone=True, pass_fds=[listening.fileno()]).start()

        server = await start()
        assert server.port == port
        ann = await Client.connect(port, "Ann")
        await ann.join("tea", kind="open")
        await ann.delta("tea", {"a": "1"})
        assert await server.stop() == 0
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        server = await start()
        assert (await answer(reader, writer, path="/api/rooms/tea"))[0] == 200
        again = await Client.connect(port, token=ann.token)
        assert again.id == ann.id
        assert await server.stop() == 0


async def order(directory, *arguments, status=0):
    """What a command for the running server prints; of several any of them takes it."""
    place = ["--data", directory]
    if STORE == "redis":
        place = ["--admin-socket", NODE.choice(sorted(glob.glob(f"{directory}/admin.sock*")) or [f"{directory}/admin.sock"])]
    done = await asyncio.to_thread(run, *arguments, *place)
    assert done[0] == status, done
    return done[1] if status == 0 else done[2]


async def servers_of_one_machine_share_a_port(directory):
    places = [os.path.join(directory, name) for name in ("one", "other")]
    # Each with what is its own, so that nobody tells which of them is meant.
    servers = [await Server(["--data", places[0], "--reuse-port"], alone=True).start()]
    port = str(servers[0].port)
    status, _, wrong = run("--port", port, "--web", os.path.join(ROOT, "web-static"))
    assert status == 69 and "Another program listens" in wrong, wrong
    servers.append(Server(["--data", places[1], "--reuse-port"], alone=True))
    servers[1].port = servers[0].port
    await servers[1].start()
    # By their ports, at random: that all of them go to one server does not happen.
    clients = [await Client.connect(servers[0].port, f"c{number}") for number in range(64)]
    told = [await order(place, "status") for place in places]
    counts = [int(line.split(": ")[1]) for text in told for line in text.splitlines() if line.startswith("connections:")]
    assert sum(counts) == len(clients) and min(counts) > 0, told
    assert await servers[0].stop() == 0
    for number in range(20):
        (await Client.connect(servers[1].port, f"d{number}")).cut()
    assert await servers[1].stop() == 0


async def until_closed(client):
    """The close code."""
    try:
        while True:
            await client.receive()
    except Closed as closed:
        return closed.code


async def the_operator_asks_how_it_is_and_lets_nobody_new_in(directory):
    assert "No server takes orders" in await order(directory, "status", status=69)
    # It is one process that lets nobody new in, where others go on.
    server = await Server(["--data", directory], alone=True).start()
    assert stat.S_IMODE(os.stat(os.path.join(directory, "admin.sock")).st_mode) == 0o600
    ann = await Client.connect(server.port, "Ann")
    told = await order(directory, "status")
    assert "state: ready" in told and "connections: 1" in told, told
    assert await order(directory, "status", "--check") == ""
    await order(directory, "drain")
    status, _, body = await server.get("/readyz")
    assert (status, json.loads(body)["status"]) == (503, "draining") and (await server.get("/healthz"))[0] == 200
    try:
        await Client.connect(server.port, "Bob")
    except Refused as refused:
        assert refused.status == 503 and b"draining" in refused.body
    else:
        raise AssertionError("somebody new is let in")
    assert (await ann.join("tea"))["type"] == "snapshot", "who is here goes on"
    await order(directory, "drain", "--end")
    (await Client.connect(server.port, "Bob")).cut()
    assert (await server.get("/readyz"))[0] == 200
    reader, writer = await asyncio.open_unix_connection(os.path.join(directory, "admin.sock"))
    writer.write(b"nonsense\n")
    assert not json.loads(await asyncio.wait_for(reader.read(), PATIENCE))["isDone"]
    writer.close()
    ann.cut()
    assert await server.stop() == 0


async def the_operator_shuts_people_and_rooms_out(directory):
    server = await Server(["--data", directory, "--connections-per-address", "100"]).start()
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    for one in (ann, bob):
        await one.join("tea", kind="open")
    await ann.delta("tea", {"a": "1"})

    async def say(text):
        bob.send(type="say", room="tea", id=text, text=text)
        return await bob.expect("said", "error", where=lambda m: m.get("id") == text)

    await order(directory, "mute", bob.id, "--for", "1h")
    refused = await say("one")
    assert refused["code"] == "muted" and 3_000_000 < refused["retryAfter"] <= 3_600_000, refused
    await order(directory, "mute", bob.id, "--end")
    assert (await say("two"))["type"] == "said"

    await order(directory, "rename", bob.id, "Robert\u202e")
    named = await ann.expect("participants", where=lambda m: m["joined"] and m["joined"][0]["id"] == bob.id)
    assert named["joined"][0]["name"] == "Robert", named
    await order(directory, "kick", bob.id)
    assert await until_closed(bob) == 1008
    bob = await Client.connect(server.port, token=bob.token)
    assert bob.welcome["participant"]["name"] == "Robert"
    await bob.join("tea", kind="open")

    put_out = await order(directory, "close-room", "tea")
    assert "2 connections" in put_out, put_out
    for one in (ann, bob):
        assert (await one.expect("error"))["code"] == "room-closed"
        assert (await one.join("tea", kind="open"))["code"] == "room-closed"
    assert (await server.get("/api/rooms/tea"))[0] == 404
    await order(directory, "close-room", "tea", "--end")
    assert (await ann.join("tea", kind="open"))["state"] == {"a": "1"}, "what it holds is kept"

    await order(directory, "ban", bob.id)
    assert await until_closed(bob) == 1008
    assert "no such person" in await order(directory, "ban", "nobody", status=1)
    await order(directory, "ban", "127.0.0.9")
    ann.cut()
    assert await server.stop() == 0
    if STORE == "embedded":
        assert stat.S_IMODE(os.stat(os.path.join(directory, "moderation.json")).st_mode) == 0o600

    # It outlives a restart.
    server = await Server(["--data", directory]).start()
    socket_of_bob = await Socket.open(server.port)
    socket_of_bob.send({"type": "hello", "token": bob.token})
    again = Client(socket_of_bob)
    assert (await again.expect("error"))["code"] == "banned" and await until_closed(again) == 1008

    async def handshake():
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, local_addr=("127.0.0.9", 0))
        writer.write(b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                     b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n")
        line = await asyncio.wait_for(reader.readline(), PATIENCE)
        writer.close()
        return int(line.split(b" ")[1])

    assert await handshake() == 403
    await order(directory, "ban", "127.0.0.9", "--end")
    await order(directory, "ban", bob.id, "--end")
    assert await handshake() == 101
    assert (await Client.connect(server.port, token=bob.token)).id == bob.id
    assert await server.stop() == 0


async def a_new_password_signs_its_owner_out(directory):
    server = await Server(["--data", directory]).start()
    eve, fay = await Client.connect(server.port, "Eve"), await Client.connect(server.port, "Fay")
    eve.send(type="claim", id="c", name="Eve", password="correct horse")
    await eve.expect("account")
    password = (await order(directory, "reset-password", "eve")).split()[-1]
    assert await until_closed(eve) == 4001

    async def login(text):
        fay.send(type="login", id=text, name="Eve", password=text)
        return await fay.expect("welcome", "error")

    assert (await login("correct horse"))["code"] == "bad-login"
    assert (await login(password))["participant"]["id"] == eve.id
    ann = await Client.connect(server.port, "Ann")
    assert "Somebody else" in await order(directory, "rename", ann.id, "EVE", status=1)
    await order(directory, "rename", "Eve", "Evelyn")
    assert (await server.json("/api/people/Evelyn"))["id"] == eve.id
    assert (await server.get("/api/people/Eve"))[0] == 404
    assert await server.stop() == 0


async def players_report_others_to_the_operator(directory):
    server = await Server(["--data", directory]).start()
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob\u009b")
    for one in (ann, bob):
        await one.join("tea")
    bob.send(type="say", room="tea", id="s", text="You \u202e fool")
    await ann.expect("said")

    async def report(number, **more):
        message = dict(type="report", room="tea", id=f"r{number}", participant=bob.id, text="He calls me names.")
        ann.send(**dict(message, **more))
        return await ann.expect("reported", "error", where=lambda m: m.get("id") == f"r{number}")

    assert (await report(0))["type"] == "reported"
    assert (await report(1, participant="p-nobody"))["code"] == "bad-message"
    assert (await report(2, text="x" * 2_001))["code"] == "too-large"
    assert (await report(3, room="elsewhere"))["code"] == "not-joined"
    for number in range(4, 8):
        assert (await report(number, text="é" * 1_000))["type"] == "reported"
    assert (await report(8))["code"] == "rate-limited"
    lines = (await order(directory, "reports")).splitlines()
    assert len(lines) == 4, "the newest that fit"
    assert await server.stop() == 0
    if STORE == "redis":
        # As it prints what is written in JSON.
        written = Redis.one.ask(directory, "--json", "LRANGE", "{people}reports", "0", "-1")
        found = [json.loads(line) for line in json.loads(written)]
    else:
        path = os.path.join(directory, "reports.jsonl")
        assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
        with open(path, encoding="utf-8") as file:
            found = [json.loads(line) for line in file]
    first = found[0]
    assert len(found) == 5 and first["room"] == "tea" and first["by"]["id"] == ann.id, first
    assert first["about"]["id"] == bob.id and first["about"]["address"] == "127.0.0.1", first
    assert first["text"] == "He calls me names." and first["chat"][0]["text"] == "You \u202e fool", first
    # They are there after a restart, and what they hold does not command a terminal.
    server = await Server(["--data", directory]).start()
    told = await order(directory, "reports")
    assert "\u202e" not in told and "\\u{202e}" in told, told
    assert await server.stop() == 0


async def a_backup_has_whom_the_operator_has_shut_out_and_what_players_reported(directory):
    data, other, file = (os.path.join(directory, name) for name in ("data", "other", "backup"))
    server = await Server(["--data", data]).start()
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    for one in (ann, bob):
        await one.join("tea", kind="open")
    await ann.delta("tea", {"a": "1"})
    ann.send(type="report", room="tea", id="r", participant=bob.id, text="He calls me names.")
    await ann.expect("reported")
    await order(data, "ban", "127.0.0.9")
    # The report is written beside the loop.
    path = os.path.join(data, "reports.jsonl")
    while not os.path.exists(path) or os.path.getsize(path) == 0:
        await asyncio.sleep(0.02)
    status, _, wrong = await asyncio.to_thread(run, "backup", file, "--data", data)
    assert status == 0 and stat.S_IMODE(os.stat(file).st_mode) == 0o600, wrong
    await order(data, "ban", "127.0.0.9", "--end")
    assert await server.stop() == 0

    assert run("check", file)[0] == 0
    status, _, wrong = run("restore", file, "--data", other)
    assert status == 0, wrong
    status, _, wrong = run("restore", file, "--data", data, "--force")
    assert status == 0, wrong
    assert any(name.startswith("moderation.json.replaced-") for name in os.listdir(data)), os.listdir(data)
    assert not any("restoring" in name for name in os.listdir(data)), os.listdir(data)
    for place in (data, other):
        assert all(stat.S_IMODE(os.stat(os.path.join(place, name)).st_mode) == 0o600 for name in os.listdir(place)), os.listdir(place)
        with open(os.path.join(place, "moderation.json"), encoding="utf-8") as kept:
            assert list(json.load(kept)["banned"]) == ["127.0.0.9"]
        with open(os.path.join(place, "reports.jsonl"), encoding="utf-8") as kept:
            assert json.loads(kept.readline())["text"] == "He calls me names."
        server = await Server(["--data", place]).start()
        assert (await server.json("/api/rooms/tea"))["state"] == {"a": "1"}
        assert "banned, muted, closed rooms: 1, 0, 0" in await order(place, "status")
        assert await server.stop() == 0

    # What somebody has put into it is not run.
    database = sqlite3.connect(file)
    database.execute("CREATE TRIGGER evil AFTER INSERT ON room BEGIN DELETE FROM room; END")
    database.commit()
    database.close()
    status, _, wrong = run("restore", file, "--data", data, "--force")
    assert status != 0 and "trigger evil" in wrong, wrong


async def the_metrics_say_what_was_done_and_refused(directory):
    # What one process has done.
    server = await Server(["--data", directory, "--connections-per-address", "100"], alone=True).start()

    async def metrics():
        """Values by name and labels, and all names."""
        text = (await server.get("/metrics"))[2].decode()
        values = dict(line.rsplit(" ", 1) for line in text.splitlines() if not line.startswith("#"))
        declared = re.findall(r"^# TYPE (\S+) (\S+)$", text, re.M)
        assert len(declared) == len(dict(declared)), "a name twice"
        return {name: float(value) for name, value in values.items()}, dict(declared)

    ann = await Client.connect(server.port, "Ann")
    before, kinds = await metrics()
    assert {name for name, kind in kinds.items() if kind == "histogram"} == {
        "gomoku_loop_turn_seconds", "gomoku_commit_seconds", "gomoku_acknowledgement_seconds", "gomoku_join_seconds"}, kinds
    await ann.join("tea")
    await ann.delta("tea", {"game": "1", "x": ann.id, "o": "robot:1"})
    await ann.move("tea", 1, "h8")
    await ann.expect("delta", where=lambda m: m["set"].get("move") == "2")
    assert (await ann.move("tea", 1, "h8"))["code"] == "wrong-move-number"
    ann.send(type="leave", room="nowhere")
    await ann.expect("error")
    for number in range(30):
        ann.send(type="say", room="tea", id=f"s{number}", text="hello")
    # Refusals come at once, what is said when it is stored.
    for _ in range(30):
        await ann.expect("said", "error")
    after, _ = await metrics()

    def more(name):
        return after.get(name, 0) - before.get(name, 0)

    assert more("gomoku_join_seconds_count") == 1 and more("gomoku_join_seconds_sum") > 0, after
    assert more("gomoku_commit_seconds_count") == 3, "two deltas of hers and the robot's"
    assert more("gomoku_acknowledgement_seconds_count") == 3
    assert after["gomoku_acknowledgement_seconds_sum"] >= after["gomoku_commit_seconds_sum"] > 0, after
    for name in ("gomoku_commit_seconds", "gomoku_join_seconds", "gomoku_acknowledgement_seconds"):
        assert after[name + '_bucket{le="+Inf"}'] == after[name + "_count"], name
    assert more('gomoku_refusals_total{code="wrong-move-number"}') == 1 and more("gomoku_rejected_total") == 1
    assert more('gomoku_refusals_total{code="not-joined"}') == 1
    assert more('gomoku_requests_total{type="join"}') == 1 and more('gomoku_requests_total{type="say"}') == 30
    limited = more('gomoku_refusals_total{code="rate-limited"}')
    assert limited > 0 and more('gomoku_budget_hits_total{budget="chat"}') == limited, after
    assert more("gomoku_robot_searches_total") == 1 and after["gomoku_robot_searches"] == 0
    assert after["gomoku_outbox_bytes"] >= 0 and after["gomoku_budget_level"] == 0 and after["gomoku_hint_rooms"] == 0
    assert after["process_resident_memory_bytes"] > 1 << 20 and after["process_open_fds"] > 5
    assert after["process_cpu_seconds_total"] >= before["process_cpu_seconds_total"] > 0
    assert after["process_start_time_seconds"] > 1_600_000_000 and after["process_max_fds"] >= after["process_open_fds"]
    # Somebody who reads nothing has something on its way.
    reader = await Socket.open(server.port)
    reader.reader._transport.pause_reading()
    for _ in range(200):
        reader.text(json.dumps({"type": "ping", "at": "x" * 60_000}))
    while (await metrics())[0]["gomoku_outbox_bytes"] < 100_000:
        await asyncio.sleep(0.05)
    reader.cut()
    assert await server.stop() == 0


async def a_backup_of_a_redis_is_what_another_redis_begins_with(directory):
    data, file = os.path.join(directory, "data"), os.path.join(directory, "copy")
    server = await Server(["--data", data]).start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("tea", kind="open")
    await ann.delta("tea", {"a": "1"})
    address = Redis.address(data)
    status, told, wrong = await asyncio.to_thread(run, "backup", file, "--store", address)
    assert status == 0 and "Copied redis+unix:" in told and stat.S_IMODE(os.stat(file).st_mode) == 0o600, told + wrong
    assert os.listdir(directory).count("copy") == 1 and not any("partial" in name for name in os.listdir(directory))
    # What comes later is not in it, and it is not written over.
    await ann.delta("tea", {"a": "2"})
    status, _, wrong = await asyncio.to_thread(run, "backup", file, "--store", address)
    assert status == 1 and "is there already" in wrong, wrong
    status, _, wrong = await asyncio.to_thread(run, "backup", f"{file}2", "--store", address.split("?")[0] + "?db=1000")
    assert status == 1 and "There are no rooms" in wrong and not os.path.exists(f"{file}2"), wrong
    assert await server.stop() == 0

    # As docs/CLUSTER.md has it: a redis-server that begins with it, then keeps its log again, and is started as ever.
    other = Redis(file)
    other.databases = Redis.one.databases
    store = other.place(data)
    assert run("check", "--store", store)[0] == 0
    other.ask(data, "config", "set", "appendonly", "yes")
    until = time.monotonic() + PATIENCE
    while "aof_rewrite_in_progress:0" not in (persistence := other.ask(data, "info", "persistence")) or "aof_rewrite_scheduled:0" not in persistence:
        assert time.monotonic() < until, persistence
        await asyncio.sleep(0.02)
    other.kill()
    other.start()
    server = await Server(["--store", store]).start()
    assert (await server.json("/api/rooms/tea"))["state"] == {"a": "1"}
    assert await server.stop() == 0


async def main():
    count = Count()
    tests = [
        a_server_that_serves_is_ready, an_option_counts_before_the_environment_and_that_before_the_file,
        the_log_is_json_where_that_is_asked_for, a_unix_socket_is_listened_on, tls, sockets_that_are_handed_over,
        servers_of_one_machine_share_a_port,
        the_operator_asks_how_it_is_and_lets_nobody_new_in, the_operator_shuts_people_and_rooms_out,
        a_new_password_signs_its_owner_out, players_report_others_to_the_operator,
        the_metrics_say_what_was_done_and_refused]
    tests.append(a_backup_has_whom_the_operator_has_shut_out_and_what_players_reported if STORE == "embedded"
                 else a_backup_of_a_redis_is_what_another_redis_begins_with)
    for test in tests:
        with tempfile.TemporaryDirectory() as directory:
            await count.run(test.__name__.replace("_", " "), test(directory))
    count.close()


if __name__ == "__main__":
    asyncio.run(main())
