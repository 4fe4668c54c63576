"""A program under a pseudo-terminal, and a minimal terminal emulator that records its screen.

Uses the standard library only.

screen = Terminal([binary("gomoku-cli"), "play", url, "lunch"], state=directory)
await screen.until("the board", lambda: screen.board() is not None)
screen.type("h8\\r")
"""

import asyncio
import base64
import codecs
import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import termios
import unicodedata

from . import live
from .environment import TIMEOUT


class Screen:
    """The cells of a terminal.

    Understands the part of ECMA-48 that the client uses. Records everything else in `strange`.
    """

    def __init__(self, width, height):
        self.modes, self.strange, self.bells = set(), [], 0
        self.decoder = codecs.getincrementaldecoder("utf-8")(errors="replace")
        self.rest = ""
        self.styles = set()
        # The window's title and the stored titles, the desktop notifications, the clipboard, and
        # the texts of hyperlinks by address.
        self.title, self.titles, self.notices, self.clipboard = "", [], [], ""
        self.link, self.links = "", {}
        self.resize(width, height)

    def resize(self, width, height):
        self.width, self.height = width, height
        self.cells = [[" "] * width for _ in range(height)]
        self.row = self.column = 0
        # Output drawn for the old size may run past the edge of the new one until the program has
        # redrawn.
        self.is_drawn = False

    def feed(self, data):
        text = self.rest + self.decoder.decode(data)
        self.rest = ""
        place = 0
        while place < len(text):
            if text[place] != "\x1b":
                self.put(text[place])
                place += 1
                continue
            found = re.compile(r"\x1b\[([?<>=]?)([0-9;]*)([@-~])").match(text, place)
            command = re.compile(r"\x1b\](2|8|9|52|777);([^\x00-\x1f\x7f-\x9f]*)\x1b\\").match(text, place)
            if found:
                self.control(*found.groups())
                place = found.end()
            elif command:
                self.command(*command.groups())
                place = command.end()
            elif re.compile(r"\x1b(\[[?<>=]?[0-9;]*|\](\d{0,3}|(2|8|9|52|777);[^\x00-\x1f\x7f-\x9f]*\x1b?))?$").match(
                text, place
            ):
                self.rest = text[place:]
                return
            else:
                self.strange.append(text[place : place + 12])
                place += 1

    def control(self, private, numbers, final):
        values = [int(number or 0) for number in numbers.split(";")]
        if final == "H" and not private:
            self.row = min(self.height, max(1, values[0])) - 1
            self.column = min(self.width, max(1, values[1] if len(values) > 1 else 1)) - 1
        elif final == "J" and values == [2]:
            self.cells = [[" "] * self.width for _ in range(self.height)]
            self.is_drawn = True
        elif final in "hl" and private == "?":
            (self.modes.add if final == "h" else self.modes.discard)(values[0])
        elif final == "m":
            self.styles.update(values)
        elif final == "t" and values == [22, 2]:
            self.titles.append(self.title)
        elif final == "t" and values == [23, 2]:
            self.title = self.titles.pop() if self.titles else self.title
        else:
            self.strange.append(f"CSI {private}{numbers}{final}")

    def command(self, number, text):
        """Carries out an operating system command (OSC)."""
        if number == "2":
            self.title = text
        elif number == "52":
            self.clipboard = base64.b64decode(text.removeprefix("c;")).decode()
        elif number == "8":
            self.link = text.removeprefix(";")
        else:
            self.notices.append((int(number), text))

    def put(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.row = min(self.height - 1, self.row + 1)
        elif character == "\a":
            self.bells += 1
        elif unicodedata.category(character) in ("Cc", "Cf", "Co", "Cn", "Zl", "Zp"):
            self.strange.append(f"U+{ord(character):04X}")
        elif unicodedata.category(character) not in ("Mn", "Me"):
            width = 2 if unicodedata.east_asian_width(character) in "WF" else 1
            if self.column + width > self.width:
                # Below a shell's prompt, terminals break a long line.
                if self.is_drawn and 1049 in self.modes:
                    self.strange.append(f"{character!r} past the edge")
                return
            self.cells[self.row][self.column] = character
            if self.link:
                self.links[self.link] = self.links.get(self.link, "") + character
            if width == 2:
                self.cells[self.row][self.column + 1] = ""
            self.column += width

    def lines(self):
        return ["".join(row).rstrip() for row in self.cells]

    def text(self):
        return "\n".join(self.lines())

    def columns(self):
        """Returns the screen column of each letter below the board ({"a": 4, …}), and the row with
        the letters."""
        for number in range(self.height - 1, 0, -1):
            cells = self.cells[number]
            start = next((place for place, cell in enumerate(cells) if cell != " "), None)
            if start is None or cells[start] != "a":
                continue
            step = next((n for n in range(1, 8) if start + n < self.width and cells[start + n] == "b"), None)
            if step is None:
                continue
            found, place = {}, start
            while place < self.width and cells[place] == chr(97 + len(found)):
                found[cells[place]] = place
                place += step
            if len(found) >= 13:
                return found, number
        return None

    def places(self):
        """Returns the column and row of each point: {"h8": (18, 9)}. Returns None if there is no
        board."""
        found = self.columns()
        if not found:
            return None
        columns, below = found
        places = {}
        for row in range(below):
            label = re.match(r"\s*(\d{1,2})\D", "".join(self.cells[row][: columns["a"]]) + " ")
            if label:
                for letter, column in columns.items():
                    places[f"{letter}{label.group(1)}"] = (column, row)
        return places if len(places) == len(columns) ** 2 else None

    def board(self):
        """Returns the stones on the screen: {"h8": "x"}. Returns None if there is no board."""
        places = self.places()
        if places is None:
            return None
        stones = {"●": "x", "○": "o", "X": "x", "O": "o"}
        return {
            point: stones[self.cells[row][column]]
            for point, (column, row) in places.items()
            if self.cells[row][column] in stones
        }


class Terminal:
    """A program under its own pseudo-terminal."""

    # Resets a private mode that no terminal has, so it has no effect. Marks the end of the output.
    LAST = b"\x1b[?7777l"

    def __init__(self, command, state, width=80, height=24, environment=()):
        self.screen = Screen(width, height)
        self.master, self.slave = pty.openpty()
        self.size(width, height)
        self.before = termios.tcgetattr(self.slave)
        self.raw = b""
        self.changed = asyncio.Event()
        # Settings of the user who runs the tests must not reach the program.
        unset = ("NO_COLOR", "LANG", "LANGUAGE", "LC_CTYPE", "TERM_PROGRAM", "VTE_VERSION")
        base = {key: value for key, value in os.environ.items() if key not in unset and not key.startswith("GOMOKU_")}
        base |= {"TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": state, "XDG_CONFIG_HOME": state}
        self.process = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=base | dict(environment),
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        asyncio.get_running_loop().add_reader(self.master, self._read)
        live.started(self)

    def _read(self):
        try:
            data = os.read(self.master, 65536)
        except OSError:
            data = b""
        if not data:
            asyncio.get_running_loop().remove_reader(self.master)
            return
        self.raw += data
        self.screen.feed(data)
        self.changed.set()

    def size(self, width, height):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def resize(self, width, height):
        self.screen.resize(width, height)
        self.size(width, height)  # the kernel sends SIGWINCH

    def type(self, text):
        os.write(self.master, text.encode())

    def click(self, point):
        column, row = self.screen.places()[point]
        self.type(f"\x1b[<0;{column + 1};{row + 1}M\x1b[<0;{column + 1};{row + 1}m")

    async def until(self, what, condition, patience=TIMEOUT):
        """Waits until the condition about the screen holds. `what` names it in the failure
        message."""
        deadline = asyncio.get_running_loop().time() + patience
        while not condition():
            self.changed.clear()
            left = deadline - asyncio.get_running_loop().time()
            try:
                await asyncio.wait_for(self.changed.wait(), max(0.001, left))
            except TimeoutError:
                raise AssertionError(f"the screen never showed {what}:\n{self.screen.text()}") from None

    async def shows(self, text, patience=TIMEOUT):
        await self.until(repr(text), lambda: text in self.screen.text(), patience)

    async def _exit(self):
        """Waits for the end of the process: its descriptor then becomes readable."""
        loop, exited, descriptor = asyncio.get_running_loop(), asyncio.Event(), os.pidfd_open(self.process.pid)
        loop.add_reader(descriptor, exited.set)
        try:
            await asyncio.wait_for(exited.wait(), TIMEOUT)
        except TimeoutError:
            raise AssertionError("the program does not end") from None
        finally:
            loop.remove_reader(descriptor)
            os.close(descriptor)
        self.process.wait()

    async def ended(self):
        """Returns the exit status after the program has ended and all its output has been read."""
        if self.process.poll() is None:
            await self._exit()
        # The kernel may still be delivering output of the program. This marker arrives after it.
        os.write(self.slave, self.LAST)
        await self.until("all that was written", lambda: self.raw.endswith(self.LAST))
        self.raw = self.raw.removesuffix(self.LAST)
        return self.process.returncode

    def is_given_back(self):
        """Returns the terminal settings that the program has not restored."""
        wrong = []
        if termios.tcgetattr(self.slave) != self.before:
            wrong.append("stty")
        if self.screen.modes & {1049, 1000, 1006, 2004}:
            wrong.append(f"modes {self.screen.modes}")
        if 25 not in self.screen.modes:
            wrong.append("the cursor is hidden")
        return wrong

    def abandon(self):
        """Kills the program after a test that failed."""
        if self.process.poll() is None:
            self.process.kill()

    def close(self):
        live.ended(self)
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
        asyncio.get_running_loop().remove_reader(self.master)
        for end in (self.master, self.slave):
            os.close(end)


class Proxy:
    """A TCP proxy in front of a server. Tests can break, pause and restore its connections."""

    def __init__(self, port, host="127.0.0.1"):
        self.host, self.target, self.port = host, port, 0
        self.pairs, self.is_open = set(), True
        self.flows = asyncio.Event()
        self.flows.set()

    async def start(self):
        self.listener = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self.listener.sockets[0].getsockname()[1]
        return self

    def answer(self, data):
        """Returns bytes to send to the client instead of passing its data on, or None. The
        connection then ends."""
        return None

    async def _serve(self, reader, writer):
        if not self.is_open:
            writer.transport.abort()
            return
        far_reader, far_writer = await asyncio.open_connection(self.host, self.target)
        pair = (writer, far_writer)
        self.pairs.add(pair)

        async def pump(source, sink):
            try:
                while data := await source.read(65536):
                    await self.flows.wait()
                    if source is reader and (answer := self.answer(data)):
                        writer.write(answer)
                        break
                    sink.write(data)
                    await sink.drain()
            except (ConnectionError, asyncio.IncompleteReadError):
                pass
            finally:
                sink.close()

        await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))
        self.pairs.discard(pair)

    def cut(self):
        """Breaks every connection. New connections also break until `mend` is called."""
        self.is_open = False
        for pair in self.pairs:
            for end in pair:
                end.transport.abort()

    def mend(self):
        self.is_open = True

    def close(self):
        self.flows.set()
        self.cut()
        self.listener.close()
