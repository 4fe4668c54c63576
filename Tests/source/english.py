#!/usr/bin/env python3
"""Checks comments and documents for habits that make English hard to read; CONTRIBUTING.md gives the rules.

    Tests/source/english.py [--all] [PATH ...]

Counts, in whole folders or in the files given:
- doc comments that begin with a pronoun or a relative ("What …", "It …"): at most 3 %;
- the words whoever, somebody and nobody: at most one in 500 lines of comments;
- noun clauses that who, what or which head ("to who asked", "what is left"): at most one in 500 lines of comments;
- sentences of more than 35 words: none;
- lines of prose of more than 100 columns: none;
- listed phrases of the old dialect: none.

The limits apply to all files together. With paths, or --all, each finding is printed. The last line is
"N passed, N failed".
"""

import io
import re
import subprocess
import sys
import tokenize

WORDS = 35
COLUMNS = 100
LINES_PER_FINDING = 500
SHARE_OF_DOC_COMMENTS = 0.03

# Generated files, vendored code, fixtures, texts of other people, and this list of bad examples.
SKIPPED = re.compile(
    r"generated|^Tests/(Fixtures|promises|source/english)|^web-static/(gadget/lib/jquery|gadgets/[^/]*\.xml$)|^LICENSE|^Sources/Robot/Tables/"
)
SLASHED = re.compile(r"\.(swift|js|mjs|c|h|modulemap)$")

PRONOUNS = {
    *"all anybody anyone everybody everyone he it nobody none nothing one she somebody someone something".split(),
    *"such that these they this those we you".split(),
    *"how what whatever when where which whichever who whoever whom whomever whose why".split(),
}
PERSONS = re.compile(r"\b(whoever|somebody|nobody)\b", re.IGNORECASE)
# A relative pronoun without a noun before it. "Which" may begin an indirect question ("knows which store is open").
HEADLESS = re.compile(
    r"(?:^|[.:;(–] |\b(?:about|after|and|are|as|at|by|but|for|from|in|is|knows|not|of|on|or|says|shows|tells|than"
    r"|that|to|was|were|with) )(who|whom|whatever)\b|\b(what)\b|(?:^|[.:;] )(which)\b",
    re.IGNORECASE,
)
PHRASES = re.compile(
    "|".join(
        (
            r"\bis to be told\b",
            r"\bso that who\b",
            r"\bthose who\b",
            r"\bwho has done it\b",
            r"\bnobody new\b",
            r"\bcall nobody\b",
            r"\blife than the one\b",
            r"\blook into the journal\b",
            r"\bwhat (?:was|is) left of\b",
            r"\bwhat came of\b",
            r"\bwhat of it\b",
            r"\bat the most\b",
            r"\bso many (?:a|an|of)\b",
            r"\blooks? for idle\b",
            r"\bletting go of\b",
            r"\bis said again\b",
            r"\bworth keeping\b",
            r"\bbetween two looks\b",
            r"\bamong those\b",
            r"\bthe search's live\b",
            r"\bis told again\b",
            r"\bwhom this is\b",
        )
    ),
    re.IGNORECASE,
)


class Block:
    """A comment or a paragraph: its first line's number, its text, and whether it documents a declaration."""

    def __init__(self, name, number, lines, documents=False, counted=True):
        self.name, self.number, self.documents, self.counted = name, number, documents, counted
        self.lines = lines
        self.text = " ".join(line.strip() for line in lines).strip()


def slashed(name, lines):
    """Yields the comments of Swift, JavaScript and C that begin a line."""
    found, kind, first = [], None, 0
    inside = False
    for number, line in enumerate([*lines, ""], 1):
        bare = line.strip()
        if inside:
            text, ends = re.sub(r"^\* ?", "", bare), "*/" in bare
            found.append(text.removesuffix("*/").rstrip())
            if ends:
                yield from paragraphs(Block(name, first, found, documents=True))
                found, kind, inside = [], None, False
            continue
        here = "///" if bare.startswith("///") else "//" if bare.startswith("//") else None
        if here != kind and found:
            yield from paragraphs(Block(name, first, found, documents=kind == "///"))
            found = []
        if here:
            first = number if not found else first
            found.append(bare[len(here) :].removeprefix(" "))
        elif bare.startswith("/**"):
            first, text = number, bare[3:].strip()
            if "*/" in text:
                yield from paragraphs(Block(name, first, [text.split("*/")[0].strip()], documents=True))
            else:
                found, inside = [text], True
        kind = here


def pythonic(name, lines):
    """Yields the comments and docstrings of Python."""
    source = "\n".join(lines) + "\n"
    found, first, last = [], 0, -1
    before = None
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type == tokenize.COMMENT and not token.string.startswith("#!"):
            if token.line.strip().startswith("#"):
                if token.start[0] != last + 1 and found:
                    yield Block(name, first, found)
                    found = []
                first = token.start[0] if not found else first
                found.append(token.string.lstrip("#").removeprefix(" "))
                last = token.start[0]
        elif token.type == tokenize.STRING and token.string.startswith('"""') and before in (None, "begin"):
            body = token.string.strip('"').split("\n")
            yield from paragraphs(Block(name, token.start[0], body, documents=True))
        if token.type in (tokenize.INDENT, tokenize.NEWLINE):
            before = "begin" if token.type == tokenize.INDENT else "other"
        elif token.type not in (tokenize.NL, tokenize.COMMENT, tokenize.ENCODING):
            before = "other"
    if found:
        yield Block(name, first, found)


def hashed(name, lines, mark="#"):
    """Yields the comments of shells, Lua, TOML and configuration files that begin a line."""
    found, first = [], 0
    for number, line in enumerate([*lines, ""], 1):
        bare = line.strip()
        if bare.startswith(mark) and not bare.startswith("#!"):
            first = number if not found else first
            found.append(bare.lstrip(mark[0]).removeprefix(" "))
        elif found:
            yield from paragraphs(Block(name, first, found))
            found = []


def styled(name, lines):
    """Yields the comments of style sheets."""
    text = "\n".join(lines)
    for comment in re.finditer(r"/\*(.*?)\*/", text, re.DOTALL):
        yield Block(name, text.count("\n", 0, comment.start()) + 1, comment[1].split("\n"))


def markdown(name, lines):
    """Yields the paragraphs and items of a document, without code, tables and headings."""
    found, first, fenced = [], 0, False
    for number, line in enumerate([*lines, ""], 1):
        bare = line.strip()
        if bare.startswith("```"):
            fenced, bare = not fenced, ""
        starts = re.match(r"(?:[-*+]|\d+\.) ", bare)
        ends = not bare or fenced or bare.startswith(("|", "#", "<", "    "))
        if (ends or starts) and found:
            yield Block(name, first, found, counted=False)
            found = []
        if not ends:
            first = number if not found else first
            found.append(line.rstrip("\n"))


def paragraphs(block):
    """Yields the paragraphs and items of a comment, without its code."""
    found, first, fenced, documents = [], block.number, False, block.documents
    for number, line in enumerate([*block.lines, ""], block.number):
        bare = line.strip()
        if bare.startswith("```"):
            fenced, bare = not fenced, ""
        if line.startswith("    ") and not found:
            bare = ""
        starts = re.match(r"(?:[-*+]|\d+\.) ", bare)
        if (not bare or fenced or starts) and found:
            yield Block(block.name, first, found, documents)
            found, documents = [], False
        if bare and not fenced:
            first = number if not found else first
            found.append(line)


def blocks(name):
    with open(name, encoding="utf-8") as file:
        lines = file.read().split("\n")
    if name.endswith(".md"):
        return markdown(name, lines)
    if SLASHED.search(name):
        return slashed(name, lines)
    if name.endswith(".css"):
        return styled(name, lines)
    if name.endswith(".lua"):
        return hashed(name, lines, "--")
    if name.endswith(".py") or lines[0].startswith("#!/usr/bin/env python3"):
        return pythonic(name, lines)
    if lines[0].startswith("#!") or re.search(r"(^|/)(Makefile|Dockerfile)$|\.(conf|service|toml|ya?ml)$", name):
        return hashed(name, lines)
    return iter(())


def sentences(text):
    """Splits a paragraph into sentences; code and links count as one word."""
    text = re.sub(r"`[^`]*`", "code", text)
    text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text)
    text = re.sub(r"\b(e\.g|i\.e|cf|vs|etc|No)\.", r"\1", text)
    return re.split(r"(?<=[.!?:])[)”\"*_]*\s+", text)


def is_prose(line):
    """Whether the line could be wrapped: not a table, a link, an address or a single long word."""
    bare = line.strip()
    return not bare.startswith(("|", "[", "<")) and "://" not in bare and bare.count(" ") > 4


class Report:
    """Counts of findings, and where they are."""

    def __init__(self):
        self.comment_lines = self.doc_comments = 0
        self.found = {kind: [] for kind in ("pronoun", "person", "headless", "long", "wide", "phrase")}

    def read(self, block):
        text = re.sub(r"`[^`]*`", "code", block.text)
        text = re.sub(r"\]\([^)]*\)", "]", text)
        if block.counted:
            self.comment_lines += len(block.lines)
        if block.documents:
            self.doc_comments += 1
            first = re.match(r"\W*(\w+)", text)
            if first and first[1].lower() in PRONOUNS:
                self.add("pronoun", block, text[:90])
        for word in PERSONS.finditer(text):
            self.add("person", block, around(text, word))
        for clause in HEADLESS.finditer(text):
            if not text[clause.end() :].split(".")[0].rstrip().endswith("?") and "?" not in text[clause.start() :][:90]:
                self.add("headless", block, around(text, clause))
        for phrase in PHRASES.finditer(text):
            self.add("phrase", block, around(text, phrase))
        for sentence in sentences(block.text):
            words = len([word for word in sentence.split() if re.search(r"\w", word)])
            if words > WORDS:
                self.add("long", block, f"{words} words: {sentence[:80]}")

    def read_lines(self, name):
        prose = [line for block in blocks(name) for line in block.lines]
        with open(name, encoding="utf-8") as file:
            lines = {line.rstrip("\n") for line in file}
        # A comment's line is as wide as its source line.
        wide = [line for line in lines if len(line) > COLUMNS]
        for line in wide:
            if is_prose(line) and any(part and part in line and len(part) > COLUMNS // 2 for part in prose):
                self.found["wide"].append((name, 0, line.strip()[:90]))

    def add(self, kind, block, text):
        self.found[kind].append((block.name, block.number, text))

    def judge(self):
        """Yields each limit: its name, the figure, the limit."""
        few = self.comment_lines // LINES_PER_FINDING
        doc_limit = int(self.doc_comments * SHARE_OF_DOC_COMMENTS)
        yield f"of {self.doc_comments} doc comments begin with a pronoun", "pronoun", doc_limit
        yield f"whoever, somebody, nobody in {self.comment_lines} lines of comments", "person", few
        yield "noun clauses headed by who, what or which", "headless", few
        yield f"sentences of more than {WORDS} words", "long", 0
        yield f"lines of prose of more than {COLUMNS} columns", "wide", 0
        yield "listed phrases", "phrase", 0


def around(text, match):
    return "…" + text[max(0, match.start() - 40) : match.end() + 40] + "…"


def main(arguments):
    shown = bool(arguments)
    paths = [argument for argument in arguments if argument != "--all"]
    names = subprocess.run(
        ["git", "ls-files", "-z", *paths], capture_output=True, check=True, text=True
    ).stdout.rstrip("\0")
    report = Report()
    for name in names.split("\0"):
        if SKIPPED.search(name):
            continue
        try:
            for block in blocks(name):
                report.read(block)
            report.read_lines(name)
        except (UnicodeDecodeError, IsADirectoryError, FileNotFoundError):
            continue
    failed = passed = 0
    for title, kind, limit in report.judge():
        found = report.found[kind]
        if len(found) > limit:
            failed += 1
        else:
            passed += 1
        print(f"{len(found):6} {title} (limit {limit})")
        if shown:
            for name, number, text in found:
                print(f"  {name}:{number}: {text}")
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
