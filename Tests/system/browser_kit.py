"""What the browser tests need: a server, a line that can be cut, a window, and a count of what passed.

Uses Debian's chromium, chromium-driver and python3-selenium, and nothing else.
"""

import argparse
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
import traceback
import urllib.request

from selenium import webdriver
from selenium.common.exceptions import TimeoutException
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

import blackbox

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# How long a condition may take to come true, in seconds, on a machine that is busy with other things.
PATIENCE = 60
# Between two looks at it, in seconds: the first ones soon, then more seldom. A look takes driver and browser some ten milliseconds of
# a processor's time, which what is waited for needs, too.
SHORTEST, LONGEST = 0.01, 0.15
# Chromium without a desktop's windows takes two thirds of the processor's time of the whole one.
WHOLE_BROWSER = shutil.which("chromium")
# Not what stands in the path: that is a script, which the driver would end in the browser's place.
HEADLESS_BROWSER = "/usr/lib/chromium/chromium-headless-shell"
BROWSER = HEADLESS_BROWSER if os.path.isfile(HEADLESS_BROWSER) else WHOLE_BROWSER
# The one test that is to run, by its name: `Tests/system/run` asks so.
ONLY = os.environ.get("TEST_ONLY")


# The addresses of all servers that share what the one at this address has, by the address.
TOGETHER = {}


def anywhere(url):
    """The address of one of those servers."""
    return blackbox.NODE.choice(TOGETHER.get(url, [url]))


class Server:
    """A server of our own, on a free port, with a directory of its own that is removed in the end; with TEST_NODES as many over
    one Redis, of which each window is at any."""

    def __init__(self, command=None, web=None):
        self.command = command or self._built()
        self.web = web or os.path.join(ROOT, "web-static")
        self.data = tempfile.mkdtemp(prefix="gomoku-browser-")
        self.ports = [0] * (blackbox.NODES if blackbox.STORE == "redis" else 1)
        self.start()

    @staticmethod
    def _built():
        built = [os.path.join(ROOT, ".build", build, "gomoku-server") for build in ("release", "debug")]
        built = [path for path in built if os.path.isfile(path)]
        if built:
            return max(built, key=os.path.getmtime)  # an older build of the other kind is not what is tested
        raise SystemExit("There is no gomoku-server below .build: build it first, or pass --server PATH or --url URL.")

    def more(self):
        """Arguments that only some of these tests need."""
        return []

    @property
    def url(self):
        return f"http://127.0.0.1:{self.ports[0]}"

    @property
    def port(self):
        return blackbox.NODE.choice(self.ports)

    def start(self):
        self.processes = [self._start(number) for number in range(len(self.ports))]
        TOGETHER[self.url] = [f"http://127.0.0.1:{port}" for port in self.ports]

    def _start(self, number):
        arguments = ["--host", "127.0.0.1", "--port", str(self.ports[number]), "--web", self.web, *self.more(),
                     *blackbox.numbered(blackbox.served(["--data", self.data]), number)]
        process = subprocess.Popen([self.command, *arguments], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
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
        try:
            self.stop()
        finally:
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
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            end.close()


class Window:
    """A headless Chromium of its own profile, with the page in it."""

    browser = BROWSER

    def __init__(self, url, name, text_size=None, network=False, arguments=()):
        """`text_size`: what the browser's own setting makes of letters, in pixels; 16 unless it is given. `network`: whether
        what goes over the line is logged. `arguments`: more of the browser's."""
        options = webdriver.ChromeOptions()
        if text_size:
            options.add_experimental_option("prefs", {"webkit.webprefs.default_font_size": text_size})
        options.binary_location = self.browser
        for argument in ("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                         "--window-size=1280,900", "--disable-background-timer-throttling",
                         "--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows", *arguments):
            options.add_argument(argument)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL", **({"performance": "ALL"} if network else {})})
        self.driver = webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))
        self.url, self.name = anywhere(url), name

    def resize(self, width, height):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.until(f"{width} by {height}", "return innerWidth === arguments[0] && innerHeight === arguments[1]", width, height)

    def visit(self, room):
        self.driver.get(f"{self.url}/?room={room}")
        self.online()
        if self.script("return document.getElementById('name').value") != self.name:
            field = self.find("#name")
            field.clear()
            field.send_keys(self.name, Keys.ENTER)
            self.until("the name is known", "return [...document.querySelectorAll('#people li')].some(li => "
                       f"li.textContent.startsWith('{self.name}') && li.textContent.includes('you'))")
            self.find("#chat")

    def online(self):
        self.until("online, with the room's state", "const p = document.documentElement.dataset; return p.connection === 'online' "
                   "&& p.rev !== undefined && p.panel === 'ready' && document.getElementById('turn').textContent !== 'Opening the table…'")

    def script(self, code, *arguments):
        return self.driver.execute_script(code, *arguments)

    def find(self, selector):
        """The element; where it is in a tab beside the board that is not shown, that is opened first."""
        element = self.driver.find_element(By.CSS_SELECTOR, selector)
        self.script("""const body = arguments[0].closest('[role=tabpanel]');
            if (body && !body.checkVisibility()) document.querySelector(`[aria-controls=${body.id}]`).click();""", element)
        return element

    def click(self, selector):
        self.find(selector).click()

    def until(self, what, code, *arguments):
        """Waits until the script returns something true, and returns that."""
        end = time.monotonic() + PATIENCE
        pause = SHORTEST
        while not (found := self.script(code, *arguments)):
            if time.monotonic() > end:
                raise TimeoutException(f"{self.name}: {what}")
            time.sleep(pause)
            pause = min(1.5 * pause, LONGEST)
        return found

    def text(self, selector):
        return self.find(selector).text

    def rev(self):
        return int(self.script("return document.documentElement.dataset.rev"))

    def at_rev(self, rev):
        self.until(f"revision {rev}", "return Number(document.documentElement.dataset.rev) === arguments[0]", rev)

    def stones(self):
        """The board as the page shows it: {"h8": "x", …}, pending stones left out."""
        return self.script("return Object.fromEntries([...document.querySelectorAll('#board [data-point]')]"
                           ".filter(c => c.dataset.stone && !c.classList.contains('pending'))"
                           ".map(c => [c.dataset.point, c.dataset.stone]))")

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
        for key in keys:
            self.driver.switch_to.active_element.send_keys(key)

    def new_game(self, sides, rule="freestyle", start=True, listed=False):
        self.click("#new-game" if self.script("return document.querySelector('#new-game')?.checkVisibility()") else "#next")
        self.until("the dialog", "return document.querySelector('#new-game-dialog[open]')")
        chosen = ["self" if sides == "xo" else "friend"] + ([] if sides == "xo" else [sides])
        self.script("for (const value of arguments) document.querySelector(`#new-game-dialog input[value=${value}]`).click()", *chosen)
        self.choose("#new-game-dialog [name=rule]", rule)
        if listed:
            self.click("#new-game-dialog [name=listed]")
        if start:
            self.click("#new-game-dialog button[value=start]")

    def choose(self, selector, value):
        """Chooses in a list as a person does, event by event."""
        self.script("""const list = document.querySelector(arguments[0]);
            list.value = arguments[1];
            for (const event of ['input', 'change']) list.dispatchEvent(new Event(event, {bubbles: true}));""", selector, str(value))

    def complaints(self):
        """Errors in the browser's log, but for those of a line that a test has cut."""
        lines = [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] == "SEVERE"]
        return [line for line in lines if "WebSocket connection to" not in line]

    def close(self):
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


class Count:
    """Runs tests and counts; the last line says how it went."""

    def __init__(self):
        self.passed = self.failed = 0

    def run(self, test, *arguments):
        name = test.__doc__.splitlines()[0]
        if ONLY and name != ONLY:
            return
        try:
            test(*arguments)
        except Exception:
            self.failed += 1
            print(f"FAILED  {name}", flush=True)
            traceback.print_exc()
        else:
            self.passed += 1
            print(f"passed  {name}", flush=True)

    def finish(self):
        print(f"{self.passed} passed, {self.failed} failed", flush=True)
        return 1 if self.failed or not self.passed else 0


def same(left, right, what):
    assert left == right, f"{what}: {left!r} is not {right!r}"


def main(document, tests, enter, server=Server, more=()):
    """Runs a file's tests from the command line, and returns the exit status.

    `enter(url, server, options)` opens the windows that each test is given, `server` None where it runs already; `tests`
    are functions, or what makes them of those windows; `more` are options of the file's own, as for `add_argument`.
    """
    parser = argparse.ArgumentParser(description=document.splitlines()[0])
    parser.add_argument("--url", help="a server that runs already")
    parser.add_argument("--server", help="the gomoku-server to start")
    parser.add_argument("--web", help="the page's folder, for the server that is started")
    parser.add_argument("--only", help="run only tests whose name contains one of these, with commas between them")
    for name, option in more:
        parser.add_argument(name, **option)
    options = parser.parse_args()
    own = None if options.url else server(options.server, options.web)
    people, count = None, Count()
    try:
        people = enter((options.url or own.url).rstrip("/"), own, options)
        for test in tests(people) if callable(tests) else tests:
            if not options.only or any(part in test.__name__ for part in options.only.split(",")):
                count.run(test, people)
    finally:
        if people:
            people.close()
        if own:
            own.close()
    return count.finish()
