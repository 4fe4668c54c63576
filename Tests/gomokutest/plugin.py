"""The pytest plugin: the three speeds, the stores, and the fixtures.

A test without a marker runs in `make test`. Tests marked `smoke` also run in `make check`. Tests
marked `full` run only in `make test-all`. `stores("directory", "redis", "cluster")` runs the tests
of a module once with each of these stores.
"""

import asyncio
import contextlib
import itertools
import os
import re
import signal

import pytest
import pytest_asyncio

from . import live, page, store
from .browser import PageServer, Window
from .checks import same
from .environment import SEED
from .gadgets import GadgetServer, Pair, pair_for_a_test
from .preload import Clock
from .puzzles import page_with_puzzles
from .redis import Redis
from .screens import AxeMissing, axe_script
from .server import Server
from .tables import Tables
from .wire import Wire

SPEEDS = {
    "check": "only the smoke tests",
    "test": "each promise once",
    "all": "every test, with every store",
}


def pytest_addoption(parser):
    parser.addoption(
        "--speed",
        choices=SPEEDS,
        default="test",
        help="which tests run: " + "; ".join(f"{speed}: {what}" for speed, what in SPEEDS.items()),
    )


def pytest_configure(config):
    # A shell starts its background commands with SIGINT ignored, and the programs under test would
    # inherit that.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    Window.paints = config.getoption("speed") == "all"
    if "PYTEST_XDIST_WORKER" not in os.environ:
        shared = contextlib.ExitStack()
        shared.enter_context(page.shared())
        config.add_cleanup(shared.close)
    config.addinivalue_line("markers", "smoke: runs in `make check`, too")
    config.addinivalue_line("markers", "full: runs in `make test-all` only")
    config.addinivalue_line("markers", "few_puzzles: the page has the puzzles of the fixtures and no others")
    config.addinivalue_line("markers", "stores(*names): the stores that the tests run with")
    config.addinivalue_line("markers", "all_stores: runs with every store in `make test-all`, else with the directory")


def pytest_report_header(config):
    return f"speed: {config.getoption('speed')}; TEST_SEED={SEED}"


def pytest_generate_tests(metafunc):
    stores = ["directory"]
    if mark := metafunc.definition.get_closest_marker("stores"):
        stores = list(mark.args)
    elif metafunc.definition.get_closest_marker("all_stores") and metafunc.config.getoption("speed") == "all":
        stores = list(store.SERVERS)
    if stores != ["directory"]:
        metafunc.parametrize("store_name", stores, indirect=True, scope="module")


# xdist reads the groups in its own hook, so this one must be first.
@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config, items):
    speed = config.getoption("speed")
    wanted = {
        "check": lambda item: item.get_closest_marker("smoke"),
        "test": lambda item: not item.get_closest_marker("full"),
        "all": lambda item: True,
    }[speed]
    config.hook.pytest_deselected(items=[item for item in items if not wanted(item)])
    items[:] = [item for item in items if wanted(item)]
    # The tests of a module share a server, so they must share a worker. The runs of a module with
    # different stores are separate groups, one after the other.
    groups = {}
    for item in items:
        name = item.callspec.params.get("store_name", "directory") if hasattr(item, "callspec") else "directory"
        group = f"{item.module.__name__}-{name}"
        item.add_marker(pytest.mark.xdist_group(group))
        groups.setdefault(item.module, {}).setdefault(group, []).append(item)
    # The modules with browsers take longest. They are first, so that no worker begins one when the
    # others have finished.
    modules = sorted(groups, key=lambda module: not module.__name__.startswith(("test_browser_", "test_gadgets_")))
    items[:] = [item for module in modules for group in groups[module].values() for item in group]


@pytest.fixture(scope="module", autouse=True)
def store_name(request):
    """Selects the store of the module's servers and returns its name.

    Everything that uses the store must end before the next store is selected. So a module fixture
    that starts something must request `store_name`, `data` or the event loop.
    """
    store.use(getattr(request, "param", "directory"))
    before = live.snapshot()
    yield store.name
    left = [thing for thing in live.snapshot() if thing not in before]
    live.abandon(before)
    store.use("directory")
    assert not left, f"{left} outlive the store that they use"


@pytest.fixture(scope="module")
def event_loop(store_name):
    """One event loop for all tests of a module, because they share a server."""
    loop = asyncio.new_event_loop()
    yield loop
    loop.close()


@pytest.fixture(autouse=True)
def abandoned():
    """Kills processes that a failed test has left running."""
    before = live.snapshot()
    yield
    live.abandon(before)


@pytest.fixture(scope="session", autouse=True)
def end_of_processes():
    yield
    live.abandon()
    Window.end_idle()
    if Redis.one:
        Redis.one.end()


@pytest.fixture(scope="module")
def data(tmp_path_factory, store_name):
    """A directory for the server's data."""
    return str(tmp_path_factory.mktemp("data"))


@pytest.fixture(scope="module")
def clock(tmp_path_factory, store_name):
    """The clock of the module's server. `await server.skip(60)` moves it forward by a minute."""
    return Clock(tmp_path_factory.mktemp("clock"))


@pytest_asyncio.fixture(scope="module")
async def server(data, clock):
    """The server or cluster that the tests of the module share."""
    running = await Server(["--data", data], clock=clock).start()
    yield running
    assert await running.stop() == 0


@pytest.fixture(scope="module")
def page_server(request, store_name, tmp_path_factory):
    """The server for the browser windows that the tests of the module share."""
    has_few_puzzles = request.node.get_closest_marker("few_puzzles")
    web = page_with_puzzles(page.bundled(), tmp_path_factory.mktemp("web") / "page") if has_few_puzzles else None
    running = PageServer(web=web)
    yield running
    running.close()


@pytest.fixture(scope="module")
def wire(page_server):
    """Clients of the module's server."""
    wire = Wire(page_server)
    yield wire
    wire.close()


@pytest.fixture
def open_window(page_server):
    """Opens windows for one test: `open_window("Ann")`.

    Closes them after the test. Fails if a browser has logged an error or a violation of the page's
    content security policy.
    """
    windows = []

    def open_window(name, **options):
        windows.append(Window(page_server.url, name, **options))
        return windows[-1]

    yield open_window
    try:
        for window in windows:
            same(window.complaints(), [], f"errors in the log of {window.name}'s browser")
    finally:
        for window in windows:
            window.close()


@pytest.fixture(scope="module")
def gadget_server(store_name):
    """A server with gadgets."""
    running = GadgetServer()
    yield running
    running.close()


@pytest.fixture(scope="module")
def gadget_windows(gadget_server):
    """Two participants' windows that the tests of the module share."""
    windows = Pair(gadget_server)
    yield windows
    windows.close()


@pytest.fixture
def pair(gadget_windows):
    """Two participants' windows on a server with gadgets. Fails if a browser has logged an
    unexpected error."""
    with pair_for_a_test(gadget_windows):
        yield gadget_windows


_numbers = itertools.count(1)


@pytest.fixture
def room(request):
    """The name of a room that no other test uses."""
    return f"{re.sub('[^A-Za-z0-9]+', '-', request.node.name)[:48].strip('-')}-{next(_numbers)}"


@pytest.fixture(scope="module")
def table_windows(page_server):
    """The windows of Ann and Bob that the tests of the module share."""
    windows = Tables(page_server.url)
    yield windows
    windows.close()


@pytest.fixture
def tables(table_windows):
    """The windows of Ann and Bob, cleared of everything that earlier tests left in them."""
    with table_windows.fresh():
        yield table_windows


@pytest.fixture(scope="module")
def painted_table_windows(page_server):
    """The windows of Ann and Bob for tests that need pixels."""
    windows = Tables(page_server.url, paints=True)
    yield windows
    windows.close()


@pytest.fixture
def painted_tables(painted_table_windows):
    """Like `tables`, but the windows paint in `make test`, too."""
    with painted_table_windows.fresh():
        yield painted_table_windows


@pytest.fixture(scope="session")
def axe():
    """The text of axe.min.js. Tests fail if it cannot be downloaded."""
    try:
        return axe_script()
    except AxeMissing as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture(scope="session")
def thorough(request):
    """Whether this is `make test-all`. Tests then cover every size, theme and language instead of a
    representative few."""
    return request.config.getoption("speed") == "all"
