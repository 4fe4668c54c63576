"""Large deltas from one address on many connections, sent as fast as the server accepts them."""

import asyncio
import time

from gomokutest.attack import Bystander, connect_from

ATTACKER = "127.0.0.2"
CONNECTIONS, SIZE, SECONDS = 8, 30_000, 2
# The number of deltas that a connection sends before it waits for the first answer.
AHEAD = 2
OPTIONS = "--connections-per-address", "100", "--bytes-per-second", "500000"


async def test_read_rate_is_per_address_not_per_connection(server):
    """The server reads from one address at the rate that `welcome` announces, however many
    connections the address has. No delta is lost, and other clients are answered."""
    async with Bystander(server):
        mallories = [await connect_from(ATTACKER, server.port, f"Mallory {number}") for number in range(CONNECTIONS)]
        limit = mallories[0].welcome["limits"]["bytesPerSecond"]
        assert limit == 500_000, limit
        for number, client in enumerate(mallories):
            await client.join(f"room{number}", kind="open")
        began, answered = time.monotonic(), 0
        half = "x" * (SIZE // 2)

        async def attack(client, room):
            nonlocal answered
            sent = 0

            def send():
                nonlocal sent
                keys = {f"k{2 * sent % 8}": half, f"k{(2 * sent + 1) % 8}": half}
                client.send(type="delta", room=room, id=f"d{sent}", set=keys)
                sent += 1

            for _ in range(AHEAD):
                send()
            while time.monotonic() < began + SECONDS:
                assert (await client.expect("delta", "reject"))["type"] == "delta"
                answered += 1
                send()

        await asyncio.gather(*(attack(client, f"room{number}") for number, client in enumerate(mallories)))
        took = time.monotonic() - began
        for client in mallories:
            client.cut()
    # The server may read a sixteenth of a second's bytes ahead, and finishes a message that it has
    # begun on each connection. A busy machine is slower, not faster.
    most = limit * (took + 1 / 16) + 2 * CONNECTIONS * SIZE
    print(f"  {answered * SIZE} bytes in {took:.1f} s, of {most:.0f} that may be read")
    assert answered * SIZE <= most, f"{answered * SIZE} bytes were read in {took:.1f} s, of {most:.0f}"
    assert answered >= CONNECTIONS, "deltas are lost"
