"""Paths of the repository and of the built programs, and the time limit of every wait."""

import os
import random

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The page's files, not bundled.
WEB = os.environ.get("GOMOKU_WEB") or os.path.join(ROOT, "web-static")
# A single-file page for servers whose tests do not use the page. The real page takes a third of a
# second to load.
SMALL_WEB = os.path.join(ROOT, "Tests", "gomokutest", "small_page")
# The limit for any awaited event, in seconds. It only detects hangs, so it is long enough for a
# busy machine.
TIMEOUT = 60
# The seed of every random choice in the run. Set TEST_SEED to repeat a run.
SEED = int(os.environ.get("TEST_SEED", 0)) or random.randrange(1, 1 << 32)
# The workers of pytest-xdist inherit the environment, so they use the seed that the header of the
# run shows.
os.environ["TEST_SEED"] = str(SEED)


def binary(name):
    """Returns the path of a built program.

    Looks in GOMOKU_BUILD if that is set. Otherwise returns the newest build below .build.
    """
    folders = (
        [os.environ["GOMOKU_BUILD"]]
        if "GOMOKU_BUILD" in os.environ
        else [os.path.join(ROOT, ".build", build) for build in ("release", "debug")]
    )
    built = [os.path.join(folder, name) for folder in folders]
    built = [path for path in built if os.path.isfile(path)]
    if not built:
        raise FileNotFoundError(f"{name} is not in {' or '.join(folders)}: run `swift build` first")
    return max(built, key=os.path.getmtime)
