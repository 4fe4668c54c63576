"""The commands of gomoku-server that end by themselves: backup, check, config, and the operator's
orders to a running server."""

import asyncio
import glob
import os
import subprocess

from . import store
from .environment import TIMEOUT, binary


def run(*arguments, **environment):
    """Runs the program to its end. Returns its exit status, output and errors."""
    done = subprocess.run(
        [os.environ.get("SERVER") or binary("gomoku-server"), *arguments],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
        env=dict(os.environ, **environment),
    )
    return done.returncode, done.stdout, done.stderr


def assert_sound(*place, **environment):
    """Fails unless `check` finds the store sound. `place`: the arguments that locate the store,
    such as --data DIR."""
    status, output, errors = run("check", *place, **environment)
    assert status == 0, f"check ended with {status}: {output[-800:]}{errors}"


async def order(directory, *arguments, status=0):
    """Gives an order to the server of `directory`, or to a random server of its cluster. Returns
    the output."""
    place = ["--data", directory]
    if store.is_redis():
        sockets = sorted(glob.glob(f"{directory}/admin.sock*")) or [f"{directory}/admin.sock"]
        place = ["--admin-socket", store.choice.choice(sockets)]
    done = await asyncio.to_thread(run, *arguments, *place)
    assert done[0] == status, done
    return done[1] if status == 0 else done[2]
