#!/usr/bin/env python3
"""A Redis with replicas and Sentinels: what was shown is there after a failover, and all goes on by itself. The last line is
"N passed, N failed".
"""

import asyncio
import os
import random
import re
import signal
import subprocess

import blackbox
from blackbox import Client, Count, Server, binary, same, sentence
from crash import Player, Witness, verify
from watched import NAME, Instance, Watched, own_address

SEED = int(os.environ.get("TEST_SEED", 0)) or random.randrange(1, 1 << 32)


async def until(fits, what):
    """Waits until that is so."""
    end = asyncio.get_running_loop().time() + blackbox.PATIENCE
    while not (found := fits()):
        if asyncio.get_running_loop().time() > end:
            raise AssertionError(what)
        await asyncio.sleep(0.02)
    return found


async def health(server, status):
    """Waits until /healthz answers so; returns what it says."""
    end = asyncio.get_running_loop().time() + blackbox.PATIENCE
    while (answer := await server.get("/healthz"))[0] != status:
        assert asyncio.get_running_loop().time() < end, answer
        await asyncio.sleep(0.05)
    return answer[2].decode()


async def metric(server, name):
    found = re.search(rf"^{name} (\d+)$", (await server.get("/metrics"))[2].decode(), re.MULTILINE)
    return int(found.group(1))


def checked(address):
    """What `check` says has to be good."""
    found = subprocess.run([binary("gomoku-server"), "check", "--store", address], capture_output=True, text=True)
    assert found.returncode == 0, found.stdout[-800:] + found.stderr


async def replicas():
    """With --replicas 1 nothing is shown before a replica has it; without one what is sent waits, and what comes is refused."""
    host = own_address()
    primary = Instance(host, 7201)
    address = f"redis://{host}:7201/0"
    server = await Server(["--store", address, "--replicas", "1", "--log-level", "info"]).start()
    await server.said("0 of the 1 replicas that --replicas asks for")
    replica = Instance(host, 7202, "--replicaof", host, "7201")
    try:
        await health(server, 200)
        ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
        for client in (ann, bob):
            await client.join("one", kind="open")
            await client.join("two", kind="open")
        same((await ann.delta("one", {"n": 1}))["rev"], 1, "the first delta")
        await bob.expect("delta")
        same((await ann.delta("two", {"n": 1}))["rev"], 1, "the first delta of another room")
        await bob.expect("delta")
        assert replica.ask("keys", "*r:one"), "the replica has it"
        # Redis stands still until it has been asked: by then nobody can have found out that the replica is gone.
        os.kill(primary.process.pid, signal.SIGSTOP)
        replica.kill()
        ann.send(type="delta", room="one", id="waits", set={"n": 2})
        ann.send(type="ping")
        await ann.expect("pong")
        os.kill(primary.process.pid, signal.SIGCONT)
        said = await health(server, 503)
        assert "0 of the 1 replicas" in said, said
        refused = await bob.delta("two", {"n": 2}, id="refused")
        same((refused["type"], refused["code"]), ("reject", "read-only"), "what is sent while there is no replica")
        assert "replicas" in refused["message"], refused
        # Redis has it, and nobody has seen it.
        same(primary.ask("llen", next(key for key in primary.ask("keys", "*r:one").split())).strip(), "2", "what is stored")
        replica.start()
        answer = await ann.expect("delta", where=lambda m: m.get("id") == "waits")
        same(answer["rev"], 2, "what has waited")
        same((await bob.expect("delta"))["id"], "waits", "the other hears of it")
        await health(server, 200)
        same((await bob.delta("two", {"n": 2}, id="refused"))["rev"], 2, "what was refused, sent again")
        assert await metric(server, "gomoku_redis_replica_shortages_total") > 0
        same(await server.stop(), 0, "the exit status")
        checked(address)
    finally:
        replica.end()
        primary.end()


async def options():
    """--replicas without a Redis, and addresses of Sentinels that are none, are refused with a sentence."""
    for arguments, text in ((["--replicas", "1"], "name that with --store"), (["--replicas=17", "--store", "redis://h"], "0 to 16"),
                            (["--store", "redis+sentinel://h:1"], "redis+sentinel://host:port,host:port/name/db")):
        found = subprocess.run([binary("gomoku-server"), *arguments], capture_output=True, text=True)
        same(found.returncode, 64, "the exit status")
        assert text in found.stderr, found.stderr


async def stale():
    """A Sentinel that has not heard of a failover names what is a replica by now: another one is asked, and none for longer than it takes; where all name it, they are asked again."""
    host = own_address()
    primary = Instance(host, 7301)
    replica = Instance(host, 7302, "--replicaof", host, "7301")
    sentinels = [await asyncio.start_server(sentinel(host, port), host, 7401 + place) for place, port in enumerate((7302, 7301))]
    try:
        await until(lambda: "master_link_status:up" in replica.ask("info", "replication"), "the replica has no primary")
        server = await Server(["--store", f"redis+sentinel://{host}:7401,{host}:7402/main/0"]).start()
        ann = await Client.connect(server.port, "Ann")
        await ann.join("one", kind="open")
        same((await ann.delta("one", {"n": 1}))["rev"], 1, "the first delta")
        same(await server.stop(), 0, "the exit status")
        # All of them may not have heard of it for as long as it takes: by the 16th question 6 to 12 s have gone by.
        sentinels.append(await asyncio.start_server(sentinel(host, *[7302] * 15, 7301), host, 7403))
        await asyncio.to_thread(checked, f"redis+sentinel://{host}:7403/main/0")
    finally:
        for one in sentinels:
            one.close()
        replica.end()
        primary.end()


def sentinel(host, *ports):
    """One that answers questions with these primaries, one after the other, and with the last from then on."""
    left = list(ports)

    async def answer(reader, writer):
        while await reader.read(4096):
            port = left.pop(0) if len(left) > 1 else left[0]
            writer.write(f"*2\r\n${len(host)}\r\n{host}\r\n$4\r\n{port}\r\n".encode())
        writer.close()
    return answer


def written(redis):
    """How many bytes it has had for its replicas."""
    return int(re.search(r"master_repl_offset:(\d+)", redis.ask("info", "replication")).group(1))


async def failovers():
    """The primary is killed under load, and one is demoted: nothing that was shown is lost, and play goes on by itself."""
    await play(["--replicas", "1"], ("killed", "demoted"))


async def healed():
    """Without --replicas a failover forgets what was shown: the servers that have stored it store it again."""
    assert await play([], ("killed",)) > 0, "nothing was stored again"


async def play(options, ways):
    """Has people play through failovers; returns how many deltas were stored again."""
    print(f"seed {SEED}", flush=True)
    rng = random.Random(SEED)
    redis = Watched()
    # A machine that is busy, and a failover, may take longer than a server is waited for otherwise.
    environment = {**os.environ, "GOMOKU_STORE_GONE": "60"}
    servers = [Server(["--store", redis.address, *options], env=environment) for _ in range(2)]
    try:
        return await survive(redis, servers, options, ways, rng)
    finally:
        # Whatever has failed: nobody plays on beside what comes next.
        for server in servers:
            if server.process and server.process.returncode is None:
                server.process.kill()
        for one in redis.sentinels + redis.all:
            one.end()


async def survive(redis, servers, options, ways, rng):
    """What `play` does, while it holds."""
    await asyncio.gather(*(server.start() for server in servers))
    witness = Witness()
    players = [Player(f"{kind[0]}{number}-{i}", f"{kind}-{number}", kind, witness, random.Random(rng.random()))
               for kind in ("open", "gomoku") for number in range(2) for i in range(2)]
    lives = [asyncio.create_task(player.live(lambda: rng.choice(servers).port)) for player in players]

    try:
        await fail_over(redis, ways, options, rng, witness, lives)
    except BaseException:
        for life in lives:
            life.cancel()
        raise
    for player in players:
        player.stopping = True
    await asyncio.wait_for(asyncio.gather(*lives), blackbox.PATIENCE)
    await verify(rng.choice(servers), players, witness)
    again = sum([await metric(server, "gomoku_redis_healed_total") for server in servers])
    same(sum([await metric(server, "gomoku_redis_rewinds_total") for server in servers]), 0, "rooms that were rewound")
    for server in servers:
        same(await server.stop(), 0, "the exit status")
    checked(redis.address)
    same(witness.faults, [], "faults")
    print(f"{len(witness.acked)} acknowledged deltas and {len(witness.shown)} shown ones are there after {len(ways)} failovers, {again} stored again",
          flush=True)
    return again


def demote(redis):
    """Asks a Sentinel to make the replica the primary, unless one is at it: it gives up where the replica has only just come back."""
    asked, given_up = (redis.sentinels[0].log().count(words) for words in ("requested FAILOVER", "-failover-abort"))
    if asked == given_up:
        redis.sentinels[0].ask("sentinel", "failover", NAME)


async def fail_over(redis, ways, options, rng, witness, lives):
    """Kills or demotes the primary, while they play."""
    async def goes_on(count):
        goal = len(witness.acked) + count
        await until(lambda: len(witness.acked) >= goal or any(life.done() for life in lives), "play does not go on")
        assert not any(life.done() for life in lives), "a player stopped"

    for way in ways:
        await goes_on(rng.randrange(50, 150))
        old = redis.primary()
        if way == "killed":
            # Something is written that the replica, which stands still and is cut off, does not have when the primary dies.
            replica = next(one for one in redis.all if one is not old)
            os.kill(replica.process.pid, signal.SIGSTOP)
            old.ask("client", "kill", "type", "replica")
            offset, count = written(old), len(witness.acked)
            await until(lambda: len(witness.acked) > count + 20 if not options else written(old) > offset + 2_000, "nothing is written")
            old.kill()
            os.kill(replica.process.pid, signal.SIGCONT)
        else:
            await until(lambda: "master-link-status\nok\n" in redis.sentinels[0].ask("sentinel", "replicas", NAME), "the replica has no primary")
        try:
            await until(lambda: redis.primary() not in (old, None) or way == "demoted" and demote(redis), "there is no failover")
        except AssertionError as failure:
            raise AssertionError(f"{failure}: {redis.sentinels[0].log()[-2000:]}") from None
        if way == "killed":
            # As whoever watches its process would do; the Sentinels make a replica of it.
            old.start()
        await goes_on(200)


async def main():
    count = Count()
    for test in (replicas, options, stale, failovers, healed):
        await count.run(sentence(test), test())
    count.close()


asyncio.run(main())
