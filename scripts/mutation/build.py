"""The instrumented copy of the sources: it contains all mutations; GOMOKU_MUTANT activates one."""

import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
WORK = os.path.join(ROOT, ".build-mutants")
TREE, SCRATCH = os.path.join(WORK, "tree"), os.path.join(WORK, "build")

# Source text for each mutated target. GOMOKU_REACHED names a file to which the number of every
# evaluated place is written.
RUNTIME = """
import Glibc

private let active = getenv("GOMOKU_MUTANT").flatMap { Int(String(cString: $0)) } ?? -1
private nonisolated(unsafe) let report = getenv("GOMOKU_REACHED").map {
    (path: strdup($0)!, isReached: calloc(10_000, 1)!)
}

/// Whether the mutation with that number is active.
public func isMutated(_ number: Int) -> Bool {
    if let report, report.isReached.load(fromByteOffset: number, as: UInt8.self) == 0 {
        report.isReached.storeBytes(of: 1, toByteOffset: number, as: UInt8.self)
        let line = "\\(number)\\n"
        let file = open(report.path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o666)
        write(file, line, line.utf8.count)
        close(file)
    }
    return number == active
}

/// A text in Lua, in which the mutated line of the active mutation replaces the line before it.
func mutatedLua(_ text: String) -> String {
    text.split(separator: "\\n", omittingEmptySubsequences: false).map { line in
        guard let mark = line.firstRange(of: " --@mutant ") else { return String(line) }
        let parts = line[mark.upperBound...].split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        return Int(parts[0]).map(isMutated) == true ? String(parts[1]) : String(line[..<mark.lowerBound])
    }.joined(separator: "\\n")
}
"""
# The product's expression that turns the Lua files into a text.
LUA_TEXT = "String(decoding: $0, as: UTF8.self)"
# Settings that the copy omits, because the generated code has warnings and is not strictly memory
# safe.
SETTINGS = re.compile(
    r'^ *\.(?:treatAllWarnings\(as: \.error\)|strictMemorySafety\(\)|treatWarning\("StrictMemorySafety".*\)),\n',
    re.MULTILINE)
ERROR = re.compile(r"^(\S+\.swift):(\d+):\d+: error: (.*)", re.MULTILINE)
DIGITS = str.maketrans("0123456789", "∀∁∂∃∄∅∆∇∈∉")


def write_if_changed(path, content):
    """Writes bytes to a file unless it has them already, so that Swift does not rebuild it."""
    if os.path.exists(path):
        with open(path, "rb") as file:
            if file.read() == content:
                return
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(content)


def rendered(template, number):
    """Fills in a mutation's number, as digits and as a part of an operator."""
    return template.replace("{number}", str(number)).replace("{symbol}", str(number).translate(DIGITS))


def copy(numbered):
    """Brings the copy up to date with the sources and the numbered places."""
    listing = subprocess.run(["git", "ls-files", "-coz", "--exclude-standard"], capture_output=True, check=True).stdout
    names = {name for name in [*listing.decode().split("\0"), "Package.resolved"] if os.path.isfile(name)}
    in_swift = [(number, place) for number, place in numbered.items() if place.instrumented]
    for name in names:
        with open(name, "rb") as file:
            content = file.read()
        if name == "Package.swift":
            content = SETTINGS.sub("", content.decode()).encode()
        elif places := [(number, place) for number, place in in_swift if place.file == name]:
            lines = content.decode().split("\n")
            for number, place in places:
                lines[place.line - 1] = rendered(place.instrumented, number)
            content = "\n".join(lines).encode()
        if name.endswith("/RedisFunctions.swift"):
            content = content.replace(LUA_TEXT.encode(), f"mutatedLua({LUA_TEXT})".encode())
        write_if_changed(os.path.join(TREE, name), content)
        os.chmod(os.path.join(TREE, name), os.stat(name).st_mode)
    for target in {place.target for _, place in in_swift}:
        declarations = [rendered(place.declaration, number) for number, place in in_swift if place.target == target]
        names.add(f"Sources/{target}/Mutation.swift")
        write_if_changed(f"{TREE}/Sources/{target}/Mutation.swift", "\n".join([RUNTIME, *declarations, ""]).encode())
    for folder, _, files in os.walk(TREE):
        for path in (os.path.join(folder, name) for name in files):
            if "__pycache__" not in path and os.path.relpath(path, TREE) not in names | {"Package.resolved"}:
                os.remove(path)


def errors():
    """Builds the copy. Returns the compiler's errors as (file, line, message)."""
    command = ["swift", "build", "--build-tests", "--package-path", TREE, "--scratch-path", SCRATCH]
    command += ["-Xswiftc", "-continue-building-after-errors"]
    result = subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False)
    with open(os.path.join(WORK, "build.log"), "w", encoding="utf-8") as file:
        file.write(result.stdout)
    found = {(os.path.relpath(path, TREE), int(line), message) for path, line, message in ERROR.findall(result.stdout)}
    if result.returncode and not found:
        raise SystemExit(f"The instrumented copy does not build:\n{result.stdout[-3000:]}")
    return found if result.returncode else set()


def culprit(file, line, message, numbered):
    """Returns the number of the mutation that most likely causes a compiler error, or None."""
    if file.endswith("/Mutation.swift"):
        with open(os.path.join(TREE, file), encoding="utf-8") as source:
            found = re.search(r"isMutated\((\d+)\)", source.read().split("\n")[line - 1])
        return found and int(found.group(1))
    # Swift reports an expression of several lines at its first line, and an uninitialized property
    # at the end of `init`.
    near = [("initializ" in message and place.operator != "drop", abs(place.line - line), number)
            for number, place in numbered.items() if place.instrumented and place.file == file]
    return min(near)[-1] if near else None


def build(numbered):
    """Builds the copy without places that do not compile. Returns the other places by number."""
    numbered = dict(numbered)
    while True:
        copy(numbered)
        found = errors()
        if not found:
            return numbered
        refused = {culprit(*error, numbered) for error in found} - {None}
        if not refused:
            raise SystemExit(f"The copy does not build, and no mutation explains it:\n{sorted(found)[:20]}")
        print(f"{len(refused)} mutations do not compile; building without them", flush=True)
        for number in refused:
            del numbered[number]
