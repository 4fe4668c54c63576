"""Accounts with each store: names, sessions, passwords and rated games, on all servers and after
SIGKILL."""

import json

import pytest
import pytest_asyncio

from gomokutest import store
from gomokutest.client import Client
from gomokutest.commands import assert_sound
from gomokutest.people import PASSWORD, ask, claim, claimed, login, person, rated_game
from gomokutest.server import Server

pytestmark = pytest.mark.stores("directory", "redis", "cluster")


@pytest_asyncio.fixture(scope="module")
async def server(data):
    """A server or cluster that the tests of the module share. After the tests `check` must find no
    fault."""
    running = await Server(["--data", data]).start()
    yield running
    assert await running.stop() == 0
    assert_sound(*store.program_arguments(["--data", data]))


async def test_claimed_name_belongs_to_one_account(server, room):
    """A name is claimed by one account, which owns it on every server. Other participants in the
    room see that it is claimed."""
    here, there = server.ports[0], server.ports[-1]
    ann, eve = await Client.connect(here, "Ann"), await Client.connect(there, "Eve")
    await eve.join(room)
    await ann.join(room)
    answer = await claim(ann, "Ann")
    assert answer["type"] == "account" and answer["participant"] == {
        "id": ann.id,
        "name": "Ann",
        "bot": False,
        "claimed": True,
    }, answer
    news = await eve.expect("participants", where=lambda m: any(p.get("claimed") for p in m["joined"]))
    assert news["joined"][0]["id"] == ann.id
    assert (await claim(ann, "Other"))["code"] == "already-claimed"
    assert (await claim(eve, "ANN"))["code"] == "name-taken"
    assert (await ask(eve, type="token"))["code"] == "not-claimed"
    guest = await Client.connect(there, "Ann")
    assert guest.welcome["participant"]["name"] == "Ann (guest)" and guest.id != ann.id
    second, answer = await login(server, "ann", port=there)
    assert answer["participant"]["claimed"] and second.id == ann.id and second.token != ann.token, answer
    token = (await ask(ann, type="token"))["token"]
    third, answer = await login(server, "Ann", bot=True, port=there)
    assert third.id == ann.id and answer["participant"]["bot"], answer
    for known in (ann.token, second.token, token):
        back = await Client.connect(there, token=known)
        assert back.id == ann.id and back.welcome["participant"]["name"] == "Ann"


async def test_signed_out_session_ends_on_every_server(server):
    """A session that is signed out ends immediately on every server. Its token is refused, and its
    open connections are closed. Other accounts' sessions stay."""
    guest = await Client.connect(server.port, "Guest")
    for request in (
        {"type": "sessions"},
        {"type": "signout", "session": "all"},
        {"type": "password", "password": PASSWORD, "new": PASSWORD},
    ):
        assert (await ask(guest, **request))["code"] == "not-claimed"
    here, there = server.ports[0], server.ports[-1]
    una = await Client.connect(here, "Una")
    assert (await ask(una, type="claim", name="Una", password=PASSWORD, device="Una's\u202e laptop"))[
        "type"
    ] == "account"
    phone, _ = await login(server, "Una", device="phone", port=there)
    tablet, _ = await login(server, "Una", device="x" * 1000, port=there)
    bot = (await ask(una, type="token", device="bot"))["token"]
    window = await Client.connect(there, token=phone.token)
    listed = (await ask(una, type="sessions"))["sessions"]
    assert all(one["since"] <= one["seen"] for one in listed) and len({one["session"] for one in listed}) == 4
    by_device = {one["device"]: one for one in listed}
    assert {device: one.get("here") for device, one in by_device.items()} == {
        "bot": None,
        "x" * 64: None,
        "phone": None,
        "Una's laptop": True,
    }

    gone = by_device.pop("phone")["session"]
    left = (await ask(una, type="signout", session=gone))["sessions"]
    assert sorted(one["device"] for one in left) == sorted(by_device), left
    assert await phone.close_code() == 4001 and await window.close_code() == 4001
    assert (await ask(una, type="signout", session=gone))["code"] == "gone"
    assert (await Client.connect(there, "Eve", token=phone.token)).id != una.id
    other = await claimed(server, "Visitor")
    assert (await ask(other, type="signout", session=by_device["bot"]["session"]))["code"] == "gone", "not Somebody's"
    assert (await Client.connect(there, token=bot)).id == una.id

    assert (await ask(una, type="password", password="wrong horse", new="battery staple"))["code"] == "bad-login"
    assert (await ask(una, type="password", password=PASSWORD, new="short"))["code"] == "weak-password"
    assert (await ask(una, type="password", password=PASSWORD, new="battery staple"))["type"] == "account"
    assert await tablet.close_code() == 4001
    for token in (tablet.token, bot, phone.token):
        assert (await Client.connect(server.port, "Eve", token=token)).id != una.id, "signed out"
    assert (await login(server, "Una", port=here))[1]["code"] == "bad-login", "the old password"
    phone, answer = await login(server, "Una", "battery staple", port=there)
    assert phone.id == una.id, answer
    una = await Client.connect(here, token=una.token)
    assert una.id == phone.id and len((await ask(una, type="sessions"))["sessions"]) == 2
    assert len((await ask(una, type="signout", session="others"))["sessions"]) == 1
    assert await phone.close_code() == 4001
    assert (await ask(una, type="signout", session="here"))["sessions"] == []
    assert await una.close_code() == 4001
    assert (await Client.connect(there, "Eve", token=una.token)).id != una.id


async def test_renamed_account_keeps_its_former_name_reserved(server, room):
    """An account can be renamed once, and every client on every server sees the new name. The
    former name stays reserved and still leads to the account."""
    here, there = server.ports[0], server.ports[-1]
    guest = await Client.connect(there, "Guest")
    assert (await ask(guest, type="rename", name="Gus", password=PASSWORD))["code"] == "not-claimed"
    zoe, bob = await claimed(server, "Zoe", port=here), await claimed(server, "Rob", port=there)
    phone, _ = await login(server, "Zoe", port=there)
    for client in (bob, phone):
        await client.join(room)
    for name, password, code in (
        ("Robot 1", PASSWORD, "bad-name"),
        ("rob", PASSWORD, "name-taken"),
        ("Zoe B", "wrong horse", "bad-login"),
    ):
        assert (await ask(zoe, type="rename", name=name, password=password))["code"] == code
    answer = await ask(zoe, type="rename", name="Zoe B", password=PASSWORD)
    assert answer["participant"] == {"id": zoe.id, "name": "Zoe B", "bot": False, "claimed": True}, answer
    news = await bob.expect("participants", where=lambda m: any(p["name"] == "Zoe B" for p in m["joined"]))
    assert news["joined"][0]["id"] == zoe.id
    assert (await ask(zoe, type="rename", name="Zoe C", password=PASSWORD))["code"] == "already-renamed"
    for name in ("Zoe", "Zoe B"):
        assert (await login(server, name, port=there))[1]["participant"]["name"] == "Zoe B"
        assert (await person(server, name, port=there))[1]["id"] == zoe.id
        assert (await Client.connect(here, name)).welcome["participant"]["name"] == f"{name} (guest)"


async def assert_erased(server, token, id, name, address):
    """Fails if a server still knows anything about a deleted account."""
    for port in {server.ports[0], server.ports[-1]}:
        assert (await Client.connect(port, "Eve", token=token)).id != id
        for text in (name, id):
            assert (await person(server, text, port=port))[0] == 404, text
        game = json.loads((await server.get(address, port=port))[2])
        assert [game[side]["name"] for side in "xo"] == ["", "Opponent"], game
        leaders = json.loads((await server.get("/api/leaders?rule=standard&speed=blitz", port=port))[2])["leaders"]
        ids = [one["id"] for one in leaders]
        assert id not in ids and game["o"]["id"] in ids, leaders
    assert (await login(server, name))[1]["code"] == "bad-login"


async def test_accounts_and_deletions_survive_sigkill(server, room):
    """A deleted account disappears from games and chat, and all its sessions end immediately.
    SIGKILL loses no account, session, password, new name or deletion."""
    here, there = server.ports[0], server.ports[-1]
    gone, opponent = await claimed(server, "Leaver", port=here), await claimed(server, "Opponent", port=there)
    phone, _ = await login(server, "Leaver", port=there)
    # One server owns the room, and another one receives the deletion.
    await opponent.join(room)
    await rated_game(room, gone, opponent)
    await gone.delta(room, {"result": "o", "reason": "resign"})
    address = f"/api/games/{(await server.json(f'/api/rooms/{room}'))['epoch']}-1"
    gone.send(type="say", room=room, id="s1", text="bye")
    await opponent.expect("said")
    assert (await ask(gone, type="delete", password="wrong horse"))["code"] == "bad-login"
    answer = await ask(gone, type="delete", password=PASSWORD)
    assert answer["type"] == "sessions" and answer["sessions"] == [], answer
    assert await gone.close_code() == 4001 and await phone.close_code() == 4001
    for token in (phone.token, gone.token):
        await assert_erased(server, token, gone.id, "Leaver", address)
    for port in server.ports:
        known = await (await Client.connect(port, "Eve")).join(room)
        assert [line["name"] for line in known["chat"]] == [""], "in the room that is in memory"
        assert [person["name"] for person in known["seated"]] == [""], known

    tea = await claimed(server, "Tea", port=here)
    second, _ = await login(server, "Tea", port=there)
    bot = (await ask(tea, type="token"))["token"]
    assert (await ask(tea, type="rename", name="Tea B", password=PASSWORD))["type"] == "account"
    assert (await ask(tea, type="password", password=PASSWORD, new="battery staple"))["type"] == "account"
    assert await second.close_code() == 4001
    await server.kill()
    await server.start()
    await assert_erased(server, phone.token, gone.id, "Leaver", address)
    eve = await Client.connect(there, "Eve")
    assert [line["name"] for line in (await eve.join(room))["chat"]] == [""]
    for port in (here, there):
        newcomer = await Client.connect(port, "Leaver")
        assert (await claim(newcomer, "Leaver"))["code"] == "name-taken", "the name of a deleted account is reserved"
    for token in (second.token, bot):
        assert (await Client.connect(there, "Eve", token=token)).id != tea.id, "signed out by the new password"
    back = await Client.connect(there, token=tea.token)
    assert (back.id, back.welcome["participant"]["name"]) == (tea.id, "Tea B")
    assert (await login(server, "Tea"))[1]["code"] == "bad-login", "the old password"
    for name in ("Tea", "Tea B"):
        assert (await login(server, name, "battery staple"))[1]["participant"]["name"] == "Tea B"


async def test_rated_game_counts_once_after_sigkill(server, room, thorough):
    """The servers are killed right after the result of a rated game. The game is recorded and rated
    once, even if its last delta is sent again."""
    ann, bob = (
        await claimed(server, "Rater", port=server.ports[0]),
        await claimed(server, "Rated", port=server.ports[-1]),
    )
    for number in range(1, 6 if thorough else 2):
        await rated_game(room, ann, bob, number)
        await bob.delta(room, {"result": "x", "reason": "resign"}, id=f"end{number}")
        await server.kill()
        await server.start()
        ann, bob = (
            await Client.connect(server.ports[-1], token=ann.token),
            await Client.connect(server.ports[0], token=bob.token),
        )
        # The IDs must be new. The server would answer IDs from before the kill with their earlier
        # results.
        ann.count = bob.count = 100 * number
        await bob.join(room)
        again = await bob.delta(room, {"result": "x", "reason": "resign"}, id=f"end{number}")
        assert again.get("again"), again
        for client, won in ((ann, number), (bob, 0)):
            _, profile = await person(server, client.id)
            assert profile["games"] == number and profile["won"] == won, profile
            assert [(r["rule"], r["speed"], r["games"]) for r in profile["ratings"]] == [
                ("standard", "blitz", number)
            ], profile
