"""The start of a server whose Redis is not running yet, or has lost its data."""

import asyncio
import contextlib
import os
import re
import subprocess

import pytest

from gomokutest import lobby, people
from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import assert_sound, run
from gomokutest.environment import ROOT
from gomokutest.sentinel import Instance, own_address
from gomokutest.server import Server


async def test_emptied_redis_is_refused(tmp_path):
    """A server that has served rooms from a Redis refuses the Redis once it is empty, and writes
    nothing to it. --new-store accepts it."""
    host, state = own_address(), str(tmp_path / "state")
    with contextlib.closing(Instance(host, 7211)) as redis:
        options = ["--store", f"redis://{host}:7211/0", "--state-directory", state]
        server = await Server(options, alone=True).start()
        ann = await Client.connect(server.port, "Ann")
        await ann.join("one", kind="open")
        same((await ann.delta("one", {"n": 1}))["rev"], 1, "the first delta")
        same(await server.stop(), 0, "the exit status")
        # As long as Redis has its data, a restarted server accepts it.
        same(await (await Server(options, alone=True).start()).stop(), 0, "the exit status of the second")
        redis.ask("flushall")
        status, _, errors = await asyncio.to_thread(run, "--port", "0", *options)
        same((status, "--new-store" in errors), (74, True), errors)
        same(redis.ask("dbsize").strip(), "0", "the keys in Redis")
        server = await Server([*options, "--new-store"], alone=True).start()
        ann = await Client.connect(server.port, "Ann")
        same((await ann.join("one", kind="open"))["rev"], 0, "the revision of the new room")
        same(await server.stop(), 0, "the exit status of the third")


async def test_server_waits_for_a_redis_that_starts_later(tmp_path):
    """A server that starts before its Redis waits for it."""
    host = own_address()
    server = Server(["--store", f"redis://{host}:7212/0", "--state-directory", str(tmp_path)], alone=True)
    starting = asyncio.create_task(server.start())
    await server.said("Waiting for it.")
    with contextlib.closing(Instance(host, 7212)):
        await starting
        ann = await Client.connect(server.port, "Ann")
        same((await ann.join("one"))["type"], "snapshot", "the answer")
        same(await server.stop(), 0, "the exit status")


async def test_server_waits_until_the_redis_host_name_resolves(tmp_path):
    """A server waits for its Redis while the host name of that Redis cannot be resolved."""
    names = tmp_path / "names"
    environment = {**os.environ, "GOMOKU_TEST_NAMES": str(names)}
    with contextlib.closing(Instance(own_address(), 7215)) as redis:
        server = Server(["--store", "redis://redis.later:7215/0"], alone=True, env=environment)
        starting = asyncio.create_task(server.start())
        await server.said("redis.later has no address", "Waiting for it.")
        names.with_suffix(".new").write_text(f"{redis.address}\n")
        names.with_suffix(".new").rename(names)
        await starting
        ann = await Client.connect(server.port, "Ann")
        same((await ann.join("one"))["type"], "snapshot", "the answer")
        same(await server.stop(), 0, "the exit status")


async def test_redis_cluster_is_refused():
    """A server refuses a Redis Cluster, even of one node. It explains the reason, exits with status
    74, and writes nothing."""
    host = own_address()
    with contextlib.closing(Instance(host, 7216, "--cluster-enabled", "yes")) as redis:
        redis.ask("cluster", "addslotsrange", "0", "16383")
        status, _, errors = await asyncio.to_thread(run, "--port", "0", "--store", f"redis://{host}:7216/0")
        same((status, "part of a Redis Cluster" in errors), (74, True), errors)
        same(redis.ask("dbsize").strip(), "0", "the keys in Redis")


async def test_metrics_recommended_for_redis_exist(tmp_path):
    """A server with a Redis exports every metric that docs/REDIS.md recommends for monitoring."""
    with open(os.path.join(ROOT, "docs", "REDIS.md"), encoding="utf-8") as file:
        names = set(re.findall(r"`(gomoku_\w+)`", file.read()))
    assert len(names) >= 4, names
    host = own_address()
    with contextlib.closing(Instance(host, 7217)):
        server = await Server(["--store", f"redis://{host}:7217/0"], alone=True).start()
        told = {name.split("{")[0] for name in await server.metrics()}
        same(names - told, set(), "figures that no server has")
        same(await server.stop(), 0, "the exit status")


@pytest.mark.parametrize("unit", ["gomoku-server.service", "gomoku-server@.service"])
def test_systemd_unit_prevents_restart_after_status_74(unit):
    """systemd does not restart a server that ended because its Redis lost its data. It keeps the
    state directory."""
    with open(os.path.join(ROOT, "packaging/gomoku-server.service"), encoding="utf-8") as file:
        lines = file.read()
    if "@" in unit:
        template = [os.path.join(ROOT, "packaging/template")]
        lines = subprocess.run(template, input=lines, capture_output=True, text=True, check=True).stdout
    settings = dict(line.split("=", 1) for line in lines.splitlines() if "=" in line and line[0] != "#")
    same(settings["Restart"], "always", "Restart")
    assert "74" in settings["RestartPreventExitStatus"].split(), settings
    assert settings["StateDirectory"], settings


def test_compose_file_gives_each_node_a_volume_for_its_state():
    """A restarted or recreated container finds its state directory again."""
    with open(os.path.join(ROOT, "packaging/cluster/compose.yaml"), encoding="utf-8") as file:
        text = file.read()
    state = re.search(r"GOMOKU_SERVER_STATE_DIRECTORY: (\S+)", text).group(1)
    nodes = re.findall(r"^  (node\d+): .*", text, re.MULTILINE)
    volumes = re.findall(rf'^  node\d+: .*volumes: \["(\w+):{state}"\]', text, re.MULTILINE)
    assert len(nodes) == 3 and volumes == nodes, (nodes, volumes)
    same([name for name in volumes if f"\n  {name}:\n" in f"{text}\n"], volumes, "the volumes that are declared")


@pytest.mark.parametrize("setting", ["min-replicas-to-write", "maxmemory"])
async def test_server_waits_until_redis_accepts_writes(setting):
    """A server that starts while its Redis has too few replicas or no free memory waits for the end
    of that condition."""
    host = own_address()
    with contextlib.closing(Instance(host, 7213, f"--{setting}", "1")) as redis:
        server = Server(["--store", f"redis://{host}:7213/0"], alone=True)
        starting = asyncio.create_task(server.start())
        await server.said("Waiting for it.")
        redis.ask("config", "set", setting, "0")
        await starting
        ann = await Client.connect(server.port, "Ann")
        await ann.join("one", kind="open")
        same((await ann.delta("one", {"n": 1}))["type"], "delta", "the answer")
        same(await server.stop(), 0, "the exit status")


def test_new_store_without_store_is_refused():
    """--new-store without --store is refused with an explanation and exit status 64."""
    status, _, errors = run("--new-store")
    same((status, "--new-store needs a Redis" in errors), (64, True), errors)


async def test_documented_redis_permissions_are_sufficient(tmp_path):
    """The rights that docs/REDIS.md lists for the server's Redis user are sufficient. The server
    starts and serves players, abuse reports and the lobby, and Redis refuses no command."""
    with open(os.path.join(ROOT, "docs", "REDIS.md"), encoding="utf-8") as file:
        words = next(line for line in file if line.startswith("ACL SETUSER gomoku ")).split()
    password = "a long password"
    host = own_address()
    with contextlib.closing(Instance(host, 7401)) as redis:
        same(redis.ask(*(word.replace(">PASSWORD", f">{password}") for word in words)).strip(), "OK", "the user")
        environment = {**os.environ, "GOMOKU_STORE_USER": "gomoku", "GOMOKU_STORE_PASSWORD": password}
        place = ["--store", f"redis://{host}:7401/0"]
        servers = [Server(place, alone=True, env=environment) for _ in range(2)]
        for server in servers:
            await server.start()
            assert not any("does not report" in line for line in server.log), server.log
        ann, bob = await people.claimed(servers[0], "Ann"), await people.claimed(servers[1], "Bob")
        await people.rated_game("r", ann, bob)
        await bob.delta("r", {"result": "x", "reason": "resign"})
        ann.send(type="say", room="r", id="s", text="hello")
        await bob.expect("said")
        bob.send(type="report", room="r", id="r", participant=ann.id, text="rude")
        await bob.expect("reported")
        await lobby.seek(ann, rule="caro")
        for path in ("/api/home", "/api/rooms", "/api/people/Ann", "/api/people/Ann/games"):
            same((await servers[1].get(path))[0], 200, path)
        answer = await people.ask(bob, type="delete", password=people.PASSWORD)
        same(answer["type"], "sessions", "the answer to a deletion")
        for server in servers:
            same(await server.stop(), 0, "the exit status")
        await asyncio.to_thread(assert_sound, *place, GOMOKU_STORE_USER="gomoku", GOMOKU_STORE_PASSWORD=password)
        same(redis.ask("acl", "log").strip(), "", "what Redis has refused")
