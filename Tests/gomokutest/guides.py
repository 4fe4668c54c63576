"""The commands that the guides show, and the programs' help that they must match."""

import glob
import itertools
import json
import os
import re
import shlex
import subprocess
from pathlib import Path

from .environment import ROOT, TIMEOUT, binary

PROGRAMS = ("gomoku-server", "gomoku-cli", "gomoku-lab")
# A text in a guide that begins like this is a command. In a `sh` block every line is one.
COMMAND = re.compile(
    r"(?:[A-Z_]+=\S+ )*(?:(?:\.build/release/)?gomoku-(?:server|cli|lab)(?= |$)"
    r"|(?:Benchmarks|examples|scripts|Tests/source|\.build/release|\.build-tools)/"
    r"|(?:apt|cp|curl|docker|make|node|redis-cli|redis-check-aof|sqlite3|sudo|swift|systemctl) |/usr/bin/)"
)
PROGRAM = re.compile(rf"(?:[\w.:/-]+/|engine:)?({'|'.join(PROGRAMS)})")
# The five columns before the command of a line in a crontab.
CRON = re.compile(r"(?:[\d*]+ ){5}")
BLOCK = re.compile(r"^( *)```(\w*)\n(.*?)^ *```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", re.DOTALL)
OPTION = re.compile(r"(?<![\w-])--[a-z][a-z-]*")
# A picture in a document, with its words for people who do not see it: `![words](path)`, or an
# element `img` if the page needs its width.
PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)\s]+)\)")
IMG = re.compile(r"<img\s[^>]*>")
# The largest sizes in bytes: of a picture, of an animation, and of all pictures in docs together.
PICTURE_BYTES, ANIMATION_BYTES, ALL_PICTURES_BYTES = 120_000, 400_000, 1_200_000
# The fewest characters that can describe a picture.
DESCRIPTION = 30
# The number of pictures that one document may show, if it has a limit.
MOST_PICTURES = {"README.md": 2}
# A value that the reader has to replace, such as FILE, or one that is left out.
IS_OPEN = re.compile(r"\b[A-Z]+\b(?!\.)|…")


def guides():
    """Returns the documents for readers. The changelog shows commands of earlier versions."""
    found = [*Path(ROOT).glob("*.md"), *Path(ROOT, "docs").glob("*.md"), Path(ROOT, "Benchmarks", "README.md")]
    return sorted(path for path in found if path.name != "CHANGELOG.md")


def shown():
    """Returns each shown command with its first place: {"make run": "README.md:14"}."""
    found = {}
    for path in guides():
        text = path.read_text(encoding="utf-8")
        for offset, command in sorted([*_in_blocks(text), *_in_prose(text)], key=lambda pair: pair[0]):
            if is_data(command):
                continue
            line = text.count("\n", 0, offset) + 1
            found.setdefault(command, f"{path.relative_to(ROOT)}:{line}")
    for path in sorted(Path(ROOT, "examples").glob("bot.*")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if usage := re.search(rf"(?:^|\s)(?:\./)?({re.escape(path.name)} http\S+ [^\"]+)", line):
                found.setdefault(f"examples/{usage[1]}", f"examples/{path.name}:{number}")
    return found


def pictures():
    """Returns the pictures that each document shows, with their words: {document: [(path,
    words)]}."""
    found = {}
    for document in guides():
        text = BLOCK.sub(_blank, document.read_text(encoding="utf-8"))
        images = [(path, words) for words, path in PICTURE.findall(text)]
        for element in IMG.findall(text):
            told = dict(re.findall(r'(\w+)="([^"]*)"', element))
            images.append((told.get("src", ""), told.get("alt", "")))
        found[document] = [((document.parent / path).resolve(), words) for path, words in images]
    return found


def picture_faults():
    """Yields pictures in docs that no document shows or that are too large, and pictures that a
    document shows but that are missing or have no description."""
    files = [path for path in Path(ROOT, "docs").iterdir() if path.suffix in (".gif", ".jpg", ".png", ".svg", ".webp")]
    shown = pictures()
    yield from (
        f"no document shows {path.name}"
        for path in sorted({*files} - {path for each in shown.values() for path, _ in each})
    )
    for document, images in shown.items():
        name = document.relative_to(ROOT)
        if len(images) > MOST_PICTURES.get(str(name), len(images)):
            yield f"{name} shows {len(images)} pictures"
        for path, words in images:
            if not path.is_file():
                yield f"{name} shows {path.name}, which does not exist"
            if len(words) < DESCRIPTION:
                yield f"{name} does not describe {path.name}"
    for path in files:
        data = path.read_bytes()
        most = ANIMATION_BYTES if b"ANIM" in data[:64] else PICTURE_BYTES
        if len(data) > most:
            yield f"{path.name} has {len(data)} bytes, more than {most}"
    if (total := sum(path.stat().st_size for path in files)) > ALL_PICTURES_BYTES:
        yield f"the pictures have {total} bytes, more than {ALL_PICTURES_BYTES}"


def is_data(path):
    """Whether a path names a file or folder of the repository that is no program."""
    path = os.path.join(ROOT, path)
    return os.path.isdir(path) or (os.path.isfile(path) and not Path(path).read_bytes().startswith(b"#!"))


def _in_blocks(text):
    """Yields the offset and text of each command in a fenced or indented block."""
    blocks = [(found.start(3), found[2], found[3]) for found in BLOCK.finditer(text)]
    blocks += [
        (found.start(), "", found[0]) for found in re.finditer(r"^ {4}.+$", BLOCK.sub(_blank, text), re.MULTILINE)
    ]
    for start, language, block in blocks:
        if language not in ("", "sh", "console"):
            continue
        for line in re.finditer(r"(?:[^\n]*\\\n)*[^\n]+", block):
            command, _, comment = re.sub(r"\\\n\s*", "", line[0]).strip().partition(" # ")
            command = CRON.sub("", command.removeprefix("$ ")).strip()
            if command.startswith("#") or (language != "sh" and not COMMAND.match(command)):
                continue
            yield start + line.start(), command
            # "bot.py URL  # or bot.sh": the other program takes the same arguments.
            same = f" {command.partition(' ')[2]}" if comment.strip().startswith("or ") else ""
            for other in re.split(r"[;,] ", comment.strip().removeprefix("or ")):
                if COMMAND.match(other) and "/" in other:
                    yield start + line.start(), other + same


def _in_prose(text):
    """Yields the offset and text of each command in inline code.

    After a command in the same sentence or cell, a lower-case word is another command of the same
    program: "`gomoku-cli account claim Ann`, `login`".
    """
    text = BLOCK.sub(_blank, text)
    before, end = None, 0
    for span in SPAN.finditer(text):
        code = re.sub(r"\s+", " ", span[2]).strip()
        is_next = text[end : span.start()] == ", " and re.match(r"[a-z]+\b(?!=)", code)
        if COMMAND.match(code):
            before, end = re.sub(r" [\[A-Z].*", "", code).rpartition(" ")[0], span.end()
            yield span.start(), code
        elif before and is_next:
            end = span.end()
            yield span.start(), f"{before} {code}"
        else:
            before = None


def options():
    """Returns each option that inline code shows by itself, such as `--keep-idle DAYS`, with its
    first place."""
    found = {}
    for path in guides():
        text = BLOCK.sub(_blank, path.read_text(encoding="utf-8"))
        for span in SPAN.finditer(text):
            line = text.count("\n", 0, span.start()) + 1
            for option in OPTION.findall(span[2]) if span[2].startswith("-") else ():
                found.setdefault(option, f"{path.relative_to(ROOT)}:{line}")
    return found


def _blank(found):
    return re.sub(r"[^\n]", " ", found[0])


def variants(command):
    """Returns the calls that a synopsis stands for: without the parts in brackets, and with each
    one in turn."""
    if not re.match(r"\S*gomoku-|examples/", command):
        return [command]
    parts = re.findall(r"\[[^\]]*\]", command)
    calls = []
    for chosen in (None, *range(len(parts))):
        numbers = iter(range(len(parts)))
        call = re.sub(r"\[([^\]]*)\]", lambda part: part[1] if next(numbers) == chosen else "", command)  # noqa: B023
        calls.append(re.sub(r" +", " ", call).strip())
    return calls


def calls(command):
    """Returns the words of each program call in a command line."""
    command = re.sub(r"\$\([^)]*\)|<[\w-]+>", "X", command)
    lexer = shlex.shlex(command, posix=True, punctuation_chars="|&;<>")
    lexer.whitespace_split, lexer.commenters = True, ""
    found = [[]]
    for word in lexer:
        if word in ("|", "&&", ";"):
            found.append([])
        elif word == ">":
            next(lexer)
        else:
            found[-1].append(word)
    return [words for words in found if words]


class Help:
    """The commands and options of a program, from its own description of them."""

    def __init__(self, name):
        done = subprocess.run(
            [binary(name), "--experimental-dump-help"], capture_output=True, timeout=TIMEOUT, check=True
        )
        self.root = json.loads(done.stdout)["command"]

    def command(self, words):
        """Returns the command that these words call, and its arguments."""
        command, words = self.root, list(words)
        while command.get("subcommands"):
            known = {inner["commandName"]: inner for inner in command["subcommands"]}
            if words and words[0] in known:
                command = known[words.pop(0)]
            elif "defaultSubcommand" in command and words:
                command = known[command["defaultSubcommand"]]
            else:
                break
        return command, words

    def fault(self, words):
        """Returns the reason for which the program would refuse these arguments, or None."""
        command, words = self.command(words)
        # A bare name of a command needs no arguments.
        if not words:
            return None
        arguments = command.get("arguments", [])
        named = {name["name"]: argument for argument in arguments for name in argument.get("names", [])}
        values, given = [], set()
        while words:
            word = words.pop(0)
            if word == "--":
                values += words
                break
            if not word.startswith("-") or word == "-":
                values.append(word)
                continue
            name, equals, value = word.lstrip("-").partition("=")
            if name not in named:
                return f"{command['commandName']} has no option {word}"
            given.update(other["name"] for other in named[name]["names"])
            if named[name]["kind"] == "option":
                if not equals and not words:
                    return f"{word} needs a value"
                value = value if equals else words.pop(0)
                allowed = named[name].get("allValues", [value])
                if value not in allowed and not IS_OPEN.search(value):
                    return f"{word} cannot be {value}"
        if given & {"help", "version"}:
            return None
        places = [argument for argument in arguments if argument["kind"] == "positional"]
        # "…" stands for any number of arguments.
        is_cut, values = "…" in values, [value for value in values if value != "…"]
        if len(values) > len(places) and not any(place["isRepeating"] for place in places):
            return f"{command['commandName']} takes {len(places)} arguments, not {len(values)}"
        if not is_cut and len(values) < len([place for place in places if not place["isOptional"]]):
            return f"{command['commandName']} needs more arguments than {values}"
        needed = [a["names"][0]["name"] for a in arguments if a["kind"] == "option" and not a["isOptional"]]
        missing = [f"--{name}" for name in needed if name not in given and not is_cut]
        return f"{command['commandName']} needs {' and '.join(missing)}" if missing else None

    def options(self):
        """Returns the names of all options of the program."""
        commands, found = [self.root], set()
        for command in commands:
            commands += command.get("subcommands", [])
            for argument in command.get("arguments", []):
                found.update(f"--{name['name']}" for name in argument.get("names", []))
        return found


class Checker:
    """Compares commands with the programs, the Makefile and the files of the repository."""

    def __init__(self):
        self.programs = {name: Help(name) for name in PROGRAMS}
        makefile = Path(ROOT, "Makefile").read_text(encoding="utf-8")
        lines = re.findall(r"^([a-z][a-z -]*):(?!=)", makefile, re.MULTILINE)
        self.targets = {name for line in lines for name in line.split()}
        self.variables = set(re.findall(r"^(?:export )?([A-Z]+) \??=", makefile, re.MULTILINE))
        self.package = Path(ROOT, "Package.swift").read_text(encoding="utf-8")
        self.tops = {name for name in os.listdir(ROOT) if os.path.isdir(os.path.join(ROOT, name)) and name[0] != "."}
        self.tests = "\n".join(path.read_text(encoding="utf-8") for path in Path(ROOT, "Tests").rglob("*.swift"))
        folders = (Path(ROOT, name).rglob("*") for name in ("Benchmarks", "scripts", "Tests/source"))
        files = (path for folder in folders for path in folder if path.is_file())
        self.options = set().union(*(OPTION.findall(path.read_bytes().decode(errors="replace")) for path in files))
        self.options.update(*(program.options() for program in self.programs.values()))

    def faults(self, command):
        """Yields the faults of a command."""
        for call in {call: None for variant in variants(command) for call in map(tuple, calls(variant))}:
            yield from self._call(call)

    def _call(self, words):
        words = [word for word in words if not re.match(r"[A-Z_]+=", word) or words[0] == "make"]
        for word in words:
            # An engine is a command within a word: "engine:./engine --fast".
            if " " in word and PROGRAM.match(word):
                yield from self.faults(word)
        names = [place for place, word in enumerate(words) if PROGRAM.fullmatch(word)]
        if names and words[0] in ("sudo", words[names[0]]):
            fault = self.programs[PROGRAM.fullmatch(words[names[0]])[1]].fault(words[names[0] + 1 :])
            if fault:
                yield fault
        elif words[0] == "make":
            for word in words[1:]:
                name, is_variable, _ = word.partition("=")
                if name not in (self.variables if is_variable else self.targets):
                    yield f"the Makefile has no {name}"
        elif words[0] == "swift":
            yield from self._swift(words)
        for place, word in enumerate(words):
            yield from self._file(word, words, is_program=place == 0)

    def _swift(self, words):
        for option, value in itertools.pairwise(words):
            if option == "--filter" and value not in self.tests:
                yield f"no Swift test is called {value}"
            if option in ("--product", "run") and f'"{value}"' not in self.package:
                yield f"Package.swift has no product {value}"

    def _file(self, word, words, is_program):
        """Yields the faults of a word that names a file of the repository."""
        top, slash, rest = word.partition("/")
        if top not in self.tops or not slash or IS_OPEN.search(rest) or words[0] == "cp":
            return
        found = glob.glob(os.path.join(ROOT, word))
        if not found:
            yield f"there is no {word}"
        elif is_program and os.path.isfile(found[0]):
            text = Path(found[0]).read_bytes().decode(errors="replace")
            if not text.startswith("#!"):
                return
            if not os.access(found[0], os.X_OK):
                yield f"{word} is not executable"
            for option in words[1:]:
                if option.startswith("--") and option not in OPTION.findall(text) and '"$@"' not in text:
                    yield f"{word} has no option {option}"
