"""Fixtures of the attacks."""

import time

import pytest
import pytest_asyncio

from gomokutest import attack


@pytest_asyncio.fixture(scope="module")
async def server(request, data):
    """The server that the module's tests attack, with the module's OPTIONS. It must stop cleanly
    after the tests."""
    server = await attack.host(data, *getattr(request.module, "OPTIONS", ())).start()
    yield server
    assert await server.stop() == 0


@pytest.fixture(autouse=True)
def moves():
    """Judges the moves that the bystanders made during the test, if MOVES is set."""
    before, began = list(attack.Played.running), time.monotonic()
    yield
    for server in attack.Played.running:
        if server not in before or server.process.returncode is None:
            server.judge(began)
