"""Failovers of a Redis with replicas. Nothing that a player received is lost, and play continues
without intervention."""

import asyncio
import contextlib
import os
import random
import signal

import pytest

from gomokutest import people, preload
from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import assert_sound, run
from gomokutest.environment import SEED, TIMEOUT
from gomokutest.sentinel import NAME, Instance, Watched, own_address
from gomokutest.server import Server
from gomokutest.websocket import Closed
from gomokutest.witness import Load


async def until(condition, sentence):
    """Waits until the condition holds. Returns its value."""
    end = asyncio.get_running_loop().time() + TIMEOUT
    while not (found := condition()):
        assert asyncio.get_running_loop().time() < end, sentence() if callable(sentence) else sentence
        await asyncio.sleep(0.05)
    return found


async def health(server, status):
    """Waits until /healthz has this status. Returns its body."""
    end = asyncio.get_running_loop().time() + TIMEOUT
    while (answer := await server.get("/healthz"))[0] != status:
        assert asyncio.get_running_loop().time() < end, answer
        await asyncio.sleep(0.05)
    return answer[2].decode()


async def test_deltas_are_broadcast_only_after_replication(tmp_path):
    """With --replicas 1 the server broadcasts a delta only after a replica has it.

    Without a replica it broadcasts nothing, even of deltas that Redis has. It disconnects their
    senders and rejects new deltas. When the replica is back, everything goes on.
    """
    host, clock = own_address(), preload.Clock(str(tmp_path))
    with contextlib.closing(Instance(host, 7201)) as primary:
        address = f"redis://{host}:7201/0"
        server = Server(["--store", address, "--replicas", "1"], alone=True, clock=clock)
        starting = asyncio.create_task(server.start())
        await server.said("0 of the 1 replicas that --replicas requires")
        # The server waits a few seconds for a replica before it listens.
        while not starting.done():
            clock.skip(1)
            await asyncio.wait([starting], timeout=0.1)
        await starting
        with contextlib.closing(Instance(host, 7202, "--replicaof", host, "7201")) as replica:
            await health(server, 200)
            ann, bob, eve = [await Client.connect(server.port, name) for name in ("Ann", "Bob", "Eve")]
            for client in (ann, eve):
                await client.join("one", kind="open")
            for client in (ann, bob):
                await client.join("two", kind="open")
            same((await ann.delta("one", {"n": 1}))["rev"], 1, "the first delta")
            await eve.expect("delta")
            same((await ann.delta("two", {"n": 1}))["rev"], 1, "the first delta of another room")
            await bob.expect("delta")
            assert replica.ask("keys", "*r:one"), "the replica does not have it"
            # Redis is stopped until the server has sent the delta, so that Redis cannot yet know
            # that the replica is gone.
            os.kill(primary.process.pid, signal.SIGSTOP)
            replica.kill()
            ann.send(type="delta", room="one", id="waits", set={"n": 2})
            ann.send(type="ping")
            await ann.expect("pong")
            os.kill(primary.process.pid, signal.SIGCONT)
            said = await health(server, 503)
            assert "0 of the 1 required replicas" in said, said
            bob.send(type="delta", room="two", id="refused", set={"n": 2})
            bob.send(type="ping")
            await bob.expect("pong")
            refused = await bob.expect("reject", "delta")
            same((refused["type"], refused["code"]), ("reject", "read-only"), "the answer while there is no replica")
            assert "replicas" in refused["message"], refused
            key = next(key for key in primary.ask("keys", "*r:one").split())
            same(primary.ask("llen", key).strip(), "2", "the deltas in Redis, of which no client has seen the second")
            for client in (ann, eve):
                same(await client.close_code(), 1001, "the close code of clients in a room of which nothing is known")
            replica.start()
            await health(server, 200)
            ann, eve = [await Client.connect(server.port, token=client.token) for client in (ann, eve)]
            same((await eve.join("one", kind="open"))["state"], {"n": 2}, "the room that the other client finds")
            await ann.join("one", kind="open")
            answer = await ann.delta("one", {"n": 2}, id="waits")
            same((answer["rev"], answer["again"]), (2, True), "the delta that has waited, sent again")
            same((await bob.delta("two", {"n": 2}, id="refused"))["rev"], 2, "the rejected delta, sent again")
            assert (await server.metrics())["gomoku_redis_replica_shortages_total"] > 0
            same(await server.stop(), 0, "the exit status")
            await asyncio.to_thread(assert_sound, "--store", address)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--replicas", "1"], "Give one with --store"),
        (["--replicas=17", "--store", "redis://h"], "0 to 16"),
        (["--store", "redis+sentinel://h:1"], "redis+sentinel://host:port,host:port/name/db"),
    ],
    ids=["replicas without Redis", "too many replicas", "Sentinels without a name"],
)
def test_invalid_replication_options_are_refused(arguments, sentence):
    """The server refuses to start, prints an explanation, and exits with status 64."""
    status, _, errors = run(*arguments)
    same(status, 64, "the exit status")
    assert sentence in errors, errors


def sentinel(host, left, asked=lambda: None):
    """Returns the handler of a fake Sentinel. It reports the primaries at the ports of `left` in
    turn, removing them from the list, and repeats the last one. Calls `asked` for each question."""

    async def answer(reader, writer):
        with contextlib.suppress(ConnectionError):
            while await reader.read(4096):
                port = left.pop(0) if len(left) > 1 else left[0]
                writer.write(f"*2\r\n${len(host)}\r\n{host}\r\n$4\r\n{port}\r\n".encode())
                asked()
        writer.close()

    return answer


@contextlib.asynccontextmanager
async def two_instances():
    """A primary at port 7301 and its replica at port 7302."""
    host = own_address()
    with (
        contextlib.closing(Instance(host, 7301)) as primary,
        contextlib.closing(Instance(host, 7302, "--replicaof", host, "7301")) as replica,
    ):
        await until(lambda: "master_link_status:up" in replica.ask("info", "replication"), "the replica has no primary")
        # Until the replica has answered, the primary does not report it in ROLE.
        await until(lambda: "state=online" in primary.ask("info", "replication"), "the primary has no replica")
        yield host, primary, replica


async def test_server_skips_a_sentinel_that_names_a_stale_primary():
    """A Sentinel names a primary that has become a replica. The server asks the next Sentinel."""
    async with two_instances() as (host, _, _):
        stale, current = [await asyncio.start_server(sentinel(host, [port]), host, 0) for port in (7302, 7301)]
        async with stale, current:
            addresses = ",".join(f"{host}:{one.sockets[0].getsockname()[1]}" for one in (stale, current))
            server = await Server(["--store", f"redis+sentinel://{addresses}/main/0"], alone=True).start()
            ann = await Client.connect(server.port, "Ann")
            await ann.join("one", kind="open")
            same((await ann.delta("one", {"n": 1}))["rev"], 1, "the first delta")
            same(await server.stop(), 0, "the exit status")


async def test_starting_server_keeps_asking_stale_sentinels(tmp_path):
    """All Sentinels name a primary that has become a replica. A starting server keeps asking them,
    for longer than its limit for a connection."""
    clock = preload.Clock(str(tmp_path))
    async with two_instances() as (host, _, _):
        # Each question moves the server's clock forward by a second.
        only = await asyncio.start_server(sentinel(host, [7302] * 8 + [7301], asked=lambda: clock.skip(1)), host, 0)
        async with only:
            address = f"redis+sentinel://{host}:{only.sockets[0].getsockname()[1]}/main/0"
            server = await Server(["--store", address], alone=True, clock=clock).start()
            same(await server.stop(), 0, "the exit status")
    assert clock.skipped >= 8_000_000_000, clock.skipped


def offset(redis):
    """Returns the number of bytes that a primary has written to its replication stream."""
    found = redis.ask("info", "replication").split("master_repl_offset:")[1]
    return int(found.split()[0])


def stop_replica(redis, primary):
    """Stops and disconnects the replica. Returns it."""
    replica = next(one for one in redis.all if one is not primary)
    os.kill(replica.process.pid, signal.SIGSTOP)
    primary.ask("client", "kill", "type", "replica")
    return replica


async def fail_over_to_replica(redis, old, replica):
    """Kills the primary, and resumes the replica until the Sentinels have promoted it. Then
    restarts the former primary, as a service manager would. The Sentinels turn it into a replica
    after ten seconds."""
    old.kill()
    os.kill(replica.process.pid, signal.SIGCONT)
    # A Sentinel that considers the replica dead retries much later.
    await until(redis.reach_replica, "the Sentinels do not reach the replica")
    redis.give_up_after(Watched.HASTY)
    await new_primary(redis, old)
    redis.give_up_after(Watched.PATIENT)
    old.start()


async def kill_ahead_of_replica(redis, load, thorough):
    """Kills the primary while it has data that its stopped and disconnected replica lacks. The
    former primary restarts and becomes a replica after the failover."""
    old = redis.primary()
    replica = stop_replica(redis, old)
    written = offset(old)
    await load.until(lambda: offset(old) > written + 2_000, "nothing is written")
    await fail_over_to_replica(redis, old, replica)
    if not thorough:
        old.ask("replicaof", redis.host, str(redis.primary().port))


async def demote(redis):
    """Asks a Sentinel to promote the replica."""
    old, first = redis.primary(), redis.sentinels[0]
    await until(
        lambda: "master-link-status\nok\n" in first.ask("sentinel", "replicas", NAME), "the replica has no primary"
    )

    def ask_again():
        """A Sentinel may abort a failover, for example if the replica has only just reconnected.
        Ask it again then."""
        asked, given_up = (first.log().count(words) for words in ("requested FAILOVER", "-failover-abort"))
        if asked == given_up:
            first.ask("sentinel", "failover", NAME)

    await new_primary(redis, old, ask_again)


async def new_primary(redis, old, meanwhile=lambda: None):
    def found():
        meanwhile()
        return redis.primary() not in (old, None)

    await until(found, lambda: f"there is no failover: {redis.sentinels[0].log()[-2000:]}")


async def play_through_failover(address, options, fail_over):
    """Lets clients play on two servers through a failover. Returns the number of deltas that the
    servers wrote again."""
    print(f"TEST_SEED={SEED}")
    rng = random.Random(SEED)
    # A failover may take longer than the time after which the other servers consider a server dead.
    environment = {**os.environ, "GOMOKU_STORE_GONE": "60"}
    servers = [Server(["--store", address, *options], alone=True, env=environment) for _ in range(2)]
    await asyncio.gather(*(server.start() for server in servers))
    async with Load(rng, lambda *_: rng.choice(servers).port) as load:
        await load.go_on(rng.randrange(50, 150))
        await fail_over(load)
        await load.go_on(200)
        await load.end(rng.choice(servers))
    again = rewound = 0
    for server in servers:
        metrics = await server.metrics()
        again += metrics["gomoku_redis_healed_total"]
        rewound += metrics["gomoku_redis_rewinds_total"]
    same(rewound, 0, "rooms that were rewound")
    for server in servers:
        same(await server.stop(), 0, "the exit status")
    await asyncio.to_thread(assert_sound, "--store", address)
    return again


async def play_through_sentinel_failover(options, fail_over):
    """Lets clients play through a failover by Sentinels. Calls `fail_over` with the Redis and the
    load."""
    with contextlib.closing(Watched()) as redis:
        await play_through_failover(redis.address, options, lambda load: fail_over(redis, load))


async def test_killed_primary_with_required_replicas_loses_nothing(thorough):
    """With --replicas 1 the primary is killed under load. Nothing that clients received is lost,
    and play goes on with the replica."""
    await play_through_sentinel_failover(
        ["--replicas", "1"], lambda redis, load: kill_ahead_of_replica(redis, load, thorough)
    )


@pytest.mark.full
async def test_demoted_primary_with_required_replicas_loses_nothing():
    """With --replicas 1 an operator promotes the replica under load. Nothing that clients received
    is lost, and play goes on."""
    await play_through_sentinel_failover(["--replicas", "1"], lambda redis, load: demote(redis))


@pytest.mark.full
async def test_demoted_primary_without_required_replicas_loses_nothing():
    """Without --replicas an operator promotes the replica under load. Play goes on, and no room
    loses deltas that clients received."""
    await play_through_sentinel_failover([], lambda redis, load: demote(redis))


class Claims:
    """Guests who claim one name after another."""

    # The pause after each claim, in seconds. It limits the number of names, because the test later
    # logs in with each.
    PACE = 0.04

    def __init__(self, servers):
        self.servers, self.owners, self.refused = servers, {}, 0
        self.tasks = [asyncio.create_task(self._claim(seat)) for seat in range(4)]

    async def _claim(self, seat):
        for number in range(1, 1_000_000):
            name = f"owner {seat} {number}"
            try:
                client = await Client.connect(self.servers[(seat + number) % len(self.servers)].port)
                answer = await people.claim(client, name)
                client.cut()
            except (Closed, OSError):
                await asyncio.sleep(0.05)  # No event signals that a server accepts connections again.
                continue
            if answer["type"] == "account":
                self.owners[name] = client.id
                await asyncio.sleep(self.PACE)
            else:
                same(answer["code"], "unavailable", "why a claim is refused")
                self.refused += 1

    async def more(self, count):
        """Waits until `count` more claims are acknowledged."""
        goal = len(self.owners) + count
        await until(lambda: len(self.owners) >= goal, lambda: f"no names are claimed: {self.refused} were refused")

    async def end(self):
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)


async def claim_through_failover(fail_over):
    """Lets guests claim names on two servers without --replicas through a failover. Afterwards
    every owner of an acknowledged claim must be able to log in."""
    with contextlib.closing(Watched()) as redis:
        servers = [Server(["--store", redis.address], alone=True) for _ in range(2)]
        await asyncio.gather(*(server.start() for server in servers))
        claims, old = Claims(servers), redis.primary()
        try:
            await claims.more(20)
            await fail_over(redis, old, claims)
            await claims.more(20)
        finally:
            await claims.end()
        print(f"{len(claims.owners)} names claimed, {claims.refused} claims refused")
        lost = []
        for name, owner in claims.owners.items():
            client, answer = await people.login(servers[0], name)
            client.cut()
            if answer["type"] != "welcome" or answer["participant"]["id"] != owner:
                lost.append((name, answer))
        same(lost, [], f"names of {len(claims.owners)} that are lost")
        for server in servers:
            same(await server.stop(), 0, "the exit status")
        await asyncio.to_thread(assert_sound, "--store", redis.address)


async def test_names_claimed_during_a_failover_are_kept():
    """An operator promotes the replica while names are claimed. No name is lost."""

    async def fail_over(redis, old, claims):
        await demote(redis)
        # The former primary accepts writes until it is a replica. The Sentinels would turn it into
        # one ten seconds later.
        await claims.more(20)
        old.ask("replicaof", redis.host, str(redis.primary().port))

    await claim_through_failover(fail_over)


async def test_names_claimed_before_the_primary_dies_are_kept():
    """The primary is killed while it has claims that its stopped replica lacks. No name is lost."""

    async def fail_over(redis, old, claims):
        names = lambda: int(old.ask("eval", "return #redis.call('keys', '{people}n:*')", "0"))
        before = names()
        replica = stop_replica(redis, old)
        # Gives the server time for an answer that must not come. After ten seconds it may come,
        # because the replica no longer counts then.
        await asyncio.sleep(0.5)
        assert names() > before, "nothing is written"
        await fail_over_to_replica(redis, old, replica)

    await claim_through_failover(fail_over)


async def test_missing_replica_delays_claims_but_not_moves():
    """Without --replicas the only replica dies. Moves are still accepted immediately, and guests
    keep their identity. Claims are refused, and accepted again without the replica after a
    while."""
    async with two_instances() as (host, _, replica):
        server = await Server(["--store", f"redis://{host}:7301/0"], alone=True).start()
        ann = await people.claimed(server, "Ann")
        await ann.join("one", kind="open")
        replica.kill()
        answer = await people.claim(await Client.connect(server.port), "Bob")
        same((answer["type"], answer.get("code")), ("error", "unavailable"), "the answer to a claim")
        same((await ann.delta("one", {"n": 1}))["rev"], 1, "a delta meanwhile")
        guest = await Client.connect(server.port, "Guest")
        same((await Client.connect(server.port, token=guest.token)).id, guest.id, "who the guest is")
        end = asyncio.get_running_loop().time() + TIMEOUT
        while (answer := await people.claim(await Client.connect(server.port), "Carl"))["type"] != "account":
            same(answer["code"], "unavailable", "why the claim is refused")
            assert asyncio.get_running_loop().time() < end, "claims do not go on"
            await asyncio.sleep(0.5)
        same((await server.get("/readyz"))[0], 200, "whether the server is ready")
        same(await server.stop(), 0, "the exit status")


async def test_deltas_lost_in_a_failover_are_written_back():
    """Without --replicas a failover loses deltas that clients received. The servers write them
    again, and play goes on.

    The test performs the failover itself. Real Sentinels may need longer than the 10 seconds for
    which servers keep deltas.
    """
    async with two_instances() as (host, old, replica):
        ports = [old.port]

        async def fail_over(load):
            # A primary may report a replica as connected a second before it sends data to it.
            await until(lambda: replica.ask("hget", "meta", "id").strip(), "the replica gets nothing")
            os.kill(replica.process.pid, signal.SIGSTOP)
            old.ask("client", "kill", "type", "replica")
            # The first answer to each player may be about a delta that the replica has received.
            # With one answer more than players, some player has a second one.
            await load.go_on(len(load.players) + 1)
            old.kill()
            os.kill(replica.process.pid, signal.SIGCONT)
            replica.ask("replicaof", "no", "one")
            ports[:] = [replica.port]

        only = await asyncio.start_server(sentinel(host, ports), host, 0)
        async with only:
            address = f"redis+sentinel://{host}:{only.sockets[0].getsockname()[1]}/main/0"
            assert await play_through_failover(address, [], fail_over) > 0, "nothing was stored again"
