#!/usr/bin/env python3
"""Counts the types of each target that depend on each other in a circle.

    Tests/source/circles.py [--list TARGET]

A type uses another type if its declaration, in its own file, names it. Extensions in other files do
not count. No circle may have more than LIMIT types, because neither the compiler nor a reader can
separate them.
"""

import collections
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
LIMIT = 12
DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|private|fileprivate|final|indirect)\s+)*"
    r"(struct|class|enum|protocol|actor|extension)\s+([A-Z]\w*)"
)
TEXT = re.compile(r'"(?:\\.|[^"\\])*"|//.*')
NAME = re.compile(r"\b[A-Z]\w*\b")


def uses(target):
    """Returns the types of the target, each with the other types that it uses."""
    bodies, homes, extensions = collections.defaultdict(str), {}, []
    for path in sorted(target.rglob("*.swift")):
        kind = name = None
        for line in path.read_text(encoding="utf-8").splitlines():
            line = TEXT.sub("", line)
            if found := DECLARATION.match(line):
                kind, name = found.groups()
                if kind != "extension":
                    homes[name] = path
            if name and kind == "extension":
                extensions.append((name, path, line))
            elif name:
                bodies[name] += line + "\n"
            if line.startswith("}"):
                name = None
    for name, path, line in extensions:
        if homes.get(name) == path:
            bodies[name] += line + "\n"
    return {name: set(NAME.findall(bodies[name])) & set(homes) - {name} for name in homes}


def circles(graph):
    """Returns the strongly connected components (Tarjan 1972) with more than one type, largest
    first."""
    index, low, stack, found = {}, {}, [], []

    def visit(node):
        index[node] = low[node] = len(index)
        stack.append(node)
        for other in sorted(graph[node]):
            if other not in index:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], index[other])
        if low[node] == index[node]:
            component = stack[stack.index(node) :]
            del stack[stack.index(node) :]
            if len(component) > 1:
                found.append(sorted(component))

    for node in sorted(graph):
        if node not in index:
            visit(node)
    return sorted(found, key=len, reverse=True)


def main():
    sys.setrecursionlimit(10_000)
    if sys.argv[1:2] == ["--list"]:
        graph = uses(ROOT / "Sources" / sys.argv[2])
        for circle in circles(graph):
            print("\n".join(f"{name}: {' '.join(sorted(graph[name] & set(circle)))}" for name in circle), end="\n\n")
        return
    is_over = False
    for target in sorted((ROOT / "Sources").iterdir()):
        graph = uses(target)
        largest = max(map(len, circles(graph)), default=0)
        if largest > LIMIT:
            is_over = True
            print(f"{target.name}: {largest} of {len(graph)} types use each other in a circle; {LIMIT} are allowed")
    sys.exit(is_over)


if __name__ == "__main__":
    main()
