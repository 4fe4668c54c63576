"""Windows of the page of which pictures are taken, and terminals beside them."""

import base64
import io
import os
import subprocess

from PIL import Image

from gomokutest.browser import Window
from gomokutest.environment import binary
from gomokutest.people import PASSWORD
from gomokutest.tables import introduce, prefer
from gomokutest.terminal import Terminal

from .colours import ColorScreen

# The sizes of windows in CSS pixels: a desktop, and a phone whose browser shows its bars or hides
# them.
DESKTOP = (1280, 800)
PHONE, TALL_PHONE = (390, 664), (390, 712)
# The pixels per CSS pixel of a phone.
FINE = 2
# The columns and rows of a large terminal.
LARGE = (120, 40)

# The page uses the system's font. Chromium's choice on Linux, DejaVu, is wider than those of the
# systems that most visitors have. Debian names the condensed faces of Roboto as the others.
FONTS = """<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <selectfont><rejectfont><glob>*/RobotoCondensed-*</glob></rejectfont></selectfont>
  <match><test name="family"><string>system-ui</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Roboto</string></edit></match>
  <match><test name="family"><string>sans-serif</string></test>
    <edit name="family" mode="prepend" binding="strong"><string>Roboto</string></edit></match>
</fontconfig>
"""


def use_fonts(folder):
    """Lets the browsers that start from now on use Roboto as the system's font."""
    path = os.path.join(folder, "fonts.conf")
    with open(path, "w", encoding="utf-8") as file:
        file.write(FONTS)
    os.environ["FONTCONFIG_FILE"] = path


def open_window(url, name, size=DESKTOP, scale=1, scheme="light", client=None):
    """Opens a window. If there is a `client`, the window has the same participant."""
    window = Window(url, name, arguments=["--font-render-hinting=none"])
    prefer(window, scheme=scheme)
    introduce(window)
    if client:
        window.sign_in_as(client)
    show(window, size, scale)
    return window


def show(window, size, scale=1):
    """Sets the size of the window. `scale`: pixels per CSS pixel."""
    window.driver.execute_cdp_cmd(
        "Emulation.setDeviceMetricsOverride",
        {"width": size[0], "height": size[1], "deviceScaleFactor": scale, "mobile": False},
    )
    window.driver.execute_cdp_cmd("Emulation.setTouchEmulationEnabled", {"enabled": size in (PHONE, TALL_PHONE)})
    window.driver.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    window.until(f"a window of {size}", "return innerWidth === arguments[0] && innerHeight === arguments[1]", *size)


def show_whole(window):
    """Makes the window as high as its page."""
    window.settled()
    width, height = window.script("return [innerWidth, document.documentElement.scrollHeight]")
    show(window, (width, height))


def picture(window, ahead=False):
    """Takes a picture of the page once it has settled. `ahead`: also waits for the grain of the
    board, which the page paints once it is idle."""
    # A pointer on the board would show a preview.
    window.driver.execute_cdp_cmd("Input.dispatchMouseEvent", {"type": "mouseMoved", "x": 1, "y": 1})
    window.settled(ahead)
    taken = window.driver.execute_cdp_cmd("Page.captureScreenshot", {"format": "png"})
    return Image.open(io.BytesIO(base64.b64decode(taken["data"]))).convert("RGB")


def open_terminal(folder, *arguments, size=LARGE):
    """Starts `gomoku-cli` in a terminal with colours. Its state is in `folder`."""
    terminal = Terminal([binary("gomoku-cli"), *arguments], str(folder), *size)
    terminal.screen = ColorScreen(*size)
    return terminal


def sign_in(folder, url, name):
    """Signs in with `gomoku-cli` to an account of the club. The state is in `folder`."""
    subprocess.run(
        [binary("gomoku-cli"), "account", "login", url, name],
        input=f"{PASSWORD}\n",
        env={**os.environ, "XDG_STATE_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)},
        capture_output=True,
        text=True,
        check=True,
    )


def is_complete(terminal):
    """Whether the terminal has received the whole of its last frame."""
    return terminal.raw.endswith((b"\x1b[0m", b"\x1b[?25h"))
