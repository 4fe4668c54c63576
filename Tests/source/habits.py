#!/usr/bin/env python3
"""What every source file keeps to; CONTRIBUTING.md says why. The last line is "N passed, N failed".

    Tests/source/habits.py [FOLDER]
"""

import os
import re
import subprocess
import sys

LINES = 300
# Tables, what is generated, and code of others: long by nature.
LONG_BY_NATURE = re.compile(
    r"^(Tests/|Sources/Robot/Tables/|Benchmarks/|web-static/gadget/lib/jquery\.js$|web-static/gadgets/)|generated")
SOURCES = re.compile(r"\.(swift|js|mjs|css|py|c|h)$")
# A stored property or variable whose value is a function: it could be set after its owner was made.
CLOSURE = re.compile(r"^\s*(?:@\w+\s+|public |private |fileprivate |internal |package |static |weak |lazy |\(set\))*var\s+\w+\s*:\s*"
                     r"(?:\(\s*)?(?:@\w+\s+)*\([^{=]*\)\s*(?:async\s+)?(?:throws(?:\([^)]*\))?\s+)?->[^{]*$")
UNOWNED = re.compile(r"^[^/\"]*\bunowned\b")


def code(line):
    """The line without its comment."""
    return re.sub(r"(^|\s)//.*", "", line)


def too_long(name, lines):
    if len(lines) > LINES and not LONG_BY_NATURE.search(name):
        yield f"{name}: {len(lines)} lines, more than {LINES}: one noun a file"


def unowned(name, lines):
    if name.endswith(".swift"):
        for number, line in enumerate(lines, 1):
            if UNOWNED.search(code(line)):
                yield f"{name}:{number}: unowned; own it, or hold it weakly"


def settable_closures(name, lines):
    if name.endswith(".swift") and name.startswith(("Sources/", "examples/")):
        for number, line in enumerate(lines, 1):
            if CLOSURE.search(code(line).split(" = ")[0].rstrip()):
                yield f"{name}:{number}: a closure that can be set later; pass it to init and make it let"


# A Swift test without a sentence for a name; one of python or node has it by how it is made.
UNNAMED = re.compile(r"@Test(?!\(\s*\")")


def unnamed(name, lines):
    if name.endswith(".swift") and name.startswith("Tests/"):
        text = "\n".join(lines)
        for found in UNNAMED.finditer(text):
            yield f"{name}:{text.count(chr(10), 0, found.start()) + 1}: a test without a sentence for a name: @Test(\"…\")"


def fuzzed():
    """The fuzzers' package builds the program's modules once more: what it lacks is seen only where it is built."""
    with open("Fuzz/Package.swift", encoding="utf-8") as file:
        named = set(re.findall(r'arget\(\s*name: "(\w+)"|ibrary\(name: "(\w+)"', file.read()))
    named = {name for pair in named for name in pair}
    for folder in sorted(os.listdir("Sources")):
        module = folder.replace("-", "_")
        if module not in named or not os.path.isdir(f"Fuzz/Sources/{module}"):
            yield f"Fuzz/Package.swift: name {module}, and link Fuzz/Sources/{module} to Sources/{folder}"


CHECKS = {
    "no file is longer than 300 lines": too_long,
    "nothing is unowned": unowned,
    "no closure can be set after its owner was made": settable_closures,
    "every test has a sentence for a name": unnamed,
}


def main():
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", ".."))
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], capture_output=True, text=True, check=True).stdout.splitlines()
    files = {}
    for name in names:
        if SOURCES.search(name) and os.path.isfile(name):
            with open(name, encoding="utf-8") as file:
                files[name] = file.read().splitlines()
    passed = failed = 0
    found = {name: [fault for file, lines in files.items() for fault in check(file, lines)] for name, check in CHECKS.items()}
    if os.path.isdir("Fuzz"):
        found["the fuzzers have every module of the program"] = list(fuzzed())
    for name, faults in found.items():
        print("\n".join([f"{'FAILED' if faults else 'passed'}  {name}", *(f"        {fault}" for fault in faults)]))
        passed, failed = passed + (not faults), failed + bool(faults)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main())
