"""Helpers of the gadget tests: a server with gadgets, and windows that can enter a gadget's
frame."""

import contextlib
import itertools
import os
import shutil
import tempfile

from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.ui import WebDriverWait

from .browser import WHOLE_BROWSER, PageServer, TCPProxy, Window, shared
from .checks import same
from .environment import ROOT, TIMEOUT
from .tables import leave

FIXTURES = os.path.join(ROOT, "Tests", "Fixtures", "gadgets")
ROOMS = itertools.count(1)


class GadgetServer(PageServer):
    """A server that also serves gadgets, from a copy of a directory that tests may change."""

    def __init__(self, gadgets=FIXTURES):
        self.gadgets = os.path.join(tempfile.mkdtemp(prefix="gomoku-gadgets-"), "gadgets")
        shutil.copytree(gadgets, self.gadgets)
        super().__init__("--gadgets", self.gadgets)

    def close(self):
        try:
            super().close()
        finally:
            shutil.rmtree(os.path.dirname(self.gadgets), ignore_errors=True)

    def put(self, name, text):
        """Writes a file into the gadget directory while the server runs."""
        with open(os.path.join(self.gadgets, name), "w", encoding="utf-8") as file:
            file.write(text)


class GadgetWindow(Window):
    """A window with the gadget page. `script` and `until` run in the gadget, `page_…` in the page
    around it."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        # The headless shell does not know this directive of the gadgets' policy and logs an error.
        # The full browser knows it.
        self.expected.append("directive 'webrtc'")

    def open(self, gadget, room, wait=True, **parameters):
        """Opens /gadgets/NAME in the room, and waits until the gadget has received the room's
        state."""
        self.driver.switch_to.default_content()
        more = "".join(f"&{name}={value}" for name, value in parameters.items())
        path = gadget if gadget.startswith("/") else f"/gadgets/{gadget}"
        self.driver.get(f"{self.url}/gadget.html?gadget={path}&room={room}{more}")
        if not wait:
            return self  # The driver stays in the page, not in the gadget.
        self.until(
            "the room's state, and the frame",
            "return document.documentElement.dataset.rev !== undefined && document.querySelector('#gadget') !== null",
        )
        self.driver.switch_to.frame("gadget")
        self.until(
            "the gadget",
            "return document.readyState === 'complete' && typeof wave !== 'undefined'"
            " && (wave.mine || wave.getState() !== null && wave.getPrivateState() !== null)",
        )
        return self

    def inside(self):
        """Switches the driver to the gadget's document."""
        self.driver.switch_to.default_content()
        self.until("the frame", "return document.querySelector('#gadget') !== null")
        self.driver.switch_to.frame("gadget")

    @contextlib.contextmanager
    def another(self):
        """Expects the page to replace the gadget's frame within the block, then switches to the new
        frame.

        The old frame stays in place while the gadget reloads.
        """
        self.page("window.shownBefore = document.querySelector('#gadget')")
        yield
        self.driver.switch_to.default_content()
        self.until(
            "another frame",
            "const f = document.querySelector('#gadget'); return f !== null && f !== window.shownBefore",
        )
        self.driver.switch_to.frame("gadget")

    def reload(self):
        """Presses Reload, and switches to the frame that appears after the gadget has reloaded."""
        with self.another():
            self.driver.switch_to.default_content()
            self.click("#reload")

    def page(self, code, *arguments):
        """Runs a script in the page around the gadget, then switches back to the gadget."""
        self.driver.switch_to.default_content()
        try:
            return self.script(code, *arguments)
        finally:
            if self.script("return document.querySelector('#gadget') !== null"):
                self.driver.switch_to.frame("gadget")

    def page_until(self, what, code, *arguments):
        self.driver.switch_to.default_content()
        try:
            return self.until(what, code, *arguments)
        finally:
            if self.script("return document.querySelector('#gadget') !== null"):
                self.driver.switch_to.frame("gadget")

    def page_click(self, selector):
        self.page("document.querySelector(arguments[0]).click()", selector)

    def rename(self):
        self.page(
            "const name = document.getElementById('name'); name.value = arguments[0];"
            "name.dispatchEvent(new Event('change'))",
            self.name,
        )

    def until_dialog(self, accept):
        """Waits for an alert or a confirm and answers it."""
        dialog = WebDriverWait(self.driver, TIMEOUT, 0.02).until(expected_conditions.alert_is_present())
        (dialog.accept if accept else dialog.dismiss)()
        self.inside()

    def json(self, expression):
        """Returns the value of an expression in the gadget. Uses the library's own JSON, because a
        gadget may replace the global one."""
        return self.script(f"return gadgets.json.stringify({expression})")


class WholeGadgetWindow(GadgetWindow):
    """A window of the full browser, which knows every directive of the gadgets' policy."""

    browser = WHOLE_BROWSER


class Pair:
    """Two participants, each behind a separate TCP proxy, who get a fresh room for each test."""

    def __init__(self, server, window=GadgetWindow):
        """`window`: the class of the two windows."""
        self.server, self.url, self.window = server, server.url, window
        self.lines = [TCPProxy(server.port), TCPProxy(server.port)]
        self.ann, self.bob = (window(line.url, name) for line, name in zip(self.lines, ("Ann", "Bob"), strict=True))
        self.windows = (self.ann, self.bob)
        self.third = None
        self.room = None

    def cy(self):
        """Opens a third participant's window for this test."""
        self.third = self.window(self.url, "Cy")
        return self.third

    def open(self, gadget, **parameters):
        self.room = f"gadget-{next(ROOMS)}"
        for window in self.windows:
            window.open(gadget, self.room, **parameters)
        return self.ann, self.bob

    def open_one(self, gadget, **parameters):
        """Opens the gadget for Ann only, for tests that need no second participant."""
        self.room = f"gadget-{next(ROOMS)}"
        return self.ann.open(gadget, self.room, **parameters)

    @contextlib.contextmanager
    def at_once(self):
        """Holds the connections back within the block, so that changes the two participants make
        there are concurrent."""
        for line in self.lines:
            line.hold()
        try:
            yield
        finally:
            for line in self.lines:
                line.release()

    def state(self):
        return shared(self.url, self.room)["state"]

    def expect(self, *words):
        """Allows errors in the browsers' logs that contain one of these words, because the test
        causes them."""
        for window in self.windows:
            window.expected.extend(words)

    def complaints(self):
        return [line for window in self.windows for line in window.complaints()]

    def reset(self):
        """Cleans up after a test: leaves the page, clears its storage, and resets emulated
        settings."""
        if self.third:
            self.third.close()
            self.third = None
        for window in self.windows:
            window.driver.switch_to.default_content()
            leave(window)
            window.script("localStorage.clear(); sessionStorage.clear()")
            window.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})

    def close(self):
        for window in (*self.windows, *filter(None, [self.third])):
            window.close()


@contextlib.contextmanager
def pair_for_a_test(pair):
    """Gives a test the pair. Afterwards fails if a browser has logged an error that the test does
    not expect."""
    expected = [list(window.expected) for window in pair.windows]
    pair.complaints()
    try:
        yield pair
        same(pair.complaints(), [], "errors in the browsers' logs")
    finally:
        for window, words in zip(pair.windows, expected, strict=True):
            window.expected = words
        pair.reset()
