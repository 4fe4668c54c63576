"""What the gadget tests need: a server with gadgets in it, and windows that look into a gadget's frame."""

import contextlib
import itertools
import os
import shutil
import tempfile

from selenium.webdriver.support import expected_conditions
from selenium.webdriver.support.ui import WebDriverWait

from browser_kit import PATIENCE, ROOT, WHOLE_BROWSER, Server, Window, shared

FIXTURES = os.path.join(ROOT, "Tests", "Fixtures", "gadgets")
ROOMS = itertools.count(1)


class GadgetServer(Server):
    """A server that also serves the gadgets of a directory: a copy, which tests may change."""

    def __init__(self, command=None, web=None, gadgets=FIXTURES):
        self.gadgets = os.path.join(tempfile.mkdtemp(prefix="gomoku-gadgets-"), "gadgets")
        shutil.copytree(gadgets, self.gadgets)
        super().__init__(command, web)

    def close(self):
        try:
            super().close()
        finally:
            shutil.rmtree(os.path.dirname(self.gadgets), ignore_errors=True)

    def put(self, name, text):
        """Writes a file into the directory, while the server runs."""
        with open(os.path.join(self.gadgets, name), "w", encoding="utf-8") as file:
            file.write(text)

    def more(self):
        return ["--gadgets", self.gadgets]


class GadgetWindow(Window):
    """A window with the gadget page; `script` and `until` look into the gadget, `page_…` at the page around it."""

    # The other one does not know a policy's `webrtc`, which gadgets are held by.
    browser = WHOLE_BROWSER

    def open(self, gadget, room, wait=True, **parameters):
        """Shows /gadgets/NAME in the room; waits until the gadget has been told the room's state."""
        self.driver.switch_to.default_content()
        more = "".join(f"&{name}={value}" for name, value in parameters.items())
        path = gadget if gadget.startswith("/") else f"/gadgets/{gadget}"
        self.driver.get(f"{self.url}/gadget.html?gadget={path}&room={room}{more}")
        if not wait:
            return self  # in the page, not in the gadget
        self.page_until("the room's state", "return document.documentElement.dataset.rev !== undefined")
        self.inside()
        self.until("the gadget", "return document.readyState === 'complete' && typeof wave !== 'undefined'"
                   " && (wave.mine || wave.getState() !== null && wave.getPrivateState() !== null)")
        return self

    def inside(self):
        """Turns to the gadget's document."""
        self.driver.switch_to.default_content()
        self.until_element("iframe")
        self.driver.switch_to.frame("gadget")

    @contextlib.contextmanager
    def another(self):
        """Within it the page is made to show another frame; once that is there, turns to it. The frame that goes may still be
        there for a while: a gadget is loaded anew, before its frame is made."""
        self.page("window.shownBefore = document.querySelector('#gadget')")
        yield
        self.driver.switch_to.default_content()
        self.until("another frame", "const f = document.querySelector('#gadget'); return f !== null && f !== window.shownBefore")
        self.driver.switch_to.frame("gadget")

    def until_element(self, selector):
        self.until(selector, "return document.querySelector(arguments[0]) !== null", selector)

    def page(self, code, *arguments):
        """Runs a script in the page around the gadget, and turns back to the gadget."""
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
        self.page("const name = document.getElementById('name'); name.value = arguments[0];"
                  "name.dispatchEvent(new Event('change'))", self.name)

    def until_dialog(self, accept):
        """Waits for an alert or a confirm and answers it."""
        dialog = WebDriverWait(self.driver, PATIENCE, 0.02).until(expected_conditions.alert_is_present())
        (dialog.accept if accept else dialog.dismiss)()
        self.inside()

    def json(self, expression):
        """The value of an expression in the gadget, by the library's own JSON: the page's may be anything."""
        return self.script(f"return gadgets.json.stringify({expression})")


class Pair:
    """Two people, a fresh room for each test."""

    def __init__(self, url, server=None):
        self.url, self.server = url, server
        self.ann, self.bob = GadgetWindow(url, "Ann"), GadgetWindow(url, "Bob")
        self.windows = (self.ann, self.bob)
        self.third = None

    def cy(self):
        """A third person, whose window is opened when it is first wanted."""
        self.third = self.third or GadgetWindow(self.url, "Cy")
        return self.third

    def open(self, gadget, **parameters):
        self.room = f"gadget-{next(ROOMS)}"
        for window in self.windows:
            window.open(gadget, self.room, **parameters)
        return self.ann, self.bob

    def state(self):
        return shared(self.url, self.room)["state"]

    def complaints(self):
        return [line for window in self.windows for line in window.complaints()]

    def close(self):
        for window in (*self.windows, *filter(None, [self.third])):
            window.close()


__all__ = ["FIXTURES", "GadgetServer", "GadgetWindow", "PATIENCE", "Pair", "ROOMS", "shared"]
