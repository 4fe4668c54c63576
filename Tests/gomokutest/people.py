"""Accounts over the wire protocol: claims, logins, profiles and rated games."""

import json
import urllib.parse

from .client import Client
from .websocket import Socket

PASSWORD = "correct horse"
RATED = {"game": "1", "rule": "standard", "clock": "300+5", "rated": "yes"}
# Enough moves for a rated game to count. None of them wins.
MOVES = ("h8", "i9", "g9", "a1", "c1", "e1")


async def ask(client, **message):
    """Sends a request about the account with an ID, and returns the answer to it."""
    client.count += 1
    message = {"id": f"q{client.count}", **message}
    client.send(**message)
    return await client.expect("account", "token", "sessions", "error", where=lambda m: m.get("id") == message["id"])


async def claim(client, name, password=PASSWORD):
    return await ask(client, type="claim", name=name, password=password)


async def claimed(server, name, port=None):
    """Returns a client that owns the name."""
    client = await Client.connect(port or server.port, name)
    answer = await claim(client, name)
    assert answer["type"] == "account", answer
    return client


async def login(server, name, password=PASSWORD, port=None, **more):
    """Logs in on a new connection without a hello. Returns the client and the answer."""
    client = Client(await Socket.open(port or server.port))
    client.send(type="login", id="l", name=name, password=password, **more)
    answer = await client.expect("welcome", "error")
    if answer["type"] == "welcome":
        client.welcome = answer
        client.id, client.token = answer["participant"]["id"], answer["token"]
    return client, answer


async def person(server, name_or_id, port=None):
    """Returns the HTTP status and the profile of a person."""
    status, _, body = await server.get("/api/people/" + urllib.parse.quote(name_or_id), port=port)
    return status, json.loads(body)


async def rated_game(room, x, o, number=1, **more):
    """Starts a rated game of two accounts, and plays enough moves for it to count."""
    for player in (x, o):
        await player.join(room)
    assert (await x.delta(room, {**RATED, "game": str(number), "x": x.id, **more}))["type"] == "delta"
    assert (await o.delta(room, {"o": o.id}))["type"] == "delta"
    for place, point in enumerate(MOVES, 1):
        assert (await (x if place % 2 else o).move(room, place, point))["type"] == "delta"
