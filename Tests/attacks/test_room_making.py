"""An address that creates as many rooms as it can, and a stranger who requests rooms over HTTP."""

from gomokutest import attack, lobby
from gomokutest.attack import connect_from
from gomokutest.client import Client

ROOMS, CONNECTIONS, ROOMS_EACH = 1_500, 10, 128
OPTIONS = "--rooms", str(ROOMS), "--rooms-per-address", "1024", "--connections-per-address", "100"


async def test_rooms_per_address_are_limited(server):
    """An address creates rooms on ten connections. The server refuses more than
    --rooms-per-address, and another address can still create a room."""
    made = []
    clients = []
    for number in range(CONNECTIONS):
        mallory = await connect_from("127.0.0.2", server.port, f"Mallory {number}")
        clients.append(mallory)
        for room in range(ROOMS_EACH):
            mallory.send(type="join", room=f"m-{number}-{room}", kind="open")
        for _ in range(ROOMS_EACH):
            answer = await mallory.expect("snapshot", "error")
            made.append(answer.get("code", answer["type"]))
    bob = await connect_from("127.0.0.3", server.port, "Bob")
    answer = await bob.join("bobs-room")
    assert answer["type"] == "snapshot", answer
    assert made.count("snapshot") <= 1024 < len(made), made.count("snapshot")
    for client in [*clients, bob]:
        client.cut()


async def test_seekers_are_paired_even_when_rooms_run_out(tmp_path):
    """Several networks create as many rooms as the server accepts. Players who seek an opponent are
    still paired."""
    server = await attack.host(str(tmp_path / "data"), "--rooms", "64", "--rooms-per-address", "40").start()
    made = []
    for network in range(2, 5):
        mallory = await connect_from(f"127.0.0.{network}", server.port, "Mallory")
        for number in range(30):
            answer = await mallory.join(f"m-{network}-{number}", kind="open")
            made.append(answer.get("code", answer["type"]))
    assert set(made) == {"snapshot", "server-full"}, set(made)
    for pair in range(4):
        clients = [await connect_from(f"127.0.1.{2 * pair + side + 1}", server.port, "Player") for side in range(2)]
        assert (await lobby.seek(clients[0], rule="caro", clock=f"{60 + pair}+0"))["type"] == "seeking"
        assert (await lobby.seek(clients[1], rule="caro", clock=f"{60 + pair}+0"))["type"] == "paired"
        await clients[0].expect("paired")
    assert await server.stop() == 0


async def test_http_shows_neither_chat_nor_participants(server):
    """Over HTTP a room shows its state. Only clients in the room receive chat and participants."""
    ann = await Client.connect(server.port, "Ann")
    await ann.join("secret", kind="open")
    await ann.delta("secret", {"a": 1})
    ann.send(type="say", room="secret", id="1", text="the key is under the mat")
    await ann.expect("said")
    snapshot = await server.json("/api/rooms/secret")
    assert snapshot["state"] == {"a": 1}, snapshot
    assert (snapshot["chat"], snapshot["participants"]) == ([], []), snapshot
    ann.cut()
