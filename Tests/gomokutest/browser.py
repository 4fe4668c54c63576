"""What browser tests need: a server for the page, a line to it that can be cut, and windows of a headless Chromium.

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
from .environment import PATIENCE, binary

# The whole browser. It takes half as much processor time again as the one without a desktop's windows.
WHOLE_BROWSER = shutil.which("chromium")
# The program itself. The script in the path would be ended by the driver instead of the browser.
HEADLESS_BROWSER = "/usr/lib/chromium/chromium-headless-shell"
BROWSER = HEADLESS_BROWSER if os.path.isfile(HEADLESS_BROWSER) else WHOLE_BROWSER


# The addresses of all servers of a cluster, by the address of the first.
TOGETHER = {}


def anywhere(url):
    """Returns the address of any server of the cluster that this address belongs to."""
    return store.choice.choice(TOGETHER.get(url, [url]))


class PageServer:
    """A running server on a free port with a directory of its own, or a cluster if the store in use is one. Windows connect to
    any server of the cluster."""

    def __init__(self, *more, web=None, clock=None):
        """`more`: further arguments of the server. `web`: the page's directory; the bundled page if not given. `clock`: a
        preload.Clock that the server goes by."""
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
        """The exit status of the first that ended with another one than 0."""
        for process in self.processes:
            process.send_signal(signal.SIGTERM)
        return next((status for status in [process.wait(timeout=PATIENCE) for process in self.processes] if status), 0)

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


class Line:
    """A TCP proxy in front of the server: a line that can be cut, held and mended."""

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
        """Breaks every connection; new ones break at once until `mend`."""
        self.open.clear()
        with self.lock:
            pairs, self.pairs = self.pairs, set()
        for pair in pairs:
            self._end(pair)

    def mend(self):
        self.open.set()

    def hold(self):
        """Lets nothing through, without breaking anything, until `release`."""
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


# Resolves with what CODE returns once that is true, or with nothing after so many milliseconds. The timer serves conditions that
# no change of the document announces.
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


# Keeps the page from becoming idle until `letIdle()`.
_BUSY = """
    const waiting = [];
    window.requestIdleCallback = (action) => waiting.push(action);
    window.letIdle = () => waiting.splice(0).forEach((action) => action());"""

# Resolves with true once the page is settled, or with false after so many milliseconds.
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
    """A window of a headless Chromium with a profile of its own, and the page in it."""

    browser = BROWSER
    # Browsers whose window was closed, with their options, the oldest first. A new window with the same options takes one
    # instead of starting another.
    _idle = []
    # How many of them may wait.
    KEPT = 4

    def __init__(self, url, name, text_size=None, network=False, arguments=(), eager=False):
        """`text_size`: the browser's default font size in pixels, 16 if not given. `network`: whether the browser logs what
        it sends and receives. `arguments`: further arguments of the browser. `eager`: whether the page fetches parts before
        they are wanted as soon as it has time, which takes as long as loading it; else only for `settled(ahead=True)`."""
        self.options = (self.browser, text_size, network, tuple(arguments))
        self.driver = self._take(self.options) or self._start(*self.options)
        self.url, self.name = anywhere(url), name
        self.expected = ["WebSocket connection to"]
        # Windows of several browsers at once would otherwise not all have the focus, which keys and the clipboard need.
        self.driver.execute_cdp_cmd("Emulation.setFocusEmulationEnabled", {"enabled": True})
        if not eager:
            self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": _BUSY})
        live.started(self)

    @classmethod
    def _take(cls, options):
        """Returns an idle browser with these options; None if there is none."""
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
            *arguments,
        ):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", **({"performance": "ALL"} if network else {})})
        driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        driver.set_script_timeout(PATIENCE + 10)  # `until` gives up first, and says what it waited for.
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
        """Opens the page with that query, and waits until it is online and settled, and the script `ready` returns something
        true. `ahead`: as for `settled`."""
        self.driver.get(f"{self.url}/{query}")
        self.settled(ahead)
        self.until("online", "return document.documentElement.dataset.connection === 'online'")
        self.until(what, ready)

    def become(self, client):
        """Makes the window's participant the one whom the client (client.Client) is."""
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
        """Waits until the page has done all that it has begun, and drawn it (web-static/net/settled.js). `ahead`: also
        the parts that it fetches before they are wanted."""
        end = time.monotonic() + PATIENCE
        while (left := end - time.monotonic()) > 0:
            with self._replaced_document():
                if self.driver.execute_async_script(_SETTLED, ahead, int(left * 1000)):
                    return
        raise TimeoutException(f"{self.name}: the page does not settle")

    @staticmethod
    @contextlib.contextmanager
    def _replaced_document():
        """Within it a script may end because another document replaces its own."""
        try:
            yield
        except JavascriptException as error:
            if "unloaded" not in str(error):
                raise

    def press(self, selector, opens=None):
        """Clicks, and waits until the page is settled. `opens`: a selector of the dialog that must be open then."""
        self.click(selector)
        self.settled()
        if opens:
            assert self.script("return document.querySelector(arguments[0])?.open", opens), f"{selector} opens {opens}"

    def script(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def find(self, selector):
        """The element; where it is in a tab beside the board that is not shown, that is opened first. While the page works
        on something, it may replace elements, so that is awaited."""
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
        """Waits until the script returns something true, and returns that. The browser runs the script again whenever the
        document changes, so that nothing polls from outside."""
        end = time.monotonic() + PATIENCE
        while (left := end - time.monotonic()) > 0:
            found = {}
            with self._replaced_document():
                found = self.driver.execute_async_script(_UNTIL.replace("CODE", code), *arguments, int(left * 1000))
            if "error" in found:
                raise JavascriptException(f"{self.name}: {what}: {found['error']}")
            if "value" in found:
                return found["value"]
        raise TimeoutException(f"{self.name}: {what}")

    def text(self, selector):
        return self.find(selector).text

    def rev(self):
        return int(self.script("return document.documentElement.dataset.rev"))

    def at_rev(self, rev):
        self.until(f"revision {rev}", "return Number(document.documentElement.dataset.rev) === arguments[0]", rev)

    def stones(self):
        """The board as the page shows it: {"h8": "x", …}, pending stones left out."""
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
        """Goes to the point with the arrow keys from wherever the cursor is, and presses Enter."""
        self.script("document.querySelector('#board [tabindex=\"0\"]').focus()")
        col, row = ord(point[0]) - 97, 15 - int(point[1:])
        keys = [Keys.HOME] + [Keys.ARROW_RIGHT] * col
        at = self.script("return document.activeElement.dataset.point")
        down = row - (15 - int(at[1:]))
        keys += [Keys.ARROW_DOWN if down > 0 else Keys.ARROW_UP] * abs(down) + [Keys.ENTER]
        self.driver.switch_to.active_element.send_keys(*keys)

    def new_game(self, sides, rule="freestyle", start=True, listed=False):
        self.click(
            "#new-game" if self.script("return document.querySelector('#new-game')?.checkVisibility()") else "#next"
        )
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
        """Chooses in a list as a person does, event by event."""
        self.script(
            """const list = document.querySelector(arguments[0]);
            list.value = arguments[1];
            for (const event of ['input', 'change']) list.dispatchEvent(new Event(event, {bubbles: true}));""",
            selector,
            str(value),
        )

    def complaints(self):
        """Returns the errors in the browser's log, but for those that the test causes on purpose: lines with a word of `expected`."""
        lines = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        return [line for line in lines if not any(word in line for word in self.expected)]

    def close(self):
        """Closes the window. Its browser is emptied and waits for the next window with the same options."""
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
        """Replaces all tabs by a new one, which ends whatever was emulated in them, and deletes what the pages have stored."""
        driver = self.driver
        used = driver.window_handles
        driver.switch_to.window(used[0])
        # Opened by the page it goes on in the same process; a new one would take a page 0.2 s longer to load.
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
        """Ends the browsers that wait for a window."""
        while cls._idle:
            cls._idle.pop()[1].quit()

    def abandon(self):
        """Ends the browser after a test that failed."""
        self.driver.quit()


def shared(url, room):
    """The room's state as the server tells it over HTTP."""
    with urllib.request.urlopen(f"{url}/api/rooms/{room}", timeout=PATIENCE) as answer:
        return json.load(answer)


def stones_of(state):
    """The stones that a room's keys describe, as {"h8": "x", …}."""
    size = int(state.get("size", 15))
    stones = {}
    for number in range(1, int(state.get("move", 0)) + 1):
        col, row = int(state[f"col{number}"]), int(state[f"row{number}"])
        stones[f"{chr(97 + col)}{size - row}"] = "x" if number % 2 else "o"
    return stones
