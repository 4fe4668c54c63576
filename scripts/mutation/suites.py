"""The test suites that can catch a mutation, with the time and the reached places of each."""

import dataclasses
import functools
import glob
import itertools
import json
import os
import re
import signal
import subprocess
import time

from mutation.build import SCRATCH, TREE, WORK
from mutation.places import digest

# pytest's exit status for a file that has no tests of the chosen speed.
NO_TESTS = 5
BUILD = os.path.join(SCRATCH, "debug")
BUNDLE = [f"{BUILD}/gomokuPackageTests.xctest", "--testing-library", "swift-testing"]

# The levels, cheapest first. A level's suites are the paths that match `suites`, or the texts
# before a slash in the output of `list`. Each command runs in the copy; "{suite}" stands for the
# suite, "{files}" for the paths that match `files`. A line that matches `failure` ends the run. If
# a folder in `code` has changed, the suite runs again without a mutation.
LEVELS = {
    "swift": {
        "code": ["Sources"],
        "list": [*BUNDLE, "--list-tests"],
        "command": [*BUNDLE, "--filter", "^{suite}/"],
        "failure": re.compile(r"^✘ +Test (?!run)(.*)"),
    },
    "node": {
        "code": ["web-static"],
        "suites": "Tests/web",
        "command": ["node", "--test", "--test-reporter=tap", "{files}"],
        "files": "Tests/web/*.test.mjs",
        "failure": re.compile(r"^ *not ok \d+ - (?!/)(.*)"),
    },
    "system": {
        "code": ["Sources", "web-static", "Tests/gomokutest"],
        "suites": "Tests/**/test_*.py",
        "command": ["/usr/bin/python3", "-m", "pytest", "-q", "-x", "--speed", "test", "{suite}"],
        "failure": re.compile(r"^FAILED (\S+)"),
    },
}
# The system tests that open the page in a browser. Only these can catch a mutation of the page.
BROWSER = re.compile(r"browser|gadgets")
# Lets a suite use the copy's programs and page.
ENVIRONMENT = {"GOMOKU_BUILD": BUILD, "GOMOKU_WEB": os.path.join(TREE, "web-static"), "SWIFT_BACKTRACE": "enable=no"}
COLOUR = re.compile(r"\x1b\[[\d;]*m")


@dataclasses.dataclass
class Suite:
    """A test command, and the results of its run without a mutation."""

    name: str
    level: str
    # The file or the folder with its tests.
    path: str
    seconds: float = 0
    reached: frozenset = frozenset()
    fingerprint: str = ""

    @property
    def limit(self):
        """The time limit in seconds. A mutation that exceeds it counts as caught."""
        return self.seconds * 5 + 30


def listed(levels):
    """Lists the suites of the levels."""
    found = []
    for level in levels:
        if command := LEVELS[level].get("list"):
            lines = subprocess.run(command, capture_output=True, text=True, check=True, cwd=TREE).stdout.splitlines()
            names = sorted({line.split("/")[0] for line in lines if "/" in line})
            found += [Suite(name, level, "Tests/" + name.split(".")[0].replace("_", "-")) for name in names]
        else:
            names = sorted(glob.glob(LEVELS[level]["suites"], root_dir=TREE, recursive=True))
            found += [Suite(name, level, name) for name in names]
    return found


def run(suite, environment, limit=None):
    """Runs a suite. Returns the failed test (None if all passed) and the duration in seconds."""
    command = ["timeout", "-s", "KILL", str(limit)] if limit else []
    for word in LEVELS[suite.level]["command"]:
        is_pattern = word == "{files}"
        command += sorted(glob.glob(os.path.join(TREE, LEVELS[suite.level]["files"]))) if is_pattern else [
            word.replace("{suite}", suite.name)]
    began, failure = time.monotonic(), None
    process = subprocess.Popen(
        command, cwd=TREE, env=os.environ | ENVIRONMENT | environment, text=True, errors="replace",
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, start_new_session=True)
    try:
        for line in process.stdout:
            if found := LEVELS[suite.level]["failure"].match(COLOUR.sub("", line)):
                failure = found.group(1).strip()
                break
        else:
            status = process.wait() if process.wait() != NO_TESTS else 0
            failure = "time limit" if status in (137, -9) else f"exit status {status}" if status else None
    finally:
        # The suite has a session of its own, so killing the group ends all of its processes.
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
    return failure, time.monotonic() - began


def measure(suite):
    """Runs a suite without a mutation, unless it ran for the same code. Exits if a test fails."""
    level = LEVELS[suite.level]
    suite.fingerprint = digest(files_digest(suite.path, *level["code"]), *level["command"])
    memory = os.path.join(WORK, "baseline", suite.name.replace("/", "_"))
    if os.path.exists(memory + ".json"):
        with open(memory + ".json", encoding="utf-8") as file:
            known = json.load(file)
        if known["fingerprint"] == suite.fingerprint:
            suite.seconds, suite.reached = known["seconds"], frozenset(known["reached"])
            return
    os.makedirs(os.path.dirname(memory), exist_ok=True)
    with open(memory + ".reached", "w+", encoding="utf-8") as file:
        failure, suite.seconds = run(suite, {"GOMOKU_REACHED": file.name})
        suite.reached = frozenset(int(line) for line in file)
    if failure:
        raise SystemExit(f"{suite.name} fails without a mutation: {failure}")
    with open(memory + ".json", "w", encoding="utf-8") as file:
        known = {"fingerprint": suite.fingerprint, "seconds": suite.seconds, "reached": sorted(suite.reached)}
        json.dump(known, file)
    print(f"{suite.name}: {suite.seconds:.0f} s without a mutation, {len(suite.reached)} places reached", flush=True)


@functools.cache
def files_digest(*paths):
    """Returns a digest of files and of all files in folders of the copy."""
    parts = []
    names = [[path, *sorted(glob.glob(f"{path}/**", root_dir=TREE, recursive=True))] for path in paths]
    for name in itertools.chain(*names):
        path = os.path.join(TREE, name)
        if os.path.isfile(path) and "__pycache__" not in name:
            with open(path, "rb") as file:
                parts.append((name, digest(file.read())))
    return digest(*parts)


def noticing(place, number, suites):
    """Returns the suites that should notice a mutation.

    They are ordered by level, then the target's own suites first, then by duration.
    """
    own = place.target.replace("-", "_") + "Tests."
    if place.instrumented:
        fit = [suite for suite in suites if number in suite.reached]
    else:
        fit = [suite for suite in suites if suite.level == "node" or BROWSER.search(suite.name)]
    levels = list(LEVELS)
    return sorted(fit, key=lambda suite: (levels.index(suite.level), not suite.name.startswith(own), suite.seconds))
