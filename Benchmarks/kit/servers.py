"""The measured servers, and their start: each alone on CPU 0, the load generator on CPU 1."""

import csv
import json
import os
import random
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from contextlib import ExitStack, contextmanager
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
ROOT = HERE.parent
BUILD = ROOT / ".build"
TOOLS = BUILD / "bench"
START_SECONDS = 20
RUN_SECONDS = 180
# The period of a control group. It is short, so that a process that has used its share waits only a
# few milliseconds.
PERIOD_US = 5_000
NODE_WS = Path("/usr/share/nodejs/ws")
OURS = [
    "--messages-per-second",
    "0",
    "--bytes-per-second",
    "0",
    "--log-level",
    "error",
    "--web",
    str(ROOT / "web-static"),
]


class Broken(Exception):
    """A failure that makes a run worthless: a lost delivery, or a program that does not start."""


def command(words, **more):
    done = subprocess.run([str(w) for w in words], check=False, **more)
    if done.returncode:
        raise Broken(f"{' '.join(str(w) for w in words)}: exit status {done.returncode}")
    return done


def build(swift):
    TOOLS.mkdir(parents=True, exist_ok=True)
    cc = ["cc", "-O2", "-Wall", "-Wextra", "-Werror", "-o"]
    command(cc + [TOOLS / "floor", HERE / "floor/floor.c", "-lwebsockets", "-lev"])
    command(cc + [TOOLS / "load", *sorted((HERE / "load").glob("*.c"))])
    command(cc + [TOOLS / "fdatasync", HERE / "disk/fdatasync.c"])
    if swift:
        for product in ("gomoku-server", "gomoku-lab", "store-bench"):
            command(["swift", "build", "-c", "release", "--product", product], cwd=ROOT, stdout=sys.stderr)


def pinned(cpu, words):
    """Returns the command pinned to a CPU, or to the only one if there is no second CPU."""
    cpus = sorted(os.sched_getaffinity(0))
    return ["taskset", "-c", str(cpus[min(cpu, len(cpus) - 1)]), *map(str, words)]


@contextmanager
def control_group(percent):
    """Yields a control group whose processes share `percent` of a CPU, or None without root."""
    quota = PERIOD_US * percent // 100
    kinds = [
        (Path("/sys/fs/cgroup/cpu"), {"cpu.cfs_period_us": PERIOD_US, "cpu.cfs_quota_us": quota}),
        (Path("/sys/fs/cgroup"), {"cpu.max": f"{quota} {PERIOD_US}"}),
    ]
    for parent, settings in kinds:
        group = parent / f"gomoku-bench-{os.getpid()}-{random.randrange(1 << 30)}"
        try:
            group.mkdir()
        except OSError:
            continue
        try:
            # If control groups are not mounted here, the new directory is an ordinary, empty one.
            if all((group / name).exists() for name in settings):
                for name, value in settings.items():
                    (group / name).write_text(str(value))
                yield group
                return
        finally:
            group.rmdir()
    yield None


def free_port():
    """Returns a port below the kernel's range for clients, where thousands have just been used."""
    while True:
        port = random.randrange(20_000, 30_000)
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Server:
    """A contestant: its name in the table, its command, and options for the load generator."""

    def __init__(self, name, words, load=(), most_rounds=99):
        self.name, self.words, self.load, self.most_rounds = name, words, list(load), most_rounds

    @contextmanager
    def serving(self, disk):
        """Runs the server on a fresh directory of `disk`. Yields its port and process ID."""
        port, data = free_port(), Path(tempfile.mkdtemp(dir=disk))
        try:
            words = self.words(port, data)
            process = subprocess.Popen(pinned(0, words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            try:
                until = time.monotonic() + START_SECONDS
                while True:
                    try:
                        socket.create_connection(("127.0.0.1", port), timeout=1).close()
                        break
                    except OSError:
                        if process.poll() is not None or time.monotonic() > until:
                            raise Broken(f"{self.name}: {words[0]} does not listen") from None
                        time.sleep(0.02)
                yield port, process.pid
                if process.poll() is not None:
                    raise Broken(f"{self.name}: {words[0]} ended by itself: {process.returncode}")
            finally:
                process.terminate()
                try:
                    process.wait(10)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()
        finally:
            shutil.rmtree(data, ignore_errors=True)

    def measure(self, arguments, seconds, disk):
        """Returns the load generator's figures for one run."""
        print(f"  {arguments}: {self.name}", file=sys.stderr)
        with self.serving(disk) as (port, pid):
            load = [TOOLS / "load", *arguments.split(), *self.load, "--port", port, "--pid", pid, "--seconds", seconds]
            done = subprocess.run(pinned(1, load), check=False, capture_output=True, text=True, timeout=RUN_SECONDS)
        if done.returncode:
            raise Broken(f"{self.name}: {arguments}: {done.stderr.strip()}")
        return json.loads(done.stdout)


class Cluster(Server):
    """Nodes of this project's server over a Redis of their own.

    Redis shares a CPU with the load generator. The figures list the CPU time of the nodes and of
    Redis separately.
    """

    def __init__(
        self, name, nodes=1, is_spread=False, fsync="always", percent=None, server=BUILD / "release/gomoku-server"
    ):
        """`percent` is each node's share of a CPU. None means a whole CPU."""
        super().__init__(name, None, ["--spread"] if is_spread else [])
        self.nodes, self.fsync, self.percent, self.server = nodes, fsync, percent, server

    @contextmanager
    def node(self, words, disk):
        with ExitStack() as stack:
            if self.percent:
                group = stack.enter_context(control_group(self.percent))
                if not group:
                    raise Broken(f"{self.name}: no control group can be made")
                own, words = (
                    words,
                    lambda port, data: ["sh", "-c", 'echo $$ > "$0/cgroup.procs"; exec "$@"', group, *own(port, data)],
                )
            yield stack.enter_context(Server(self.name, words).serving(disk))

    def measure(self, arguments, seconds, disk):
        print(f"  {arguments}: {self.name}", file=sys.stderr)
        with redis(disk, self.fsync) as (address, store_pid), ExitStack() as stack:
            durability = "full" if self.fsync == "always" else "os"
            words = lambda port, _: [
                self.server,
                "--port",
                port,
                *OURS,
                "--store",
                f"redis://{address}/0",
                "--durability",
                durability,
            ]
            nodes = [stack.enter_context(self.node(words, disk)) for _ in range(self.nodes)]
            load = [TOOLS / "load", *arguments.split(), *self.load, "--store-pid", store_pid, "--seconds", seconds]
            for port, pid in nodes:
                load += ["--port", port, "--pid", pid]
            done = subprocess.run(pinned(1, load), check=False, capture_output=True, text=True, timeout=RUN_SECONDS)
        if done.returncode:
            raise Broken(f"{self.name}: {arguments}: {done.stderr.strip()}")
        return json.loads(done.stdout)


@contextmanager
def redis(disk, fsync):
    """Runs a Redis on a fresh directory of `disk`. Yields its address and process ID."""
    port, data = free_port(), Path(tempfile.mkdtemp(dir=disk))
    words = [
        "redis-server",
        "--port",
        port,
        "--bind",
        "127.0.0.1",
        "--dir",
        data,
        "--save",
        "",
        "--appendonly",
        "yes",
        "--appendfsync",
        fsync,
        "--maxmemory-policy",
        "noeviction",
    ]
    process = subprocess.Popen(pinned(1, words), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        until = time.monotonic() + START_SECONDS
        ping = ["redis-cli", "-p", str(port), "ping"]
        while subprocess.run(ping, check=False, capture_output=True).stdout != b"PONG\n":
            if process.poll() is not None or time.monotonic() > until:
                raise Broken("redis-server does not listen")
            time.sleep(0.02)
        yield f"127.0.0.1:{port}", process.pid
    finally:
        process.terminate()
        process.wait()
        shutil.rmtree(data, ignore_errors=True)


def redis_figure(port, section, name):
    """Returns a number from Redis' INFO."""
    done = command(["redis-cli", "-p", port, "info", section], capture_output=True, text=True)
    return int(next(line.split(":")[1] for line in done.stdout.splitlines() if line.startswith(name + ":")))


def write_rooms(rooms, disk, server=BUILD / "release/gomoku-server"):
    """Writes a file for `gomoku-server import`. Every room has the same game of 60 moves."""
    embedded = Server(
        "ours, full",
        lambda port, data: [server, "--port", port, *OURS, "--data", disk / "data", "--durability", "full"],
    )
    embedded.measure("games --rooms 1", 1, disk)
    command([server, "export", disk / "one", "--data", disk / "data"], stdout=subprocess.DEVNULL)
    *lines, _ = (disk / "one").read_text().splitlines()
    # The lines of a room follow the line with its name.
    first = next(place for place, line in enumerate(lines) if line.startswith('{"room":"r0"'))
    end = next(
        (place for place in range(first + 1, len(lines)) if not lines[place].startswith(('{"delta"', '{"chat"'))),
        len(lines),
    )
    if end - first < 62:
        raise Broken(f"{end - first} lines of a room with 61 deltas")
    count = len(lines) + (rooms - 1) * (end - first)
    with open(disk / "many", "w", encoding="utf8") as file:
        file.writelines(line + "\n" for line in lines[:first])
        for number in range(rooms):
            file.write(lines[first].replace('"r0"', f'"g{number}"') + "\n")
            file.writelines(line + "\n" for line in lines[first + 1 : end])
        file.writelines(line + "\n" for line in lines[end:])
        file.write(f'{{"end":{count}}}\n')
    return disk / "many"


def redis_alone(disk, fsync):
    """Returns Redis' latencies for appends of 200 bytes, one at a time, in milliseconds."""
    with redis(disk, fsync) as (address, _):
        port = address.rsplit(":", 1)[1]
        done = command(
            ["redis-benchmark", "-p", port, "-c", "1", "-n", "4000", "-d", "200", "-t", "rpush", "--csv"],
            capture_output=True,
            text=True,
        )
    head, row = csv.reader(done.stdout.splitlines())
    return dict(zip(head, row, strict=True))


def floor(name, snapshot_bytes, *mode):
    return Server(name, lambda port, _: [TOOLS / "floor", port, snapshot_bytes, *mode])


def documented(snapshot_bytes=0):
    """C on libwebsockets, as its documentation demands: the reference of every ratio."""
    return floor("C lws", snapshot_bytes, "writeable")


def direct(snapshot_bytes=0):
    return floor("C direct", snapshot_bytes)


def ours(name="ours", *more, server=BUILD / "release/gomoku-server"):
    return Server(name, lambda port, _: [server, "--port", port, *OURS, *more])


def durable(name="ours, full", server=BUILD / "release/gomoku-server"):
    return Server(name, lambda port, data: [server, "--port", port, *OURS, "--data", data, "--durability", "full"])


def mosquitto_configuration(port, data):
    # Mosquitto ends by itself if its only listener is for WebSockets.
    (data / "conf").write_text(
        f"listener {free_port()} 127.0.0.1\nlistener {port} 127.0.0.1\nprotocol websockets\n"
        "allow_anonymous true\nset_tcp_nodelay true\nlog_type none\n"
    )
    data.chmod(0o755)
    return [shutil.which("mosquitto", path=os.environ["PATH"] + ":/usr/sbin"), "-c", data / "conf"]


def peers(rounds):
    """Returns the installed other servers, and a sentence for each missing one."""
    found, missing = [], []
    if shutil.which("node") and NODE_WS.exists():
        found.append(Server("node ws", lambda port, _: ["node", HERE / "peers/node-ws.cjs", port], most_rounds=rounds))
    else:
        missing.append("node is left out: node or node-ws is not installed (apt install nodejs node-ws).")
    if shutil.which("mosquitto", path=os.environ["PATH"] + ":/usr/sbin"):
        found.append(Server("mosquitto", mosquitto_configuration, ["--protocol", "mqtt"], most_rounds=rounds))
    else:
        missing.append("mosquitto is left out: it is not installed (apt install mosquitto).")
    return found, missing


def works(server, disk):
    """Whether a peer works on this machine. Peers that do not work are not measured."""
    try:
        server.measure("rooms --rooms 2", 1, disk)
        return True
    except (Broken, subprocess.TimeoutExpired, ValueError) as failure:
        print(f"{server.name} is left out: {str(failure).splitlines()[0]}")
        return False
