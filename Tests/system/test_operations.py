"""A single server from the operator's point of view: configuration, TLS, unix sockets, socket
activation by systemd, logs, metrics.

test_contract_operations.py tests the operator's orders about participants and rooms, with each
store.
"""

import asyncio
import contextlib
import json
import os
import re
import signal
import socket
import ssl
import stat
import subprocess
import warnings

import pytest

from gomokutest.client import Client
from gomokutest.commands import order, run
from gomokutest.environment import SMALL_WEB, TIMEOUT, WEB, binary
from gomokutest.server import Server
from gomokutest.websocket import Refused, Socket

pytestmark = pytest.mark.all_stores


async def answer(reader, writer, path="/healthz", close=True):
    """Sends a request on an open connection. Returns status, head and body."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: {'close' if close else 'keep-alive'}\r\n\r\n".encode())
    head = (await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), TIMEOUT)).decode()
    body = await reader.readexactly(int(re.search(r"(?i)content-length: (\d+)", head).group(1)))
    if close:
        writer.close()
    return int(head.split(" ")[1]), head, body


@pytest.mark.smoke
async def test_readyz_answers_200_with_unique_request_ids(server):
    """A running server answers 200 at /readyz, and each response has a unique request ID."""
    status, headers, body = await server.get("/readyz")
    assert (status, json.loads(body)["status"]) == (200, "ready"), body
    assert "strict-transport-security" not in headers, "only TLS may promise TLS"
    other = (await server.get("/healthz"))[1]
    assert headers["x-request-id"] != other["x-request-id"]


@pytest.fixture
def file(tmp_path):
    """The path of a configuration file. Tests write the file."""
    return tmp_path / "server.conf"


async def test_precedence_of_options(file):
    """The command line takes precedence over the environment, and the environment over the
    configuration file."""
    file.write_text(
        f"# a server\nweb = {SMALL_WEB}\nlog-level = error\nmessage-bytes = 4096\nvalue-bytes = 1000\n"
        "allow-origin = http://a\nallow-origin = http://b\nport = 0\n"
    )
    environment = {
        "GOMOKU_SERVER_LOG_LEVEL": "info",
        "GOMOKU_SERVER_VALUE_BYTES": "2000",
        "GOMOKU_SERVER_CONFIG": str(file),
    }
    status, told, wrong = run("config", "--value-bytes", "3000", **environment)
    assert status == 0, wrong
    assert "log-level = info  # environment" in told and f"message-bytes = 4096  # {file}, line 4" in told, told
    assert f"allow-origin = http://a http://b  # {file}, lines 6, 7" in told, told
    assert "value-bytes = 3000  # option" in told and "host = 127.0.0.1  # default" in told, told
    server = await Server(["--value-bytes", "3000"], env=dict(os.environ, **environment)).start()
    ann = await Client.connect(server.port, "Ann")
    limits = ann.welcome["limits"]
    assert limits["messageBytes"] == 4096 and limits["valueBytes"] == 3000, limits
    assert await server.stop() == 0


def test_configuration_file_has_every_option(file):
    """A configuration file can set every option of `serve`."""
    names = set(re.findall(r"^  --([a-z-]+)", run("serve", "--help")[1], re.MULTILINE)) - {"config", "version"}
    assert len(names) > 30, names
    file.write_text("".join(f"{name} = x\n" for name in sorted(names)))
    wrong = run("config", "--config", str(file))[2]
    assert "there is no option" not in wrong, wrong


@pytest.mark.parametrize(
    ("command", "line", "sentence"),
    [
        ("config", "prot = 80", "line 1: there is no option"),
        ("config", "port", "line 1: write"),
        ("config", "port = x", "port"),
        ("config", "web = /nowhere", "--web"),
        ("config", "no-tcp = maybe", "yes or no"),
        ("config", "tls-cert = x", "must be used together"),
        ("config", "allow-origin = foo", "is not an origin"),
        ("serve", "prot = 80", "line 1: there is no option"),
        ("serve", "port", "line 1: write"),
        ("serve", "no-tcp = maybe", "yes or no"),
        ("serve", "tls-cert = x", "must be used together"),
        ("serve", "port = x", "port"),
        ("serve", "web = /nowhere", "--web"),
    ],
)
def test_wrong_configuration_is_refused_with_its_line(file, command, line, sentence):
    """A wrong line in the configuration file is refused with an explanation, its file and line, and
    exit status 64."""
    file.write_text(line + "\n")
    status, _, wrong = run(command, "--config", str(file), "--log-level", "error")
    assert status == 64 and sentence in wrong and f"{file}, line 1" in wrong, (status, wrong)


@pytest.mark.stores("directory")
async def test_config_reports_ports_and_directories_in_use(file, tmp_path):
    """`config` reports that a port and a directory are in use, and where both are set. After the
    server has stopped, it reports that a server can start."""
    server = await Server(["--data", str(tmp_path / "data")], alone=True).start()
    file.write_text(f"web = {SMALL_WEB}\nport = {server.port}\ndata = {tmp_path / 'data'}\n")
    status, told, wrong = await asyncio.to_thread(run, "config", "--config", str(file))
    assert status == 69 and "A server can start" not in told, (status, told)
    assert "Another program listens" in wrong and f"--port is set in {file}, line 2." in wrong, wrong
    assert "Another gomoku-server already uses" in wrong and f"--data is set in {file}, line 3." in wrong, wrong
    assert await server.stop() == 0
    status, told, wrong = run("config", "--config", str(file))
    assert status == 0 and told.endswith("A server can start with this.\n"), told + wrong
    (tmp_path / "data" / "gomoku.sqlite").write_bytes(b"x" * 4096)
    status, _, wrong = run("config", "--config", str(file))
    assert status == 74 and "is damaged" in wrong and f"--data is set in {file}, line 3." in wrong, wrong


def test_config_help_shows_its_own_name():
    """`config --help` shows the command's own name."""
    told = run("config", "--help")[1]
    assert "gomoku-server config" in told and "serve config" not in told, told


async def test_json_log_has_the_request_id(tmp_path):
    """With `--log-format json` each log line is a JSON object. The line of a request has the
    request ID of the response."""
    server = await Server(["--data", str(tmp_path), "--log-format", "json", "--log-level", "debug"]).start()
    name = (await server.get("/%22%07"))[1]["x-request-id"]
    assert await server.stop() == 0
    lines = [json.loads(line) for line in server.log]
    assert all({"time", "level", "message"} <= set(line) for line in lines), lines
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z", line["time"]) for line in lines), lines
    assert [(line["status"], line["method"]) for line in lines if line.get("request") == name] == [("404", "get")], (
        lines
    )


async def test_unix_socket_mode_and_replacement(tmp_path):
    """The server listens on a unix socket with mode 0660. It replaces a socket that a killed server
    has left, but no other file at that path."""
    path = str(tmp_path / "web")
    # A single server, because only one process can listen there.
    server = await Server(["--unix-socket", path, "--no-tcp"], alone=True).start()
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o660 and server.port == 0
    assert (await answer(*await asyncio.open_unix_connection(path)))[0] == 200
    status, _, wrong = run("--unix-socket", path, "--port", "0", "--web", SMALL_WEB)
    assert status == 69 and f"Another program listens on {path}. Stop it, or choose another path" in wrong, wrong
    # A killed server leaves its socket file, and the next server replaces it.
    await server.kill()
    assert os.path.exists(path)
    server = await Server(["--unix-socket", path], alone=True).start()
    assert server.port > 0 and (await answer(*await asyncio.open_unix_connection(path)))[0] == 200
    assert await server.stop() == 0
    assert not os.path.exists(path), "the file goes with the server"
    with open(path, "w", encoding="utf-8"):
        pass
    status, _, wrong = run("--unix-socket", path, "--port", "0", "--web", SMALL_WEB)
    assert status == 69 and os.path.isfile(path), "what is no socket stays"


def certificate(directory, name):
    """Creates a certificate for this machine and its key. Returns the paths of both."""
    files = [os.path.join(directory, f"{name}.{kind}") for kind in ("crt", "key")]
    subprocess.run(
        [
            "openssl",
            "req",
            "-x509",
            "-newkey",
            "ec",
            "-pkeyopt",
            "ec_paramgen_curve:P-256",
            "-nodes",
            "-days",
            "2",
            "-subj",
            f"/CN={name}",
            "-addext",
            "subjectAltName=IP:127.0.0.1",
            "-out",
            files[0],
            "-keyout",
            files[1],
        ],
        check=True,
        capture_output=True,
    )
    return files


def put(files, places):
    for file, place in zip(files, places, strict=True):
        with open(file, "rb") as old, open(place, "wb") as new:
            new.write(old.read())


async def test_tls_versions_and_certificate_reload(tmp_path):
    """TLS 1.2 and 1.3 serve pages and WebSockets. Older versions and plain HTTP are refused. SIGHUP
    reloads the certificate for new connections, and open ones continue."""
    directory = str(tmp_path)
    one, two, used = certificate(directory, "one"), certificate(directory, "two"), certificate(directory, "used")
    put(one, used)
    server = await Server(["--tls-cert", used[0], "--tls-key", used[1]], alone=True, web=WEB).start()

    async def come(trusted, **more):
        context = ssl.create_default_context(cafile=trusted)
        for name, value in more.items():
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", DeprecationWarning)
                setattr(context, name, value)
        if more:
            context.set_ciphers("DEFAULT:@SECLEVEL=0")
        return await asyncio.open_connection("127.0.0.1", server.port, ssl=context)

    reader, writer = await come(one[0])
    assert writer.get_extra_info("ssl_object").version() == "TLSv1.3"
    status, head, _ = await answer(reader, writer, close=False)
    assert status == 200 and "strict-transport-security: max-age=31536000" in head.lower(), head
    old = await come(one[0], maximum_version=ssl.TLSVersion.TLSv1_2)
    assert old[1].get_extra_info("ssl_object").version() == "TLSv1.2"
    body = (await answer(*old, path="/main.js"))[2]
    with open(os.path.join(WEB, "main.js"), "rb") as file:
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
        assert b" 200 " not in await asyncio.wait_for(plain_reader.read(100), TIMEOUT), "it is served without TLS"
    plain.close()

    def upgrade(line):
        line.write(
            b"GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )

    socket_reader, line = await come(one[0])
    upgrade(line)
    assert b" 101 " in await asyncio.wait_for(socket_reader.readuntil(b"\r\n\r\n"), TIMEOUT)

    # A key that does not belong to the certificate changes nothing. The next attempt succeeds.
    put((two[0], one[1]), used)
    server.process.send_signal(signal.SIGHUP)
    assert "cannot be used" in await server.said("certificate not reloaded")
    (await come(one[0]))[1].close()
    put(two, used)
    server.process.send_signal(signal.SIGHUP)
    await server.said("certificate reloaded")
    (await come(two[0]))[1].close()
    try:
        await come(one[0])
    except ssl.SSLCertVerificationError:
        pass
    else:
        raise AssertionError("the old certificate is shown")
    assert (await answer(reader, writer))[0] == 200, "an open connection goes on"
    line.write(bytes([0x89, 0x80, 0, 0, 0, 0]))
    assert await asyncio.wait_for(socket_reader.readexactly(2), TIMEOUT) == b"\x8a\x00", "a pong"
    line.close()
    assert await server.stop() == 0
    os.remove(used[1])
    status, _, wrong = run("--tls-cert", used[0], "--tls-key", used[1], "--port", "0", "--web", SMALL_WEB)
    assert status == 66 and used[1] in wrong, (status, wrong)


async def test_systemd_socket_stays_open_during_a_restart(tmp_path):
    """A socket from systemd stays open while the server restarts. A client that connects meanwhile
    waits and is then served."""
    directory = str(tmp_path)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        script, program = os.path.join(directory, "start"), binary("gomoku-server")
        with open(script, "w", encoding="utf-8") as file:
            file.write(f'#!/bin/bash\nLISTEN_PID=$$ LISTEN_FDS=1 exec "{program}" "$@" 3<&{listening.fileno()}\n')
        os.chmod(script, 0o700)

        async def start():
            # A single server, because systemd passes the socket to one process.
            return await Server(
                ["--data", directory], command=script, alone=True, pass_fds=[listening.fileno()]
            ).start()

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


async def test_servers_share_a_port(tmp_path):
    """With --reuse-port two servers listen on the same port, and the kernel distributes
    connections. Without it the second server is refused."""
    places = [str(tmp_path / name) for name in ("one", "other")]
    servers = [await Server(["--data", places[0], "--reuse-port"], alone=True).start()]
    port = str(servers[0].port)
    status, _, wrong = run("--port", port, "--web", SMALL_WEB)
    assert status == 69 and "Another program listens" in wrong, wrong
    servers.append(Server(["--data", places[1], "--reuse-port"], alone=True))
    servers[1].port = servers[0].port
    await servers[1].start()
    # The kernel chooses at random. The probability that all 64 go to one server is negligible.
    clients = [await Client.connect(servers[0].port, f"c{number}") for number in range(64)]
    told = [await order(place, "status") for place in places]
    counts = [
        int(line.split(": ")[1]) for text in told for line in text.splitlines() if line.startswith("connections:")
    ]
    assert sum(counts) == len(clients) and min(counts) > 0, told
    assert await servers[0].stop() == 0
    for number in range(20):
        (await Client.connect(servers[1].port, f"d{number}")).cut()
    assert await servers[1].stop() == 0


async def test_status_and_drain_of_a_running_server(tmp_path):
    """`status` describes the running server. After `drain` it refuses new clients and keeps
    existing ones, until `drain --end`."""
    directory = str(tmp_path)
    assert "No server accepts commands" in await order(directory, "status", status=69)
    # A single server, because in a cluster only this server would drain.
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
    assert (await ann.join("tea"))["type"] == "snapshot", "a client that is here goes on"
    await order(directory, "drain", "--end")
    (await Client.connect(server.port, "Bob")).cut()
    assert (await server.get("/readyz"))[0] == 200
    reader, writer = await asyncio.open_unix_connection(os.path.join(directory, "admin.sock"))
    writer.write(b"nonsense\n")
    assert not json.loads(await asyncio.wait_for(reader.read(), TIMEOUT))["isDone"]
    writer.close()
    ann.cut()
    assert await server.stop() == 0


async def test_metrics_count_requests_commits_and_refusals(tmp_path):
    """/metrics counts requests, commits, refusals by code, the robot's searches, and unsent bytes
    of this server."""
    server = await Server(["--data", str(tmp_path), "--connections-per-address", "100"], alone=True).start()
    text = (await server.get("/metrics"))[2].decode()
    kinds = re.findall(r"^# TYPE (\S+) (\S+)$", text, re.MULTILINE)
    assert len(kinds) == len(dict(kinds)), "a name twice"
    assert {name for name, kind in kinds if kind == "histogram"} == {
        "gomoku_analysis_first_line_seconds",
        "gomoku_loop_turn_seconds",
        "gomoku_commit_seconds",
        "gomoku_acknowledgement_seconds",
        "gomoku_join_seconds",
    }, kinds
    ann = await Client.connect(server.port, "Ann")
    before = await server.metrics()
    await ann.join("tea")
    await ann.delta("tea", {"game": "1", "x": ann.id, "o": "robot:1"})
    await ann.move("tea", 1, "h8")
    await ann.expect("delta", where=lambda m: m["set"].get("move") == "2")
    assert (await ann.move("tea", 1, "h8"))["code"] == "wrong-move-number"
    ann.send(type="leave", room="nowhere")
    await ann.expect("error")
    for number in range(30):
        ann.send(type="say", room="tea", id=f"s{number}", text="hello")
    # Refusals arrive immediately, accepted messages after they are stored.
    for _ in range(30):
        await ann.expect("said", "error")
    after = await server.metrics()

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
    # A client that reads nothing accumulates unsent bytes.
    reader = await Socket.open(server.port)
    reader.reader._transport.pause_reading()
    for _ in range(200):
        reader.text(json.dumps({"type": "ping", "at": "x" * 60_000}))
    while (await server.metrics())["gomoku_outbox_bytes"] < 100_000:
        await asyncio.sleep(0.05)
    reader.cut()
    assert await server.stop() == 0
