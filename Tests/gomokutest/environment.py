"""Where the repository and the built programs are, and how long a test waits before it counts as hung."""

import os
import random

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# The page's files, not bundled.
WEB = os.environ.get("GOMOKU_WEB") or os.path.join(ROOT, "web-static")
# A page of a single file, for servers whose tests do not look at the page: the real one takes a third of a second to load.
SMALL_WEB = os.path.join(ROOT, "Tests", "gomokutest", "small_page")
# How long any awaited event may take, in seconds. The limit only detects hangs, so it suits a busy machine.
PATIENCE = 60
# Seed of every random choice of the run. TEST_SEED repeats a run.
SEED = int(os.environ.get("TEST_SEED", 0)) or random.randrange(1, 1 << 32)
# The workers of pytest-xdist, which inherit the environment, have the seed that the header of the run names.
os.environ["TEST_SEED"] = str(SEED)


def binary(name):
    """Returns the path of a built program: from GOMOKU_BUILD if it is set, else the newest build below .build."""
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
