"""The lobby over the wire protocol: open seeks and games that can be watched."""

from .client import Client, applied

LOBBY = "~lobby"


async def seek(client, id="s", **terms):
    """Seeks an opponent. Returns the answer: `seeking`, `paired` or `error`."""
    client.send(type="seek", id=id, **terms)
    return await client.expect("seeking", "paired", "error", where=lambda m: m.get("id") == id)


async def watch(server, name="Watcher", port=None):
    """Returns a client that follows the lobby's list, and its first snapshot."""
    client = await Client.connect(port or server.port, name)
    return client, await client.join(LOBBY)


async def state_of(server):
    """Returns the current list of the lobby."""
    client, snapshot = await watch(server)
    client.cut()
    return snapshot["state"]


async def until_empty(server):
    """Waits until no seek is open. A seek ends shortly after its client is disconnected."""
    client, snapshot = await watch(server)
    state = snapshot["state"]
    while any(key.startswith("seek.") for key in state):
        state = applied(state, (await client.expect("delta"))["set"])
    client.cut()
