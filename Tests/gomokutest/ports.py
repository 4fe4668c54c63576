"""Ports for servers that restart on the same port.

The kernel assigns ports from 32768 upwards to outgoing connections and to listeners on port 0.
Another program could get such a port while a server is down, so these ports are below that range.
Each test process reserves blocks of ports with file locks, also against other test runs.
"""

import fcntl
import os
import socket
import tempfile

FIRST, BLOCK, BLOCKS = 20_000, 100, 120
DIRECTORY = os.path.join(tempfile.gettempdir(), f"gomoku-ports-{os.getuid()}")

# The locks of this process, and the unused ports of its newest block.
_locks = []
_left = []


def take():
    """Returns a port of 127.0.0.1 that is free and that no other test gets."""
    while True:
        if not _left:
            _left.extend(_block())
        port = _left.pop(0)
        with socket.socket() as one:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                one.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port


def _block():
    os.makedirs(DIRECTORY, exist_ok=True)
    for number in range(BLOCKS):
        lock = os.open(os.path.join(DIRECTORY, str(number)), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            os.close(lock)
            continue
        _locks.append(lock)
        return range(FIRST + number * BLOCK, FIRST + (number + 1) * BLOCK)
    raise RuntimeError("other test runs have taken all ports")
