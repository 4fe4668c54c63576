#!/usr/bin/env python3
"""Gomocup engines that misbehave in one way each.

    engine.py MODE [MARKER]

The engine plays the free point nearest to the middle. MODE selects the misbehaviour. MARKER is
ignored, and lets a test find processes that are still running by their command line.
"""

import os
import signal
import sys
import time

mode = sys.argv[1]
END = "\r\n" if mode == "crlf" else "\n"
size, stones, turns = 15, [], 0


def say(line, end=None):
    sys.stdout.write(line + (END if end is None else end))
    sys.stdout.flush()


def free():
    middle = size // 2
    points = sorted(
        ((x, y) for x in range(size) for y in range(size)),
        key=lambda p: ((p[0] - middle) ** 2 + (p[1] - middle) ** 2, p),
    )
    return next(p for p in points if p not in stones)


def answer():
    global turns
    turns += 1
    point = free()
    text = f"{point[0]},{point[1]}"
    if turns >= 2:
        if mode == "silent":
            return
        if mode == "garbage":
            for line in ("hello", "7;7", "7,7,7", "(3,4)", "\x1b[2J 7,7 \x07", "move 8,8"):
                say(line)
            sys.stdout.buffer.write(b"\xff\xfe\x80\n")
            sys.stdout.flush()
            return
        if mode == "late":
            time.sleep(4)
        if mode == "crash":
            os.kill(os.getpid(), signal.SIGSEGV)
        if mode == "illegal":
            text = "99,99"
        if mode == "occupied":
            text = "{},{}".format(*stones[0])
        if mode == "forever":
            while True:
                say("MESSAGE " + "x" * 80)
    if mode == "half":
        for piece in (text[:1], text[1:], END):
            sys.stdout.write(piece)
            sys.stdout.flush()
            time.sleep(0.02)
    elif mode == "long" and turns <= 2:
        sys.stdout.write("MESSAGE " + "7,7 " * 100_000 + END)
        say(text)
    elif mode == "junk":
        say("MESSAGE depth \n\r score 0,0 9,9\nDEBUG 1,1\n  junk 3,3\n 4,4 x")
        say(f"\t {text} ")
    elif mode == "stale":
        say(text)
        stones.append(point)
        other = free()
        stones.pop()
        say(f"{other[0]},{other[1]}")
    else:
        say(text)
    stones.append(point)


def main():
    global size
    if mode == "forks" and os.fork() == 0:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        while True:
            time.sleep(60)
    if mode == "stubborn":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if mode == "refuses-start":
        say("MESSAGE only boards of 30")
    board = None
    while True:
        line = sys.stdin.readline()
        if not line:
            if mode == "eof-flood":
                while True:
                    say("1,1")
            return
        word, _, rest = line.strip().partition(" ")
        if board is not None:
            if word == "DONE":
                stones[:] = board
                board = None
                answer()
            else:
                board.append(tuple(int(n) for n in line.split(",")[:2]))
        elif word == "START":
            size = int(rest)
            if mode == "refuses-start":
                say("ERROR unsupported size")
            elif mode != "no-ok":
                say("MESSAGE before OK")
                say("OK")
        elif word == "BEGIN":
            answer()
        elif word == "TURN":
            stones.append(tuple(int(n) for n in rest.split(",")))
            answer()
        elif word == "BOARD":
            board = []
        elif word == "END" and mode not in ("stubborn", "eof-flood"):
            return


if __name__ == "__main__":
    try:
        main()
    except BrokenPipeError:
        os._exit(0)
