"""Checks of the word tables and of their uses."""

import re

from . import javascript, swift
from .tables import COUNT, PLACEHOLDER, is_plural, placeholders, texts_of

# Languages may lack this many entries, which are then in English. English and languages with
# whole = true may lack none.
LAG = 200
ENDS = str.maketrans("。．！？", "..!?")


def faults(words, files):
    """Yields a line for each fault; `files` are the files to write."""
    for table in words.tables:
        yield from faults_of(table, words.english)
    yield from unused(words)
    for path, text in files.items():
        target = words.root / path
        if not target.exists() or target.read_text(encoding="utf-8") != text:
            yield f"{path} is not what the tables give: make words"
    for path in stray(words, files):
        yield f"{path} belongs to no table: make words"


def stray(words, files):
    """Returns written files of languages and parts that no longer exist."""
    found = [*words.root.glob(f"{javascript.FOLDER}/*/*.js"), *words.root.glob(f"{swift.FOLDER}/*{swift.ENDING}")]
    return [path for each in found if (path := each.relative_to(words.root)) not in files]


def faults_of(table, english):
    missing = [path for path in english.leaves if path not in table.leaves]
    if table.is_whole or table is english or len(missing) > LAG:
        yield from (f"{table.file}: {path} is missing" for path in missing)
    for path, value in table.leaves.items():
        if path in english.leaves:
            yield from (
                f"{table.file}: {path}: {fault}" for fault in faults_of_entry(table, value, english.leaves[path])
            )
        else:
            yield f"{table.file}: {path} is not in the English table"


def unused(words):
    """Yields faults: entries that nothing uses, and names that the page uses without an entry."""
    file, places = words.english.file, words.english.places
    page = page_uses(words.root / "web-static")
    asked, own = swift_uses(words.root / swift.FOLDER)
    for name, (user, _) in places.items():
        if user != "terminal" and name not in page:
            yield f"{file}: the page does not use {name}"
        members = swift.members_of(words.english, name)
        if user != "page" and not any(member in asked or re.search(rf"\b{member}\b", own) for member in members):
            yield f"{file}: the terminal does not use {name}"
    for name in sorted(page):
        if places.get(name, ("terminal",))[0] == "terminal":
            yield f"the page uses {name}, which {file} does not have for the page"


def faults_of_entry(table, value, english):
    if isinstance(english, list) or isinstance(value, list):
        if shape(value) != shape(english):
            yield "it is not the same list as in English"
        return
    if is_plural(value) and not is_plural(english):
        yield "it has plural forms, and the English entry has none"
    elif is_plural(value) and set(value) != set(table.plural):
        yield f"it needs the plural forms {', '.join(table.plural)}"
    elif is_plural(value):
        for category, text in value.items():
            if category in table.wide_categories and COUNT not in placeholders(text):
                yield f"{category} is for several numbers, so it needs {{{COUNT}}}"
    if placeholders(value) != placeholders(english):
        yield f"its placeholders are {placeholders(value)}, and in English {placeholders(english)}"
    for text in texts_of(value):
        if not text.strip() or re.search(r"[{}]", PLACEHOLDER.sub("", text)):
            yield f"this is no text: {text!r}"
    ends = {end_of(text) for text in texts_of(english)}
    for text in texts_of(value):
        # A word with a full stop is an abbreviation if the English text has no full stop.
        if end_of(text) not in ends and not (ends == {""} and re.fullmatch(r"\w+\.", text)):
            yield "it does not end as in English"


def shape(value):
    """Returns the member names of each item of a list, or None for other values."""
    return [sorted(item) if isinstance(item, dict) else None for item in value] if isinstance(value, list) else None


def end_of(text):
    """Returns the punctuation mark that ends a text."""
    return re.search(r"[.!?…]?$", text.translate(ENDS))[0]


def page_uses(web):
    """Returns the names of the entries that the page's modules and HTML use."""
    used = set()
    for path in web.rglob("*.js"):
        parts = path.relative_to(web).parts
        if parts[0] != "gadgets" and not (parts[0] == "texts" and len(parts) > 2):
            used |= set(re.findall(r"\bT\.(\w+)", path.read_text(encoding="utf-8")))
    for path in web.glob("*.html"):
        used |= set(re.findall(r'data-t(?:-\w+)?="(\w+)"', path.read_text(encoding="utf-8")))
    return used


def swift_uses(folder):
    """Returns members of `words` that the terminal uses, and the code that composes sentences."""
    asked, own = set(), ""
    for path in folder.parent.rglob("*.swift"):
        text = re.sub(r"(?m)^\s*//.*", "", path.read_text(encoding="utf-8"))
        if path.parent != folder:
            asked |= set(re.findall(r"(?:\bwords|Words\(\))\.(\w+)", text))
        elif not path.name.endswith(swift.ENDING):
            own += text
    return asked, own
