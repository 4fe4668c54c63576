"""Helpers of the browser tests: a server for the page, a TCP proxy that can be cut, and windows of
a headless Chromium.

Uses Debian's chromium, chromium-driver and python3-selenium.
"""

import contextlib
import json
import os
import re
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import JavascriptException, NoSuchElementException, TimeoutException, WebDriverException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.keys import Keys

from . import live, page, ports, preload, store
from .environment import TIMEOUT, binary

# The full browser. It uses about 1.5 times the processor time of the headless shell.
WHOLE_BROWSER = shutil.which("chromium")
# The program itself. If the driver started the wrapper script in the path, it would end the script
# and not the browser.
HEADLESS_BROWSER = "/usr/lib/chromium/chromium-headless-shell"
BROWSER = HEADLESS_BROWSER if os.path.isfile(HEADLESS_BROWSER) else WHOLE_BROWSER


# With this argument the browser lays pages out, runs them and handles input, but draws no pixels.
# Drawing takes a third of a page's processor time.
UNPAINTED = "--blink-settings=acceleratedCompositingEnabled=false"


# The addresses of all servers of a cluster, by the address of the first server.
TOGETHER = {}


def anywhere(url):
    """Returns the address of a random server of the cluster that `url` belongs to."""
    return store.choice.choice(TOGETHER.get(url, [url]))


class PageServer:
    """A running server with a free port and its own directory, or a cluster if the store in use is
    one.

    Windows connect to any server of the cluster.
    """

    def __init__(self, *more, web=None, clock=None):
        """`more`: further arguments of the server. `web`: the page's directory (default: the
        bundled page). `clock`: a preload.Clock that sets the server's time."""
        self.command = os.environ.get("SERVER") or binary("gomoku-server")
        self.web, self.more, self.clock = web or page.bundled(), more, clock
        self.data = tempfile.mkdtemp(prefix="gomoku-browser-")
        self.ports = [0] * store.servers()
        self.processes = []
        self.start()
        live.started(self)

    @property
    def url(self):
        return f"http://127.0.0.1:{self.ports[0]}"

    @property
    def port(self):
        return store.choice.choice(self.ports)

    def start(self):
        self.ports = [port or ports.take() for port in self.ports]
        self.processes = [self._start(number) for number in range(len(self.ports))]
        TOGETHER[self.url] = [f"http://127.0.0.1:{port}" for port in self.ports]

    def _start(self, number):
        arguments = [
            "--host",
            "127.0.0.1",
            "--port",
            str(self.ports[number]),
            "--web",
            self.web,
            *self.more,
            *store.numbered(store.server_arguments(["--data", self.data]), number),
        ]
        process = subprocess.Popen(
            [self.command, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=preload.environment(clock=self.clock),
        )
        told = []
        for line in process.stdout:
            told.append(line)
            found = re.search(r"listening on http://127\.0\.0\.1:(\d+)", line)
            if found:
                self.ports[number] = int(found.group(1))
                threading.Thread(target=self._drain, args=(process.stdout,), daemon=True).start()
                return process
        raise RuntimeError(f"{self.command} ended with {process.wait()} before it listened: {''.join(told)}")

    @staticmethod
    def _drain(pipe):
        for _ in pipe:
            pass

    def stop(self):
        """Stops all servers. Returns the first exit status that is not 0, or 0."""
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        return next((status for status in [process.wait(timeout=TIMEOUT) for process in self.processes] if status), 0)

    def close(self):
        """Stops the server and removes its directory."""
        live.ended(self)
        try:
            self.stop()
        finally:
            shutil.rmtree(self.data, ignore_errors=True)

    def abandon(self):
        """Kills the server without waiting for it."""
        for process in self.processes:
            process.kill()
        shutil.rmtree(self.data, ignore_errors=True)


class TCPProxy:
    """A TCP proxy in front of the server. Tests can break, pause and restore its connections."""

    def __init__(self, port):
        self.target = port
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}"
        self.open = threading.Event()
        self.flowing = threading.Event()
        self.open.set()
        self.flowing.set()
        self.pairs = set()
        self.lock = threading.Lock()
        threading.Thread(target=self._accept, daemon=True).start()

    def cut(self):
        """Breaks every connection. New connections also break until `mend` is called."""
        self.open.clear()
        with self.lock:
            pairs, self.pairs = self.pairs, set()
        for pair in pairs:
            self._end(pair)

    def mend(self):
        self.open.set()

    def hold(self):
        """Delays all data until `release` is called, without breaking connections."""
        self.flowing.clear()

    def release(self):
        self.flowing.set()

    def _accept(self):
        while True:
            near, _ = self.listener.accept()
            if not self.open.is_set():
                near.close()
                continue
            try:
                far = socket.create_connection(("127.0.0.1", self.target))
            except OSError:
                near.close()
                continue
            pair = (near, far)
            with self.lock:
                self.pairs.add(pair)
            threading.Thread(target=self._pump, args=(pair,), daemon=True).start()

    def _pump(self, pair):
        near, far = pair
        other = {near: far, far: near}
        try:
            while True:
                for ready in select.select(pair, [], [])[0]:
                    data = ready.recv(65536)
                    self.flowing.wait()
                    if not data:
                        return
                    other[ready].sendall(data)
        except (OSError, ValueError):
            pass
        finally:
            with self.lock:
                self.pairs.discard(pair)
            self._end(pair)

    @staticmethod
    def _end(pair):
        for end in pair:
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()


# Resolves with the value of CODE once it is true, or with nothing after `patience` milliseconds.
# The timer covers conditions that change without a change of the document.
_UNTIL = """
    const given = [...arguments], done = given.pop(), patience = given.pop();
    const test = function () { CODE };
    const end = (found) => { changes.disconnect(); clearInterval(timer); clearTimeout(limit); done(found); };
    const look = () => {
      try { const value = test.apply(null, given); if (value) end({ value }); } catch (error) { end({ error: String(error) }); }
    };
    const changes = new MutationObserver(look), timer = setInterval(look, 100), limit = setTimeout(() => end({}), patience);
    changes.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    look();"""


# Withholds the page's idle callbacks until `letIdle()` is called, and registers no service worker.
_BUSY = """
    if (window === top && navigator.serviceWorker) navigator.serviceWorker.register = async () => {};
    const waiting = [];
    window.requestIdleCallback = (action) => waiting.push(action);
    window.letIdle = () => waiting.splice(0).forEach((action) => action());"""

# Resolves with true once the page has settled, or with false after `patience` milliseconds.
_SETTLED = """
    const [ahead, patience, done] = arguments;
    setTimeout(() => done(false), patience);
    const wait = async () => {
      if (!globalThis.gomoku) return setTimeout(wait, 10); // Its modules are on their way.
      await gomoku.settled();
      if (ahead) {
        globalThis.letIdle?.();
        await gomoku.ahead;
        await gomoku.settled();
      }
      done(true);
    };
    wait();"""


class Window:
    """A window of a headless Chromium with its own profile that shows the page."""

    browser = BROWSER
    # The default of the option `paints`. Only in `make test-all` do the tests keep it.
    paints = True
    # Browsers whose windows were closed, with their options, oldest first. A new window with the
    # same options reuses one instead of starting another browser.
    _idle = []
    # The maximum number of idle browsers.
    KEPT = 4

    def __init__(self, url, name, text_size=None, network=False, arguments=(), eager=False, paints=None):
        """Opens a window.

        - `text_size`: the browser's default font size in pixels (default: 16).
        - `network`: whether the browser logs its network traffic.
        - `arguments`: further arguments of the browser.
        - `eager`: whether the page prefetches modules as soon as it is idle, and keeps itself for
          times without a connection. Both take as long as loading the page. Otherwise the page
          prefetches only in `settled(ahead=True)`, and its service worker is not registered.
        - `paints`: whether the browser draws pixels (default: `Window.paints`). Screenshots, the
          times of the first paint and real touches need that: without it, the browser does not
          answer, or it crashes.
        """
        arguments = [*arguments, *([] if (self.paints if paints is None else paints) else [UNPAINTED])]
        self.options = (self.browser, text_size, network, tuple(arguments))
        self.driver = self._take(self.options) or self._start(*self.options)
        self.url, self.name = anywhere(url), name
        self.expected = ["WebSocket connection to"]
        # With several browsers open, not all of them would have the focus, which keys and the
        # clipboard need.
        self.driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
        if not eager:
            self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _BUSY})
        live.started(self)

    @classmethod
    def _take(cls, options):
        """Returns an idle browser with these options, or None."""
        for place, (theirs, driver) in enumerate(cls._idle):
            if theirs == options:
                del cls._idle[place]
                return driver
        return None

    @staticmethod
    def _start(browser, text_size, network, arguments):
        options = webdriver.ChromeOptions()
        if text_size:
            options.add_experimental_option("prefs", {"webkit.webprefs.default_font_size": text_size})
        options.binary_location = browser
        for argument in (
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            "--window-size=1280,900",
            "--disable-background-timer-throttling",
            "--disable-renderer-backgrounding",
            "--disable-backgrounding-occluded-windows",
            # Animations cost 60 frames per second. `tables.prefer` turns them on.
            "--force-prefers-reduced-motion",
            *arguments,
        ):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", **({"performance": "ALL"} if network else {})})
        driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        # `until` must time out first, because its error names the condition.
        driver.set_script_timeout(TIMEOUT + 10)
        return driver

    def resize(self, width, height):
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride",
            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False},
        )
        self.until(
            f"{width} by {height}", "return innerWidth === arguments[0] && innerHeight === arguments[1]", width, height
        )

    def visit(self, room):
        self.driver.get(f"{self.url}/?room={room}")
        self.settled()
        self.online()
        if self.script("return document.getElementById('name').value") != self.name:
            field = self.find("#name")
            field.clear()
            field.send_keys(self.name, Keys.ENTER)
            self.until(
                "the name is known",
                "return [...document.querySelectorAll('#people li')].some(li => "
                f"li.textContent.startsWith('{self.name}') && li.textContent.includes('you'))",
            )
            self.find("#chat")

    def go(self, query="", what="online", ready="return true", ahead=False):
        """Opens the page with that query. Waits until the page is online and settled, and the
        script `ready` returns a true value. `ahead`: see `settled`."""
        self.driver.get(f"{self.url}/{query}")
        self.settled(ahead)
        self.until("online", "return document.documentElement.dataset.connection === 'online'")
        self.until(what, ready)

    def sign_in_as(self, client):
        """Makes the window's participant the same as that of `client`, a client.Client."""
        self.driver.get(f"{self.url}/icon.svg")
        self.script("localStorage.setItem('gomoku.token', arguments[0])", client.token)

    def online(self):
        self.until(
            "online, with the room's state",
            "const p = document.documentElement.dataset; return p.connection === 'online' "
            "&& p.rev !== undefined && p.panel === 'ready' && document.getElementById('turn').textContent !== 'Opening the table…'",
        )
        self.settled()

    def settled(self, ahead=False):
        """Waits until the page has finished and drawn all pending work (web-static/net/settled.js).
        `ahead`: also waits for the modules that the page prefetches."""
        end = time.monotonic() + TIMEOUT
        while (left := end - time.monotonic()) > 0:
            with self._replaced_document():
                if self.driver.execute_async_script(_SETTLED, ahead, int(left * 1000)):
                    return
        raise TimeoutException(f"{self.name}: the page does not settle")

    @staticmethod
    @contextlib.contextmanager
    def _replaced_document():
        """Ignores the error of a script that ended because another document replaced its own."""
        try:
            yield
        except JavascriptException as error:
            if "unloaded" not in str(error):
                raise

    def press(self, selector, opens=None):
        """Clicks, and waits until the page has settled. `opens`: the selector of a dialog that must
        then be open."""
        self.click(selector)
        self.settled()
        if opens:
            assert self.script("return document.querySelector(arguments[0])?.open", opens), f"{selector} opens {opens}"

    def script(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def find(self, selector):
        """Returns the element. Opens the tab beside the board first if the element is in a hidden
        one.

        Waits while the page is busy, because it may replace elements then.
        """
        if self.script("return globalThis.gomoku?.isWorking?.()"):
            self.until(f"{selector}, once no work is left", "return globalThis.gomoku && !gomoku.isWorking()")
        element = self.script(
            """const element = document.querySelector(arguments[0]), body = element?.closest('[role=tabpanel]');
            if (body && !body.checkVisibility()) document.querySelector(`[aria-controls=${body.id}]`).click();
            return element;""",
            selector,
        )
        if element is None:
            raise NoSuchElementException(f"{self.name}: {selector}")
        return element

    def click(self, selector):
        self.find(selector).click()

    def until(self, what, code, *arguments):
        """Waits until the script returns a true value, and returns that value.

        The browser evaluates the script again whenever the document changes, so tests need not
        poll.
        """
        end = time.monotonic() + TIMEOUT
        while (left := end - time.monotonic()) > 0:
            found = {}
            with self._replaced_document():
                found = self.driver.execute_async_script(_UNTIL.replace("CODE", code), *arguments, int(left * 1000))
            if "error" in found:
                raise JavascriptException(f"{self.name}: {what}: {found['error']}")
            if "value" in found:
                return found["value"]
        raise TimeoutException(f"{self.name}: {what}; the document shows {self._shown()!r}")

    def _shown(self):
        """Returns the beginning of the document's text, for a failure's message."""
        with contextlib.suppress(WebDriverException):
            return self.driver.execute_script("return document.body.innerText.replace(/\\s+/g, ' ').slice(0, 600)")
        return None

    def text(self, selector):
        return self.find(selector).text

    def rev(self):
        return int(self.script("return document.documentElement.dataset.rev"))

    def at_rev(self, rev):
        self.until(f"revision {rev}", "return Number(document.documentElement.dataset.rev) === arguments[0]", rev)

    def stones(self):
        """Returns the stones that the page shows, without pending ones: {"h8": "x", …}."""
        return self.script(
            "return Object.fromEntries([...document.querySelectorAll('#board [data-point]')]"
            ".filter(c => c.dataset.stone && !c.classList.contains('pending'))"
            ".map(c => [c.dataset.point, c.dataset.stone]))"
        )

    def pending(self):
        return self.script("return [...document.querySelectorAll('#board .cell.pending')].map(c => c.dataset.point)")

    def play_by_click(self, point):
        self.click(f"#board [data-point='{point}'] .hit")

    def play_by_keys(self, point):
        """Moves the cursor to the point with the arrow keys, and presses Enter."""
        self.script("document.querySelector('#board [tabindex=\"0\"]').focus()")
        col, row = ord(point[0]) - 97, 15 - int(point[1:])
        keys = [Keys.HOME] + [Keys.ARROW_RIGHT] * col
        at = self.script("return document.activeElement.dataset.point")
        down = row - (15 - int(at[1:]))
        keys += [Keys.ARROW_DOWN if down > 0 else Keys.ARROW_UP] * abs(down) + [Keys.ENTER]
        self.driver.switch_to.active_element.send_keys(*keys)

    def new_game(self, sides, rule="freestyle", start=True, listed=False):
        openers = ["#new-game", "#next", "#choices [data-choice=self]"]
        visible = "return arguments[0].find((opener) => document.querySelector(opener)?.checkVisibility({visibilityProperty: true}))"
        self.click(self.script(visible, openers))
        self.until("the dialog", "return document.querySelector('#new-game-dialog[open]')")
        chosen = ["self" if sides == "xo" else "friend"] + ([] if sides == "xo" else [sides])
        self.script(
            "for (const value of arguments) document.querySelector(`#new-game-dialog input[value=${value}]`).click()",
            *chosen,
        )
        self.choose("#new-game-dialog [name=rule]", rule)
        if listed:
            self.click("#new-game-dialog [name=listed]")
        if start:
            self.click("#new-game-dialog button[value=start]")

    def choose(self, selector, value):
        """Chooses a value in a list, and fires the events that a person's choice would fire."""
        self.script(
            """const list = document.querySelector(arguments[0]);
            list.value = arguments[1];
            for (const event of ['input', 'change']) list.dispatchEvent(new Event(event, {bubbles: true}));""",
            selector,
            str(value),
        )

    def complaints(self):
        """Returns the errors in the browser's log, except lines that contain a word of
        `expected`."""
        lines = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        return [line for line in lines if not any(word in line for word in self.expected)]

    def close(self):
        """Closes the window. Clears its browser and keeps it for the next window with the same
        options."""
        live.ended(self)
        try:
            self._empty()
        except WebDriverException:
            self.driver.quit()
            return
        self._idle.append((self.options, self.driver))
        while len(self._idle) > self.KEPT:
            self._idle.pop(0)[1].quit()

    def _empty(self):
        """Replaces all tabs by a new one, which resets emulated settings, and clears the storage of
        the pages."""
        driver = self.driver
        used = driver.window_handles
        driver.switch_to.window(used[0])
        # A tab that the page opens stays in the same process. In a new process the next page would
        # load 0.2 s slower.
        driver.execute_script("window.open('about:blank')")
        fresh = driver.window_handles
        if len(fresh) == len(used):
            driver.switch_to.new_window("tab")
            fresh = driver.window_handles
        for handle in used:
            driver.switch_to.window(handle)
            driver.close()
        driver.switch_to.window(next(handle for handle in fresh if handle not in used))
        driver.execute_script("try { sessionStorage.clear(); } catch { }")
        for origin in {self.url, *TOGETHER.get(self.url, [])}:
            driver.execute_cdp_cmd("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        driver.execute_cdp_cmd("Browser.resetPermissions", {})
        for log in ("browser", "performance") if self.options[2] else ("browser",):
            driver.get_log(log)

    @classmethod
    def end_idle(cls):
        """Ends all idle browsers."""
        while cls._idle:
            cls._idle.pop()[1].quit()

    def abandon(self):
        """Ends the browser after a test that failed."""
        self.driver.quit()


def shared(url, room):
    """Returns the room's state from the server's HTTP API."""
    with urllib.request.urlopen(f"{url}/api/rooms/{room}", timeout=TIMEOUT) as answer:
        return json.load(answer)


def stones_of(state):
    """Returns the stones that a room's keys describe: {"h8": "x", …}."""
    size = int(state.get("size", 15))
    stones = {}
    for number in range(1, int(state.get("move", 0)) + 1):
        col, row = int(state[f"col{number}"]), int(state[f"row{number}"])
        stones[f"{chr(97 + col)}{size - row}"] = "x" if number % 2 else "o"
    return stones
