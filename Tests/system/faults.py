#!/usr/bin/env python3
"""Makes write and fsync fail under the server: nothing acknowledged is lost, nothing that could not be stored is shown,
and the server says so in /healthz and its log. Then what can be wrong with its directory.

All of this is about the files of the embedded store; crash.py and nodes.py have what can happen to a Redis.

    python3 Tests/system/faults.py [--server PATH]
"""

import argparse
import asyncio
import json
import os
import shutil
import subprocess
import tempfile

from blackbox import Client, Count, Server, binary, same


async def fails(fault, command, word):
    """The disk stops working in the middle of everything, and works again."""
    directory = tempfile.mkdtemp(prefix="gomoku-faults-")
    library, switch = os.path.join(directory, "faults.so"), os.path.join(directory, "switch")
    source = os.path.join(os.path.dirname(os.path.abspath(__file__)), "faults.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source, "-ldl"], check=True)
    data = os.path.join(directory, "data")
    server = Server(["--data", data], command)
    os.environ.update(LD_PRELOAD=library, FAULTS=switch)
    try:
        await server.start()
    finally:
        del os.environ["LD_PRELOAD"], os.environ["FAULTS"]
    ann, bob = await Client.connect(server.port, "Ann"), await Client.connect(server.port, "Bob")
    await ann.join("lunch", kind="open")
    await bob.join("lunch", kind="open")
    for number in range(20):
        same((await ann.delta("lunch", {"n": number}))["type"], "delta", "before")
    with open(switch, "w") as file:
        file.write(fault)
    refused = []
    for number in range(100, 120):
        answer = await ann.delta("lunch", {"n": number}, id=f"r{number}")
        same((answer["type"], answer.get("code")), ("reject", "read-only"), "while the disk does not work")
        refused.append(f"r{number}")
        if word not in answer["message"]:
            raise AssertionError(answer["message"])
    # Many at once, so that some are judged on others that fail.
    for number in range(50):
        ann.send(type="delta", room="lunch", id=f"p{number}", set={"n": number})
    for number in range(50):
        same((await ann.expect("reject", "delta", where=lambda m: m["id"] == f"p{number}"))["type"], "reject", "pipelined")
    status, _, body = await server.get("/healthz")
    same((status, json.loads(body)["status"]), (503, "failing"), "/healthz")
    await server.said("error", word)
    eve = await Client.connect(server.port, "Eve")
    same((await eve.join("lunch", kind="open"))["state"], {"n": 19}, "what somebody new sees")
    os.remove(switch)
    answer = await ann.delta("lunch", {"n": 200}, id=refused[0])
    same((answer["type"], answer["rev"]), ("delta", 21), "the same id once the disk works again")
    same((await server.get("/healthz"))[0], 200, "/healthz")
    shown = [m["rev"] for m in [await bob.expect("delta") for _ in range(21)]]
    same(shown, list(range(1, 22)), "what Bob was shown")
    await server.kill()
    again = await Server(["--data", data], command).start()
    same([d["set"]["n"] for d in await again.history("lunch")], list(range(20)) + [200], "what is stored")
    same(await again.stop(), 0, "exit status")
    shutil.rmtree(directory)


async def refuses_to_start(command):
    """Each thing that can be wrong with a directory has its sentence, and nothing is damaged."""
    program = command or binary("gomoku-server")
    directory = tempfile.mkdtemp(prefix="gomoku-faults-")

    def start(*arguments):
        web = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "web-static")
        return subprocess.run(
            [program, "--port", "0", "--web", web, "--data", *arguments], capture_output=True, text=True, timeout=20)

    data = os.path.join(directory, "one")
    server = await Server(["--data", data], command).start()
    ann = await Client.connect(server.port, "Ann")
    await ann.join("lunch", kind="open")
    await ann.delta("lunch", {"n": 1})
    second = start(data)
    same((second.returncode, "Another gomoku-server uses" in second.stderr), (74, True), second.stderr)
    same((await ann.delta("lunch", {"n": 2}))["type"], "delta", "the first goes on")
    await server.stop()

    file = os.path.join(data, "gomoku.sqlite")
    with open(file, "rb") as opened:
        good = opened.read()
    for damaged in (b"x" * 4096, good[:100] + b"\xff" * 900 + good[1000:], b"SQLite format 3\0" + b"\0" * 4080):
        with open(file, "wb") as opened:
            opened.write(damaged)
        refused = start(data)
        same((refused.returncode, "damaged" in refused.stderr or "another program" in refused.stderr), (74, True), refused.stderr)
        with open(file, "rb") as opened:
            same(opened.read(), damaged, "the file is left alone")
    with open(file, "wb") as opened:
        opened.write(good)
    subprocess.run(["sqlite3", file, "PRAGMA user_version = 99"], check=True) if shutil.which("sqlite3") else None
    if shutil.which("sqlite3"):
        refused = start(data)
        same((refused.returncode, "newer gomoku-server" in refused.stderr), (74, True), refused.stderr)
    refused = start("/proc/nowhere")
    same((refused.returncode, "cannot be made" in refused.stderr), (74, True), refused.stderr)
    shutil.rmtree(directory)


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--server")
    options = parser.parse_args()
    count = Count()
    await count.run("a disk whose fsync fails", fails("sync", options.server, "disk"))
    await count.run("a disk that is full", fails("write", options.server, "full"))
    await count.run("directories that cannot be used", refuses_to_start(options.server))
    count.close()


asyncio.run(main())
