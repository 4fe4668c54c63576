"""A server that cannot reach its Redis, a Redis that hangs, missing replicas, and a planned stop.

Every request is answered or its sender is redirected. Nothing is lost or stored twice. Clocks do
not count time during which the server could not store moves.
"""

import asyncio
import contextlib
import os
import signal
import time

from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import assert_sound
from gomokutest.environment import TIMEOUT
from gomokutest.sentinel import Instance, own_address
from gomokutest.server import Server
from gomokutest.terminal import Proxy
from gomokutest.websocket import Closed, Refused, Socket

# Seconds within which events that are promised after 3 or 5 seconds have happened, even on a busy
# machine. A server that only noticed the timeout of its connection would need 15 seconds or more.
SOON = 12


async def soon(event, what):
    """Awaits an event that must happen within SOON seconds, and prints the time it took."""
    began = time.monotonic()
    try:
        async with asyncio.timeout(SOON):
            return await event
    except TimeoutError:
        raise AssertionError(f"{what} took more than {SOON} seconds") from None
    finally:
        print(f"{what}: {time.monotonic() - began:.1f} s")


async def readiness(server, status):
    """Waits until /readyz has this status."""
    while (await server.get("/readyz"))[0] != status:
        await asyncio.sleep(0.05)


async def outcome(client, **message):
    """Sends a message. Returns the type of its answer, and the answer's code or the close code."""
    try:
        client.send(**message)
        fits = lambda m: m["type"] != "delta" or m.get("id") == message.get("id")
        answer = await client.expect("delta", "reject", "error", "welcome", "snapshot", where=fits)
        return answer["type"], answer.get("code")
    except Closed as closed:
        return "closed", closed.code


async def game(ann, bob, room, clock):
    """Starts a game with a clock and two moves, so that it is Ann's turn. Returns the room's
    epoch."""
    epoch = (await ann.join(room))["epoch"]
    await bob.join(room)
    await ann.delta(room, {"game": "1", "rule": "standard", "clock": clock, "x": ann.id})
    await bob.delta(room, {"o": bob.id})
    for number, point in enumerate(("h8", "a1"), 1):
        same((await (bob if number == 2 else ann).move(room, number, point))["type"], "delta", point)
    return epoch


MOVE = {"move": "3", "col3": "3", "row3": "3"}


async def test_server_cut_off_from_redis_redirects_or_refuses_clients():
    """No packet passes between one of two servers and Redis. Its clients, and clients of the other
    server in its rooms, are soon redirected or refused. A player continues on the other server
    without losing time."""
    host = own_address()
    with contextlib.closing(Instance(host, 7231)) as redis, contextlib.closing(Proxy(7231, host)) as proxy:
        await proxy.start()
        cut = await Server(["--store", f"redis://127.0.0.1:{proxy.port}/0"], alone=True).start()
        other = await Server(["--store", f"redis://{host}:7231/0"], alone=True).start()
        ann, bob = await Client.connect(cut.port, "Ann"), await Client.connect(other.port, "Bob")
        watcher = await Client.connect(cut.port, "Watcher")
        epoch = await game(ann, bob, "cut", "15+0")
        await watcher.join("cut")
        # A room without any requests.
        owner = await Client.connect(cut.port, "Owner")
        taken = (await owner.join("taken", kind="open"))["epoch"]
        await owner.delta("taken", {"n": 1})
        newcomer, late = Client(await Socket.open(cut.port)), Client(await Socket.open(cut.port))
        proxy.flows.clear()
        began = time.monotonic()
        _, moved, there, watched, greeted = await asyncio.gather(
            soon(readiness(cut, 503), "until /readyz says so"),
            soon(outcome(ann, type="delta", room="cut", id="late", set=MOVE), "until the move is answered"),
            soon(
                outcome(bob, type="delta", room="cut", id="b", set={"offer": "draw o"}), "until the other is answered"
            ),
            soon(watcher.close_code(), "until a spectator is sent elsewhere"),
            soon(outcome(newcomer, type="hello"), "until a newcomer is answered"),
        )
        same((moved, there), (("closed", 1001), ("closed", 1001)), "what becomes of the players")
        same(watched, 1001, "what becomes of a spectator")
        same(greeted, ("error", "unavailable"), "the answer to a newcomer")
        same(await soon(outcome(late, type="hello"), "until the next is answered"), greeted, "the next answer")
        try:
            await Socket.open(cut.port)
            raise AssertionError("the server that is cut off lets somebody in")
        except Refused as refused:
            same(refused.status, 503, "the answer to a handshake")
        ann = await Client.connect(other.port, token=ann.token)
        answer = await soon(rejoin(ann, "cut", 4, epoch), "until the game is on the other server")
        same(answer["type"], "deltas", "the answer to the player who comes back")
        answer = await ann.delta("cut", MOVE, id="late")
        same((answer["type"], answer["by"]), ("delta", ann.id), "the move on the other server")
        left = int((await other.json("/api/rooms/cut"))["state"]["xTime"])
        print(f"{time.monotonic() - began:.1f} s after the cut the player has {left} ms of 15 s left")
        assert left > 10_000, f"{left} ms are left"
        await rejoin(ann, "taken", 1, taken, kind="open")
        same((await ann.delta("taken", {"n": 2}))["rev"], 2, "the next delta of a room that was taken")
        proxy.flows.set()
        await readiness(cut, 200)
        same([d["rev"] for d in await cut.history("taken")], [1, 2], "what the server shows that was cut off")
        ids = [delta.get("id") for delta in await cut.history("cut")]
        same(ids.count("late"), 1, "how often the move is stored")
        for server in (cut, other):
            same(await server.stop(), 0, "the exit status")
        await asyncio.to_thread(assert_sound, "--store", f"redis://{host}:7231/0")
        assert redis.process.poll() is None


async def rejoin(client, room, rev, epoch, **more):
    """Joins a room, and retries until a server can serve it."""
    while True:
        answer = await client.join(room, since=rev, epoch=epoch, **more)
        if answer["type"] != "error":
            return answer
        await asyncio.sleep(0.05)


async def test_hanging_redis_costs_no_thinking_time():
    """Redis hangs. Requests that were already sent to it get no wrong answer, and their senders
    must reconnect. Later requests are refused. The players' thinking time is not counted. When
    Redis resumes, the game goes on."""
    host = own_address()
    with contextlib.closing(Instance(host, 7232)) as redis:
        server = await Server(["--store", f"redis://{host}:7232/0"], alone=True).start()
        ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
        epoch = await game(ann, bob, "asked", "300+0")
        # No player of this game sends anything.
        eve, dan = await Client.connect(server.port, "Eve"), await Client.connect(server.port, "Dan")
        await game(eve, dan, "quiet", "6+0")
        guest = Client(await Socket.open(server.port))
        os.kill(redis.process.pid, signal.SIGSTOP)
        try:
            began = time.monotonic()
            _, moved, greeted = await asyncio.gather(
                soon(readiness(server, 503), "until /readyz says so"),
                soon(outcome(ann, type="delta", room="asked", id="late", set=MOVE), "until the move is answered"),
                soon(outcome(guest, type="hello"), "until a newcomer is answered"),
            )
            same(moved, ("closed", 1001), "what becomes of a player whose move was sent to Redis")
            same(greeted, ("error", "unavailable"), "the answer to a newcomer")
            # Eve has 6 seconds, plus at most a second of lag compensation.
            await asyncio.sleep(max(0, began + 9 - time.monotonic()))
        finally:
            os.kill(redis.process.pid, signal.SIGCONT)
        await readiness(server, 200)
        answer = await eve.delta("quiet", MOVE, id="late")
        same((answer["type"], answer["set"].get("result")), ("delta", None), "the move of a player who was not asked")
        ann = await Client.connect(server.port, token=ann.token)
        await rejoin(ann, "asked", 4, epoch)
        same((await ann.delta("asked", MOVE, id="late"))["type"], "delta", "the move, sent again")
        for room in ("asked", "quiet"):
            ids = [delta.get("id") for delta in await server.history(room)]
            same(ids.count("late"), 1, f"how often the move is stored in {room}")
        same(await server.stop(), 0, "the exit status")


async def test_returning_clients_can_watch_while_replicas_are_missing():
    """With --replicas 1 and no replica the server is not ready and refuses moves. Returning clients
    can still watch, and no clock runs."""
    host = own_address()
    with contextlib.closing(Instance(host, 7233)):
        replica = Instance(host, 7234, "--replicaof", host, "7233")
        with contextlib.closing(replica):
            server = await Server(["--store", f"redis://{host}:7233/0", "--replicas", "1"], alone=True).start()
            async with asyncio.timeout(TIMEOUT):
                await readiness(server, 200)
            ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
            watcher = await Client.connect(server.port, "Watcher")
            await game(ann, bob, "short", "6+0")
            replica.kill()
            began = time.monotonic()
            await soon(readiness(server, 503), "until /readyz says so")
            moved, again = await asyncio.gather(
                soon(outcome(ann, type="delta", room="short", id="early", set=MOVE), "until the move is answered"),
                soon(Client.connect(server.port, token=watcher.token), "until a spectator is greeted"),
            )
            same(moved, ("reject", "read-only"), "the answer to a move")
            same(again.id, watcher.id, "who the spectator is")
            same((await soon(again.join("short"), "until the spectator watches"))["rev"], 4, "what is shown")
            await asyncio.sleep(max(0, began + 9 - time.monotonic()))
            replica.start()
            async with asyncio.timeout(TIMEOUT):
                await readiness(server, 200)
            answer = await ann.delta("short", MOVE, id="early")
            same((answer["type"], answer["set"].get("result")), ("delta", None), "the move when the replica is back")
            same(await server.stop(), 0, "the exit status")


class Writer:
    """A client that sends deltas without waiting for answers, and receives messages until the
    connection ends."""

    def __init__(self, client, room):
        self.client, self.room, self.sent = client, room, 0
        self.unanswered, self.rejected, self.code = [], [], None

    def send(self):
        self.sent += 1
        self.unanswered.append(f"{self.sent}")
        self.client.send(type="delta", room=self.room, id=f"{self.sent}", set={"n": self.sent})

    async def write(self):
        try:
            while True:
                while len(self.unanswered) < 4:
                    self.send()
                message = await self.client.receive()
                if message["type"] == "reject":
                    self.rejected.append(message)
                if message["type"] in ("reject", "delta"):
                    self.unanswered.remove(message["id"])
        except (Closed, ConnectionError) as end:
            self.code = getattr(end, "code", None)


async def test_planned_stop_rejects_no_delta():
    """A server stops while many clients write. Each of its connections ends with 1001, and no delta
    is rejected. Unanswered deltas that are sent again to another server are stored once."""
    host = own_address()
    with contextlib.closing(Instance(host, 7235)):
        servers = [await Server(["--store", f"redis://{host}:7235/0"], alone=True).start() for _ in range(2)]
        writers = []
        for number in range(40):
            # Half of the rooms are on the server that stops, and half of their clients are on the
            # other one.
            home, place = servers[number % 2], servers[number // 2 % 2]
            owner = await Client.connect(home.port)
            await owner.join(f"room{number}", kind="open")
            client = await Client.connect(place.port, f"W{number}")
            await client.join(f"room{number}", kind="open")
            writers.append(Writer(client, f"room{number}"))
        tasks = [asyncio.create_task(writer.write()) for writer in writers]
        while sum(writer.sent for writer in writers) < 2_000:
            await asyncio.sleep(0.01)
        same(await asyncio.wait_for(servers[0].stop(), TIMEOUT), 0, "the exit status")
        # Clients of the other server whose rooms were on the stopped server must reconnect, too.
        # The rest go on.
        gone = [number for number in range(40) if number % 2 == 0 or number // 2 % 2 == 0]
        await asyncio.wait_for(asyncio.gather(*(tasks[number] for number in gone)), TIMEOUT)
        for number in set(range(40)) - set(gone):
            tasks[number].cancel()
        same([m for writer in writers for m in writer.rejected], [], "rejected deltas")
        codes = [writers[number].code for number in gone]
        same(set(codes), {1001}, f"close codes {sorted(map(str, codes))}")
        count = 0
        for number in gone:
            writer = writers[number]
            again = await Client.connect(servers[1].port, token=writer.client.token)
            await again.join(writer.room, kind="open")
            for name in writer.unanswered:
                count += 1
                same((await again.delta(writer.room, {"n": int(name)}, id=name))["type"], "delta", "the answer")
            ids = [delta["id"] for delta in await servers[1].history(writer.room)]
            same(sorted(ids, key=int), [str(n) for n in range(1, writer.sent + 1)], f"what is stored in {writer.room}")
            again.cut()
        print(f"{len(gone)} connections ended; {count} of {sum(w.sent for w in writers)} deltas were sent again")
        same(await servers[1].stop(), 0, "the exit status")
