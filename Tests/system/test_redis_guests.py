"""Guests in a Redis: stored together with the first data that needs storing, the same participant
on every server, and expired after a long absence."""

import asyncio
import hashlib
import os

import pytest_asyncio

from gomokutest import people as accounts
from gomokutest.checks import same
from gomokutest.client import Client
from gomokutest.commands import assert_sound
from gomokutest.environment import TIMEOUT
from gomokutest.sentinel import Instance, own_address
from gomokutest.server import Server

# The lifetime of a guest without a finished game, in milliseconds.
KEPT = 90 * 86_400_000
DAY = 86_400_000


class Cluster:
    """Two servers over a separate Redis."""

    def __init__(self, port):
        self.redis = Instance(own_address(), port)
        self.place = "--store", f"redis://{self.redis.address}:{port}/0"
        # A server that is killed on the same machine is detected immediately. No other server
        # counts as dead, however busy the machine.
        environment = {**os.environ, "GOMOKU_STORE_GONE": "3600"}
        self.all = [Server(self.place, alone=True, env=environment) for _ in range(2)]

    async def start(self):
        await asyncio.gather(*(server.start() for server in self.all))
        return self

    async def kill(self, *servers):
        await asyncio.gather(*(server.kill() for server in servers))

    def ask(self, *words):
        return self.redis.ask(*words).strip()

    def keys(self, client):
        """Returns the keys that store a participant: the person and the token."""
        digest = hashlib.sha256(client.token.encode()).digest()
        quoted = "".join(f"\\x{byte:02x}" for byte in digest)
        return f"{{people}}p:{client.id}", f'"{{people}}t:{quoted}"'

    def lifetimes(self, client):
        """Returns the remaining lifetimes of the two keys in milliseconds: -1 if they do not
        expire, -2 if they do not exist."""
        # redis-cli reads quoted bytes only from its standard input.
        lines = "".join(f"PTTL {key}\n" for key in self.keys(client))
        return [int(line) for line in self.redis.feed(lines).split()]


@pytest_asyncio.fixture
async def cluster():
    cluster = Cluster(7231)
    try:
        yield await cluster.start()
        await asyncio.to_thread(assert_sound, *cluster.place)
    finally:
        await cluster.kill(*(server for server in cluster.all if server.process.returncode is None))
        cluster.redis.close()


def test_lifetimes_distinguishes_stored_keys_from_missing_ones():
    """`lifetimes` distinguishes stored keys from missing ones."""
    redis = Instance(own_address(), 7232)
    try:
        redis.feed('SET "\\x00a" 1 PX 60000\nSET b 1\n')
        first, second, third = redis.feed('PTTL "\\x00a"\nPTTL b\nPTTL c\n').split()
        assert 0 < int(first) <= 60_000
        same((second, third), ("-1", "-2"), "the lifetimes")
    finally:
        redis.close()


async def until(found, what):
    """Waits until a condition holds that no event signals."""
    end = asyncio.get_running_loop().time() + TIMEOUT
    while not found():
        assert asyncio.get_running_loop().time() < end, f"not yet: {what}"
        await asyncio.sleep(0.05)


async def test_newcomers_add_no_redis_keys(cluster):
    """A thousand newcomers say hello, rename themselves and join the lobby on both servers. Redis
    has as many keys as before."""
    for server in cluster.all:
        watcher = await Client.connect(server.port, "Watcher")
        same((await watcher.join("~lobby"))["type"], "snapshot", "the answer to the first spectator")
    before = cluster.ask("dbsize")
    for number in range(1_000):
        client = await Client.connect(cluster.all[number % 2].port, f"Guest {number}")
        client.send(type="hello", name=f"Other {number}")
        await client.expect("welcome")
        if number % 10 == 0:
            await client.join("~lobby")
        client.cut()
    same(cluster.ask("dbsize"), before, "the number of keys")


async def test_unsaved_guest_is_the_same_on_every_server(cluster):
    """A guest who is not stored is the same participant on another server, and after a crash of all
    servers."""
    ann = await Client.connect(cluster.all[0].port, "Ann")
    other = await Client.connect(cluster.all[1].port, "Ann", token=ann.token)
    same((other.id, other.token), (ann.id, ann.token), "the guest on the other server")
    await cluster.kill(*cluster.all)
    await cluster.start()
    again = await Client.connect(cluster.all[1].port, "Ann", token=ann.token)
    same((again.id, again.token), (ann.id, ann.token), "the guest after the crash")
    same(cluster.lifetimes(again), [-2, -2], "the lifetimes")
    forged = ann.token[:-1] + ("a" if ann.token[-1] != "a" else "b")
    stranger = await Client.connect(cluster.all[0].port, "Ann", token=forged)
    assert stranger.id != ann.id and stranger.token != forged, "a forged token"


async def test_guests_who_have_played_survive_a_crash_of_all_servers(cluster):
    """Guests who have played keep their names and seats after all servers were killed."""
    ann = await Client.connect(cluster.all[0].port, "Ann")
    bob = await Client.connect(cluster.all[0].port, "Bob")
    for player in (ann, bob):
        await player.join("game")
    await ann.delta("game", {"game": "1", "x": ann.id})
    await bob.delta("game", {"o": bob.id})
    same((await ann.move("game", 1, "h8"))["type"], "delta", "the answer to the move")
    await cluster.kill(*cluster.all)
    await cluster.start()
    for player, name, server in ((ann, "Ann", 0), (bob, "Bob", 1)):
        status, person = await accounts.person(cluster.all[server], player.id)
        same((status, person["name"]), (200, name), "the profile")
        back = await Client.connect(cluster.all[server].port, token=player.token)
        same((back.id, back.welcome["participant"]["name"]), (player.id, name), "the guest")
        shown = await back.join("game")
        same((shown["state"]["x"], shown["state"]["o"]), (ann.id, bob.id), "the seats")


async def test_guest_playing_in_a_remote_room_survives_its_own_server(cluster):
    """A guest of one server sits down and moves in a room of the other server. After the first
    server was killed, the guest is the same participant on the other one, with name and seat."""
    first, second = cluster.all
    bob = await Client.connect(second.port, "Bob")
    await bob.join("far")
    await bob.delta("far", {"game": "1", "o": bob.id})
    ann = await Client.connect(first.port, "Ann")
    await ann.join("far")
    same((await ann.delta("far", {"x": ann.id}))["type"], "delta", "the answer to the seat")
    same((await ann.move("far", 1, "h8"))["type"], "delta", "the answer to the move")
    for lifetime in cluster.lifetimes(ann):
        assert KEPT - DAY < lifetime <= KEPT, lifetime
    await cluster.kill(first)
    back = await Client.connect(second.port, token=ann.token)
    same((back.id, back.welcome["participant"]["name"]), (ann.id, "Ann"), "the guest")
    shown = await back.join("far")
    same((shown["state"]["x"], shown["state"]["move"]), (ann.id, "1"), "the seat and the move")
    same((await bob.move("far", 2, "a1"))["type"], "delta", "the answer to the opponent's move")
    same((await back.move("far", 3, "i9"))["type"], "delta", "the answer to the next move")


async def test_paired_guests_are_stored_with_their_game(cluster):
    """Two guests are paired in the lobby, which at least one of their servers does not own. Both
    are stored together with the game."""
    ann = await Client.connect(cluster.all[0].port, "Ann")
    bob = await Client.connect(cluster.all[1].port, "Bob")
    for player in (ann, bob):
        player.send(type="seek", rule="freestyle", id="s")
    for player in (ann, bob):
        await player.expect("paired")
    for player, name in ((ann, "Ann"), (bob, "Bob")):
        same(cluster.ask("hget", cluster.keys(player)[0], "name"), name, "the stored name")


async def test_absent_guests_expire_after_90_days(cluster):
    """A stored guest expires after 90 days of absence. A return restarts the 90 days at most once a
    day. A guest with a finished game and the owner of a name do not expire."""
    first, second = cluster.all
    ann, bob, eve = [await Client.connect(first.port, name) for name in ("Ann", "Bob", "Eve")]
    await ann.join("talk", kind="open")
    await ann.delta("talk", {"n": 1})
    for lifetime in cluster.lifetimes(ann):
        assert KEPT - DAY < lifetime <= KEPT, lifetime

    # A return restarts the lifetime on a later day, but not on the same day.
    person, token = cluster.keys(ann)
    for left, is_renewed in ((KEPT - DAY // 2, False), (KEPT - 2 * DAY, True)):
        cluster.redis.feed("".join(f"PEXPIRE {key} {left}\n" for key in (person, token)))
        back = await Client.connect(second.port, token=ann.token)
        same(back.welcome["participant"]["name"], "Ann", "the name")
        if is_renewed:
            await until(lambda: min(cluster.lifetimes(ann)) > KEPT - DAY, "the expiry is put off")
        else:
            assert max(cluster.lifetimes(ann)) <= left
    # A guest stored by an earlier version without an expiry gets one.
    cluster.redis.feed("".join(f"PERSIST {key}\n" for key in (person, token)))
    await Client.connect(second.port, token=ann.token)
    await until(lambda: min(cluster.lifetimes(ann)) > KEPT - DAY, "the expiry is set")

    # An expired guest is the same participant again, but nothing about the guest is stored.
    cluster.redis.feed("".join(f"DEL {key}\n" for key in (person, token)))
    back = await Client.connect(second.port, "Ann", token=ann.token)
    same(back.id, ann.id, "the expired guest")
    await back.join("talk", kind="open")
    same((await back.delta("talk", {"n": 2}, id="again"))["type"], "delta", "the answer to the expired guest")
    assert min(cluster.lifetimes(ann)) > KEPT - DAY

    # A finished game, and a claimed name, prevent expiry.
    for player in (bob, eve):
        await player.join("game")
    await bob.delta("game", {"game": "1", "x": bob.id})
    await eve.delta("game", {"o": eve.id})
    assert min(cluster.lifetimes(bob)) > 0
    same((await accounts.claim(eve, "Eve"))["type"], "account", "the answer to the claim")
    same(cluster.lifetimes(eve), [-1, -1], "the lifetimes of the owner of a name")
    for number, player, point in ((1, bob, "h8"), (2, eve, "a1")):
        await player.move("game", number, point)
    answer = await eve.delta("game", {"result": "x", "reason": "resign"})
    same(answer["type"], "delta", "the answer to the resignation")
    same(cluster.lifetimes(bob), [-1, -1], "the lifetimes of a guest with a finished game")


async def test_guests_of_earlier_versions_get_an_expiry(cluster):
    """A starting server checks all people. Guests without an expiry get one. Owners of names get
    none, and lose one that another version has set."""
    ann, eve = [await Client.connect(cluster.all[0].port, name) for name in ("Ann", "Eve")]
    await ann.join("talk", kind="open")
    await ann.delta("talk", {"n": 1})
    await accounts.claim(eve, "Eve")
    await cluster.kill(*cluster.all)
    cluster.redis.feed("".join(f"PERSIST {key}\n" for key in cluster.keys(ann)))
    cluster.redis.feed("".join(f"PEXPIRE {key} {DAY}\n" for key in cluster.keys(eve)))
    same(cluster.lifetimes(ann), [-1, -1], "the lifetimes before")
    await cluster.start()
    await until(lambda: min(cluster.lifetimes(ann)) > KEPT - DAY, "the guest has an expiry")
    await until(lambda: cluster.lifetimes(eve) == [-1, -1], "the owner of a name has none")


async def test_token_of_a_deleted_account_creates_a_new_participant(cluster):
    """The token of a deleted account creates a new participant, on both servers."""
    eve = await accounts.claimed(cluster.all[0], "Eve")
    near = await Client.connect(cluster.all[1].port, token=eve.token)
    await near.join("~lobby")
    answer = await accounts.ask(eve, type="delete", password=accounts.PASSWORD)
    assert answer["type"] == "account" or "code" not in answer, answer
    for server in cluster.all:
        new = await Client.connect(server.port, token=eve.token)
        assert new.id != eve.id and new.token != eve.token
        status, _ = await accounts.person(server, eve.id)
        same(status, 404, "the profile")


async def test_newcomer_can_watch_while_redis_is_full(cluster):
    """While Redis refuses to write, a newcomer can connect and watch. When Redis accepts writes
    again, the newcomer can play, and is stored with the first move."""
    server = cluster.all[0]
    host = await Client.connect(server.port, "Host")
    await host.join("full", kind="open")
    await host.delta("full", {"n": 1})
    cluster.ask("config", "set", "maxmemory", "1")
    before = cluster.ask("dbsize")
    ann = await Client.connect(server.port, "Ann")
    same(ann.welcome["participant"]["name"], "Ann", "the name")
    same((await ann.join("full", kind="open"))["state"], {"n": 1}, "what a newcomer is shown")
    refused = await ann.delta("full", {"n": 2}, id="first")
    same((refused["type"], refused.get("code")), ("reject", "read-only"), "the answer to a change")
    same(cluster.ask("dbsize"), before, "the number of keys")
    status, _, body = await server.get("/healthz")
    assert status == 503 and body, body
    cluster.ask("config", "set", "maxmemory", "0")
    same((await ann.delta("full", {"n": 2}, id="first"))["type"], "delta", "the answer afterwards")
    await cluster.kill(*cluster.all)
    await cluster.start()
    back = await Client.connect(cluster.all[1].port, token=ann.token)
    same((back.id, back.welcome["participant"]["name"]), (ann.id, "Ann"), "the guest")
