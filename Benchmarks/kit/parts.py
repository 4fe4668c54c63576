"""The parts of the benchmark. Each takes rounds, seconds per run and disk, and prints a table."""

import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import kit.servers as servers
from kit.report import aim, median, ratio, table
from kit.servers import BUILD, RUN_SECONDS, TOOLS, command

# Name, description, arguments of the load generator, and whether the other servers can do this
# work.
DELIVERIES = [
    ("A", "one room of two, one in flight", "rooms --rooms 1 --per-room 2", True),
    ("B1", "500 rooms of two, 5,000 deltas/s", "rooms --rooms 500 --rate 5000", True),
    ("B2", "500 rooms of two, saturated", "rooms --rooms 500", True),
    ("B3", "500 games of two, 5,000 moves/s", "rooms --rooms 500 --rate 5000 --mode gomoku", False),
    ("B4", "500 games of two, saturated", "rooms --rooms 500 --mode gomoku", False),
    ("B5", "5,000 games of two, 500 moves/s", "rooms --rooms 5000 --rate 500 --mode gomoku", False),
    ("C1", "one room of 1,000, 10 deltas/s", "rooms --per-room 1000 --rate 10", True),
    ("C2", "one room of 1,000, one in flight", "rooms --per-room 1000", True),
]
NODE_SHAPES = (
    ("500 rooms of two, saturated", "rooms --rooms 500"),
    ("50 rooms of two, 500 deltas/s", "rooms --rooms 50 --rate 500"),
)
# Percent of a CPU. With such small shares, two CPUs are enough for two nodes, a Redis and the load
# generator.
SHARE_OF_A_NODE = 20
DURABLE_ROOMS = (1, 50, 500, 5000)
# Rooms, and deltas if they differ from the program's default.
STORE_SHAPES = ("1:4000", "50", "500", "5000")
STORE_AIMS = {
    1: {"bytes": 5200, "commit": 1.4},
    50: {"bytes": 950, "cpu": 8, "commit": 2.5},
    500: {"bytes": 700, "cpu": 8, "commit": 6},
    5000: {"bytes": 800, "cpu": 8, "commit": 6},
}
STORED_IN_REDIS, LIVE_IN_REDIS = 100_000, 10_000
JOURNAL_BYTES, STORED_ROOMS = 100 << 20, 1_000_000
DELIVERY_AIMS = {("B2", "ours"): 0.85, ("B2", "ours, full"): 1.0, ("C2", "ours"): 0.75}


def in_turns(contestants, arguments, rounds, seconds, disk):
    """Measures the contestants in turns, every second round in reverse order. Returns figures."""
    figures = {one.name: [] for one in contestants}
    for number in range(rounds):
        order = contestants if number % 2 == 0 else contestants[::-1]
        for one in order:
            if number < one.most_rounds:
                figures[one.name].append(one.measure(arguments, seconds, disk))
    return figures


def deliveries(names, rounds, seconds, disk, against):
    rows, latencies = [], []
    if against:
        peers = []
        everybody = special = [servers.ours("before", server=against), servers.ours()]
    else:
        peers, missing = servers.peers(rounds=1)
        peers = [one for one in peers if servers.works(one, disk)]
        for sentence in missing:
            print(sentence)
        special = [servers.documented(), servers.direct(), servers.ours(), servers.durable()]
        everybody = [*special[:2], *peers, *special[2:]]
    for name, what, arguments, is_general in DELIVERIES:
        if name not in names:
            continue
        figures = in_turns(everybody if is_general else special, arguments, rounds, seconds, disk)
        reference = figures[everybody[0].name]
        row, waits = [f"{name} {what}"], [f"{name} {what}"]
        for one in everybody:
            mine = figures.get(one.name)
            if not mine:
                row.append("")
                waits.append("")
                continue
            quotient = ratio(mine, reference, "cpu_us")
            row.append(f"{median(mine, 'cpu_us'):.2f}" + (f" ({quotient:.2f})" if mine is not reference else ""))
            waits.append(f"{median(mine, 'own_p50_us'):,.0f} / {median(mine, 'own_p99_us'):,.0f}")
            limit = None if against else DELIVERY_AIMS.get((name, one.name))
            if limit:
                aim(
                    f"{name} {what}: {one.name}, CPU a delivery",
                    quotient,
                    limit,
                    "×",
                    f"C lws, {median(reference, 'cpu_us'):.2f} µs",
                )
        if not against:
            for peer in peers:
                if figures.get(peer.name):
                    theirs = f"{peer.name}, {median(figures[peer.name], 'cpu_us'):.2f} µs"
                    aim(
                        f"{name} {what}: ours, CPU a delivery",
                        ratio(figures["ours"], figures[peer.name], "cpu_us"),
                        1,
                        "×",
                        theirs,
                    )
        row.append(f"{median(figures['ours'], 'load_us'):.1f}")
        rows.append(row)
        latencies.append(waits)
    head = [one.name for one in everybody]
    print(f"\n## CPU time of the server a delivered delta, µs (× {head[0]})\n")
    table(["benchmark", *head, "load generator"], rows)
    print("\n## From sending to the acknowledgement, p50 / p99, µs\n")
    table(["benchmark", *head], latencies)


def idle(rounds, seconds, disk, against):
    if against:
        everybody = [servers.ours("before", server=against), servers.ours()]
    else:
        everybody = [servers.direct(), servers.ours(), servers.durable()]
    one = in_turns(everybody, "idle --rooms 2500", rounds, seconds, disk)
    games = in_turns(everybody, "games --rooms 1000", 1, seconds, disk)
    print("\n## Memory\n")
    rows = []
    for label, figures, name in (
        ("bytes of a connection that has said hello", one, "bytes_per_connection"),
        ("the same in a room of two, its share of the room included", one, "bytes_per_joined"),
        ("ms of CPU a second, 5,000 idle", one, "idle_cpu_ms_per_second"),
        ("bytes of a room of two without a move", games, "empty_room_bytes"),
        ("bytes of a room of two after 60 moves", games, "room_bytes"),
    ):
        rows.append(
            [
                label,
                *(f"{median(figures[who.name], name):,.{2 if name.startswith('idle') else 0}f}" for who in everybody),
            ]
        )
    table(["", *(who.name for who in everybody)], rows)
    if not against:
        theirs = f"C, {median(one[everybody[0].name], 'bytes_per_joined'):,.0f} bytes"
        for who in everybody[1:]:
            aim(
                f"memory of a connection in a room of two: {who.name}",
                median(one[who.name], "bytes_per_joined"),
                4096,
                "bytes",
                theirs,
            )
        aim(
            "memory of a live room with 60 moves: ours, full",
            median(games["ours, full"], "room_bytes"),
            6144,
            "bytes",
            "none: C keeps nothing",
        )


def joins(rounds, seconds, disk, against):
    storm, single = "storm --rooms 20 --count 2000", "join --count 200"
    print("\n## Joins\n")
    # C sends as many bytes as this server, so the server's size is measured first.
    if against:
        contestants = {what: [servers.ours("before", server=against), servers.ours()] for what in (storm, single)}
    else:
        bytes_of = {
            what: int(servers.ours().measure(what, seconds, disk)["snapshot_bytes"]) for what in (storm, single)
        }
        contestants = {
            what: [servers.direct(bytes_of[what]), servers.ours(), servers.durable()] for what in (storm, single)
        }
    figures = {what: in_turns(contestants[what], what, rounds, seconds, disk) for what in (storm, single)}
    rows = []
    for what, label, name in (
        (storm, "200 at once: CPU µs of a handshake and a hello", "connect_us"),
        (storm, "2,000 into 20 rooms with 225 moves: CPU µs a join", "join_us"),
        (storm, "until all of 200 have their snapshots, ms", "wave_ms"),
        (storm, "bytes of a snapshot", "snapshot_bytes"),
        (single, "one after the other into one such room: CPU µs a join and leave", "cpu_us"),
        (single, "p50 of a join, µs", "p50_us"),
        (single, "bytes of a snapshot", "snapshot_bytes"),
    ):
        reference, *others = contestants[what]
        row = [label, f"{median(figures[what][reference.name], name):,.1f}"]
        for one in others:
            quotient = ratio(figures[what][one.name], figures[what][reference.name], name)
            row.append(f"{median(figures[what][one.name], name):,.1f} ({quotient:.2f})")
            limit = {"connect_us": 1.2, "join_us": 1.3}.get(name)
            if limit and not against:
                aim(
                    f"{'connect' if limit == 1.2 else 'join'} in the storm: {one.name}, CPU",
                    quotient,
                    limit,
                    "×",
                    f"C, {median(figures[what][reference.name], name):,.1f} µs",
                )
        rows.append(row)
    table(["", *(one.name for one in contestants[storm])], rows)


def disk_alone(disk):
    return json.loads(command([TOOLS / "fdatasync", disk], capture_output=True, text=True).stdout)


def durable(rounds, seconds, disk):
    results, disks, lone = {rooms: [] for rooms in DURABLE_ROOMS}, [], []
    server = servers.durable()
    for _ in range(rounds):
        for rooms in DURABLE_ROOMS:
            disks.append(disk_alone(disk))
            results[rooms].append(server.measure(f"durable --rooms {rooms}", seconds, disk))
            if rooms == 1:
                lone.append(results[rooms][-1]["ack_p50_us"] / disks[-1]["p50_us"])
    print("\n## Durable: stored on the disk before anybody is shown\n")
    print(
        f"The disk by itself, in the same run: {median(disks, 'syncs_per_second'):,.0f} appends of 200 bytes with "
        f"fdatasync a second, p50 {median(disks, 'p50_us'):,.0f} µs, p99 {median(disks, 'p99_us'):,.0f} µs.\n"
    )
    value = lambda rooms, name: median(results[rooms], name)
    table(
        [
            "rooms",
            "acknowledged/s",
            "ack p50 ms",
            "ack p99 ms",
            "ping p50 ms",
            "ping p99 ms",
            "commits/s",
            "deltas a commit",
            "CPU µs a delta",
            "bytes written a delta",
            "write calls a delta",
        ],
        [
            [
                f"{rooms:,}",
                f"{value(rooms, 'acks_per_second'):,.0f}",
                f"{value(rooms, 'ack_p50_us') / 1000:.2f}",
                f"{value(rooms, 'ack_p99_us') / 1000:.2f}",
                f"{value(rooms, 'ping_p50_us') / 1000:.2f}",
                f"{value(rooms, 'ping_p99_us') / 1000:.2f}",
                f"{value(rooms, 'commits_per_second'):,.0f}",
                f"{value(rooms, 'deltas_per_commit'):.1f}",
                f"{value(rooms, 'cpu_us'):.1f}",
                f"{value(rooms, 'bytes_per_delta'):,.0f}",
                f"{value(rooms, 'writes_per_delta'):.1f}",
            ]
            for rooms in DURABLE_ROOMS
        ],
    )
    aim(
        "one game, one move in flight: acknowledgement p50",
        statistics.median(lone),
        2.5,
        "×",
        f"append and fdatasync, p50 {median(disks, 'p50_us'):,.0f} µs",
    )


def nodes(rounds, seconds, disk):
    """Measures the embedded store and a Redis below one and two servers, in turns."""
    if not shutil.which("redis-server"):
        return print("Redis is left out: it is not installed (apt install redis-server).")
    embedded = [servers.ours(), servers.durable()]
    clusters = [
        servers.Cluster("Redis, 1 node"),
        servers.Cluster("Redis, 1 node, everysec", fsync="everysec"),
        servers.Cluster("Redis, 2 nodes, a room at one", nodes=2),
        servers.Cluster("Redis, 2 nodes, a room at both", nodes=2, is_spread=True),
    ]
    everybody = embedded + clusters
    print("\n## Embedded, and over a Redis\n", flush=True)
    alone = {
        fsync: [float(servers.redis_alone(disk, fsync)["p50_latency_ms"]) for _ in range(rounds)]
        for fsync in ("always", "everysec")
    }
    for fsync, times in alone.items():
        print(
            f"An append of 200 bytes to Redis by itself, `appendfsync {fsync}`: p50 {statistics.median(times):.2f} ms."
        )
    print()
    rows, figures = [], {}
    for what, arguments in NODE_SHAPES:
        figures[what] = in_turns(everybody, arguments, rounds, seconds, disk)
        for one in everybody:
            mine = figures[what][one.name]
            rows.append(
                [
                    what,
                    one.name,
                    f"{median(mine, 'cpu_us'):.2f} ({ratio(mine, figures[what]['ours'], 'cpu_us'):.2f})",
                    f"{median(mine, 'store_us'):.2f}",
                    f"{median(mine, 'own_p50_us') / 1000:.2f} / {median(mine, 'own_p99_us') / 1000:.2f}",
                    f"{median(mine, 'deliveries_per_second'):,.0f}",
                ]
            )
    table(
        [
            "benchmark",
            "",
            "CPU of the nodes a delivery, µs (× ours, in memory)",
            "CPU of Redis a delivery, µs",
            "ack p50 / p99, ms",
            "deliveries a second",
        ],
        rows,
    )
    busy, quiet = (what for what, _ in NODE_SHAPES)
    aim(
        f"{busy}: Redis, 1 node, CPU of the node a delivery",
        ratio(figures[busy]["Redis, 1 node"], figures[busy]["ours"], "cpu_us"),
        1.5,
        "×",
        f"ours in memory, {median(figures[busy]['ours'], 'cpu_us'):.2f} µs",
    )
    for one in clusters:
        own = statistics.median(alone[one.fsync])
        aim(
            f"{quiet}: {one.name}, acknowledgement p50 above Redis' own append",
            median(figures[quiet][one.name], "own_p50_us") / 1000 - own,
            1,
            "ms",
            f"RPUSH, {one.fsync}, p50 {own:.2f} ms",
        )
    two = ratio(figures[busy]["Redis, 2 nodes, a room at one"], figures[busy]["Redis, 1 node"], "cpu_us")
    aim(f"{busy}: CPU of two nodes a delivery, a room at one", two, 1.1, "×", "one node")
    second_node(rounds, seconds, disk)


def second_node(rounds, seconds, disk):
    """Measures the gain from a second node.

    Two CPUs are not enough for two whole nodes, their Redis and the load generator, so each node
    gets a share of a CPU.
    """
    with servers.control_group(SHARE_OF_A_NODE) as group:
        if not group:
            return print(
                "\nWhat a second node adds is left out: it takes root, which may give a node a share of a CPU."
            )
    one, two = everybody = [
        servers.Cluster(f"{count} of {SHARE_OF_A_NODE}% of a CPU", nodes=count, percent=SHARE_OF_A_NODE)
        for count in (1, 2)
    ]
    what, arguments = NODE_SHAPES[0]
    figures = in_turns(everybody, arguments, rounds, seconds, disk)
    print()
    table(
        ["nodes", "deliveries a second", "CPU of the nodes a delivery, µs"],
        [
            [
                each.name,
                f"{median(figures[each.name], 'deliveries_per_second'):,.0f}",
                f"{median(figures[each.name], 'cpu_us'):.2f}",
            ]
            for each in everybody
        ],
    )
    aim(
        f"{what}: deliveries of one saturated node",
        ratio(figures[one.name], figures[two.name], "deliveries_per_second"),
        0.55,
        "×",
        "two of them",
    )


def stored(disk, rooms=STORED_IN_REDIS, live=LIVE_IN_REDIS):
    """Measures a Redis with many rooms: memory, the start of a node, and games in some rooms."""
    if not shutil.which("redis-server"):
        return print("Redis is left out: it is not installed (apt install redis-server).")
    print(f"\n## {rooms:,} rooms in a Redis\n", flush=True)
    with tempfile.TemporaryDirectory(dir=disk) as directory, servers.redis(disk, "everysec") as (address, _):
        port = address.rsplit(":", 1)[1]
        memory = lambda: servers.redis_figure(port, "memory", "used_memory")
        node = servers.ours("Redis, 1 node", "--store", f"redis://{address}/0", "--durability", "os")
        started = [start_ms(node, disk)]
        command(["redis-cli", "-p", port, "flushall"], stdout=subprocess.DEVNULL)
        empty, file = memory(), servers.write_rooms(rooms, Path(directory))
        began = time.monotonic()
        command(
            [BUILD / "release/gomoku-server", "import", file, "--store", f"redis://{address}/0"],
            stdout=subprocess.DEVNULL,
        )
        took, full = time.monotonic() - began, memory()
        started.append(start_ms(node, disk))
        games = node.measure(f"rooms --rooms {live} --per-room 1 --mode gomoku --rate {live // 10}", 10, disk)
        print(
            f"A stored room with a game of 60 moves: {(full - empty) / rooms:,.0f} bytes of Redis' memory; "
            f"{rooms * 61 / took:,.0f} deltas a second were imported."
        )
        print(
            f"A node listens after {started[0]:.0f} ms where Redis is empty, {started[1]:.0f} ms with {rooms:,} rooms."
        )
        print(
            f"{live:,} more rooms in which {live // 10:,} moves a second are played: {games['room_bytes']:,.0f} bytes "
            f"of the node's memory a room with its connection, acknowledged in {games['own_p50_us'] / 1000:.1f} ms "
            f"(p50), {games['own_p99_us'] / 1000:.1f} ms (p99)."
        )
        aim(
            f"start of a node with {rooms:,} stored rooms",
            started[1] / started[0],
            1.5,
            "×",
            f"an empty Redis, {started[0]:.0f} ms",
        )


def start_ms(server, disk):
    began = time.monotonic()
    with server.serving(disk):
        return (time.monotonic() - began) * 1000


def store(disk):
    """Measures the store without a network: bytes, CPU, commits of saturated rooms, start."""
    print("\n## The store by itself\n", flush=True)
    runs = [store_bench(disk, shape) for shape in STORE_SHAPES]
    table(
        [
            "rooms",
            "bytes a delta",
            "CPU µs a delta",
            "commit p50 µs",
            "fdatasync of as many bytes, p50 µs",
            "ratio",
            "longest stall ms",
            "log MB",
            "deltas a commit",
        ],
        [
            [
                f"{one['rooms']:,}",
                f"{one['bytes_per_delta']:,.0f}",
                f"{one['cpu_us_per_delta']:.1f}",
                f"{one['commit_p50_us']:,.0f}",
                f"{one['fdatasync_p50_us']:,.0f}",
                f"{one['ratio']:.2f}",
                f"{one['commit_max_ms']:.1f}",
                f"{one['log_mb']:.1f}",
                f"{one['deltas_per_commit']:.0f}",
            ]
            for one in runs
        ],
    )
    for one in runs:
        what, limits = f"store, {one['rooms']:,} rooms saturated", STORE_AIMS[one["rooms"]]
        sync = f"fdatasync of as many bytes, p50 {one['fdatasync_p50_us']:,.0f} µs"
        aim(f"{what}: bytes written a delta", one["bytes_per_delta"], limits["bytes"], "bytes", "a delta has about 105")
        if "cpu" in limits:
            aim(f"{what}: CPU a delta", one["cpu_us_per_delta"], limits["cpu"], "µs", "none")
        aim(f"{what}: commit p50", one["ratio"], limits["commit"], "×", sync)
        aim(
            f"{what}: longest stall",
            one["commit_max_ms"],
            30,
            "ms",
            f"the disk's own longest {one['fdatasync_max_ms']:.1f} ms",
        )
        aim(f"{what}: write-ahead log", one["log_mb"], 20, "MB", "none")
    start = store_bench(disk, "--start", JOURNAL_BYTES, STORED_ROOMS)
    many = f"{STORED_ROOMS:,} stored rooms"
    print(
        f"\n{many}: {start['start_ms']:,.0f} ms until the store is ready with {JOURNAL_BYTES >> 20} MB of journal, "
        f"{start['read_ms']:,.0f} ms to read as many bytes; {start['sleeping_room_bytes']:.0f} bytes of memory a room "
        "that sleeps."
    )
    aim(
        f"start with {many} and {JOURNAL_BYTES >> 20} MB of journal",
        start["start_ms"],
        2000,
        "ms",
        f"reading as many bytes, {start['read_ms']:,.0f} ms",
    )
    aim(
        "memory of a stored room that sleeps",
        start["sleeping_room_bytes"],
        1024,
        "bytes",
        "none: nothing is kept of it",
    )


def store_bench(disk, *words):
    print(f"  store-bench {' '.join(map(str, words))}", file=sys.stderr)
    done = command([BUILD / "release/store-bench", disk, *words], capture_output=True, text=True, timeout=RUN_SECONDS)
    return json.loads(done.stdout)


def robot():
    print("\n## The robot\n", flush=True)
    lab = BUILD / "release/gomoku-lab"
    if not lab.exists():
        return print("Skipped: gomoku-lab is not built (swift build -c release --product gomoku-lab).")
    try:
        done = subprocess.run([lab, "bench-robot"], check=False, capture_output=True, text=True, timeout=RUN_SECONDS)
    except subprocess.TimeoutExpired:
        return print(f"Skipped: bench-robot took more than {RUN_SECONDS} s.")
    print(done.stdout.rstrip() if done.returncode == 0 else f"Skipped: bench-robot ended with {done.returncode}.")


def analyses(seconds):
    """Measures analysts beside each other, and a move of the strongest robot beside a hundred."""
    print(f"\n## Analyses, {seconds} s each\n", flush=True)
    few = analysts(10, seconds)
    many = analysts(100, seconds, "--game")
    table(
        ["analysts", "", "count", "least", "p50", "p95", "most"],
        [
            [number, name, str(values["count"]), *(f"{values[key]:,.0f}" for key in ("least", "p50", "p95", "most"))]
            for number, run in (("10", few), ("100", many))
            for name, values in run.items()
            if isinstance(values, dict)
        ],
    )
    aim("first line beside ten analysts, p95", few["first line, ms"]["p95"], 150, "ms", "none")
    served = many["messages of each analyst"]
    aim("messages of the median of 100 analysts, to the least", served["p50"] / max(1, served["least"]), 2, "×", "none")
    later = many["robot's move meanwhile, ms"]["p50"] - many["robot's move alone, ms"]["p50"]
    aim("robot's move beside 100 analysts, p50, later by", later, 50, "ms", "the same robot alone")
    if refused := few["refused proofs"] + many["refused proofs"]:
        raise servers.Broken(f"the checker refused {refused} proofs of the robot")


def analysts(count, seconds, *words):
    program = [Path(__file__).resolve().parents[1] / "analysts", "--json", "--analysts", str(count)]
    done = command(
        [*program, "--seconds", str(seconds), *words],
        capture_output=True,
        text=True,
        timeout=RUN_SECONDS,
        env={**os.environ, "GOMOKU_BUILD": str(BUILD / "release")},
    )
    return json.loads(done.stdout)
