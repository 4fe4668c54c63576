#!/usr/bin/env python3
"""Checks rules for the sources that no linter covers. CONTRIBUTING.md gives the reasons.

    Tests/source/habits.py [FOLDER]

The last line is "N passed, N failed".
"""

import os
import re
import subprocess
import sys

LINES = 300
LINES_OF_A_TYPE = 500
# Files without a limit: tests, tables, generated files and vendored code.
UNLIMITED = re.compile(
    r"^(Tests/|Sources/Robot/Tables/|Benchmarks/|web-static/gadget/lib/jquery\.js$|web-static/gadgets/)|generated"
)
SOURCES = re.compile(r"\.(swift|js|mjs|css|py|lua|c|h)$")

# swift-format does not indent a top-level declaration. It indents a member of a top-level type by
# four spaces.
MODIFIERS = r"(?P<modifiers>(?:@\w+(?:\([^)]*\))?\s+|[a-z]+(?:\((?:set|unsafe|safe)\))?\s+)*?)"
TOP_LEVEL = re.compile(
    rf"^{MODIFIERS}(?P<kind>actor|class|enum|struct|extension|protocol|func|let|var|typealias|macro|operator"
    r"|precedencegroup)\s+(?P<name>[\w.]+)"
)
MEMBER_VAR = re.compile(rf"^    {MODIFIERS}var\s+(?P<name>\w+)(?P<rest>.*)")
OBSERVER = re.compile(r"\b(?:didSet|willSet)\b")

# A stored property or a variable whose type is a function.
CLOSURE = re.compile(
    r"^\s*(?:@\w+\s+|public |private |fileprivate |internal |package |static |weak |lazy |\(set\))*var\s+\w+\s*:\s*"
    r"(?:\(\s*)?(?:@\w+\s+)*\([^{=]*\)\s*(?:async\s+)?(?:throws(?:\([^)]*\))?\s+)?->[^{]*$"
)
UNOWNED = re.compile(r"^[^/\"]*\bunowned\b")
UNNAMED = re.compile(r"@Test(?!\(\s*\")")
# Targets that no fuzzed property imports.
UNFUZZED = {"gomoku-lab"}


def code(line):
    """Returns the line without its comment."""
    return re.sub(r"(^|\s)//.*", "", line)


def too_long(name, lines):
    if len(lines) <= LINES or UNLIMITED.search(name):
        return
    if len(lines) > LINES_OF_A_TYPE or not name.endswith(".swift"):
        limit = LINES_OF_A_TYPE if name.endswith(".swift") else LINES
        yield f"{name}: {len(lines)} lines, more than {limit}: split the file"
        return
    for fault in exposed(lines):
        yield f"{name}: {len(lines)} lines, more than {LINES}, and {fault}: split the file, or hide the type's state"


def exposed(lines):
    """Yields the reasons why a Swift file is not a single type that hides its state.

    Such a file declares one top-level type, extends no other type, and declares nothing else at the
    top level. Every stored `var` of the type is `private` or `private(set)`.
    """
    lines = [code(line) for line in lines]
    found = [match for line in lines if (match := TOP_LEVEL.match(line))]
    types = [match["name"] for match in found if match["kind"] in ("actor", "class", "enum", "struct")]
    if len(types) != 1:
        yield f"it declares {len(types)} top-level types"
    for match in found:
        if match["kind"] == "extension" and match["name"] not in types:
            yield f"it extends {match['name']}"
        elif match["kind"] not in ("actor", "class", "enum", "struct", "extension"):
            yield f"it declares {match['kind']} {match['name']} beside the type"
    for line, following in zip(lines, [*lines[1:], ""], strict=True):
        match = MEMBER_VAR.match(line)
        if not match or re.search(r"\bprivate\b", match["modifiers"]):
            continue
        is_computed = "{" in match["rest"].partition(" = ")[0]
        if not is_computed or OBSERVER.search(match["rest"]) or OBSERVER.match(following.strip()):
            yield f"var {match['name']} can be set from other files"


def unowned(name, lines):
    if name.endswith(".swift"):
        for number, line in enumerate(lines, 1):
            if UNOWNED.search(code(line)):
                yield f"{name}:{number}: unowned: hold the object strongly or weakly"


def settable_closures(name, lines):
    if name.endswith(".swift") and name.startswith(("Sources/", "examples/")):
        for number, line in enumerate(lines, 1):
            if CLOSURE.search(code(line).split(" = ")[0].rstrip()):
                yield f"{name}:{number}: a closure that other code can replace later: pass it to init, and make it let"


def unnamed(name, lines):
    if name.endswith(".swift") and name.startswith("Tests/"):
        text = "\n".join(lines)
        for found in UNNAMED.finditer(text):
            number = text.count("\n", 0, found.start()) + 1
            yield f'{name}:{number}: a test without a sentence for a name: write @Test("…")'


def fuzzed():
    """Yields modules that the fuzzers' package lacks. Otherwise only a build of the fuzzers would
    find them."""
    with open("Fuzz/Package.swift", encoding="utf-8") as file:
        named = set(re.findall(r'arget\(\s*name: "(\w+)"|ibrary\(name: "(\w+)"', file.read()))
    named = {name for pair in named for name in pair}
    for folder in sorted(set(os.listdir("Sources")) - UNFUZZED):
        module = folder.replace("-", "_")
        if module not in named or not os.path.isdir(f"Fuzz/Sources/{module}"):
            yield f"Fuzz/Package.swift: name {module}, and link Fuzz/Sources/{module} to Sources/{folder}"


CHECKS = {
    f"a file has at most {LINES} lines, or {LINES_OF_A_TYPE} if it is one Swift type that hides its state": too_long,
    "nothing is unowned": unowned,
    "no closure can be replaced after its owner was made": settable_closures,
    "every Swift test has a sentence for a name": unnamed,
}


def main():
    root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
    os.chdir(sys.argv[1] if len(sys.argv) > 1 else root)
    listing = ["git", "ls-files", "-co", "--exclude-standard"]
    names = subprocess.run(listing, capture_output=True, text=True, check=True).stdout.splitlines()
    files = {}
    for name in names:
        if SOURCES.search(name) and os.path.isfile(name):
            with open(name, encoding="utf-8") as file:
                files[name] = file.read().splitlines()
    passed = failed = 0
    found = {
        name: [fault for file, lines in files.items() for fault in check(file, lines)] for name, check in CHECKS.items()
    }
    if os.path.isdir("Fuzz"):
        found["the fuzzers have every module of the program"] = list(fuzzed())
    for name, faults in found.items():
        print("\n".join([f"{'FAILED' if faults else 'passed'}  {name}", *(f"        {fault}" for fault in faults)]))
        passed, failed = passed + (not faults), failed + bool(faults)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed or not files else 0


if __name__ == "__main__":
    sys.exit(main())
