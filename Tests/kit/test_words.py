"""Tests of scripts/words, the generator of the words of page and terminal, with small tables."""

import json
import pathlib
import re
import subprocess

import pytest

from gomokutest.checks import same
from gomokutest.environment import ROOT

ENGLISH = r"""
[language]
name = "English"
english = "English"
whole = true

[plural]
one = "n == 1"
other = ""

[types]
reasons = "Game.Reason"

[both.first]
reasons.five = "five in a row"
reasons.time = "time"
drawn = "A draw{why}."
thinking = "{name} is thinking: {side} to move."

[page.first]
moves.one = "1 move"
moves.other = "{count} moves"
quoted = 'A "quote": \`${sum}'

[terminal.game]
hint.short = "hint"
"""

RUSSIAN = r"""
[language]
name = "Русский"
english = "Russian"
tags = ["be"]

[plural]
one = "n % 10 == 1 && n % 100 != 11"
few = "n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 12 || n % 100 > 14)"
many = ""

[both.first]
reasons.five = "пять в ряд"
drawn = "Ничья{why}."
thinking = "{side} ходит: {name} думает."

[page.first]
moves.one = "{count} ход"
moves.few = "{count} хода"
moves.many = "{count} ходов"
quoted = '„\`${sum}“'

[terminal.game]
hint.short = "совет"
"""

PAGE = 'T.reasons.five; T.drawn(""); T.thinking({}); T.moves(1); T.quoted("");'
TERMINAL = 'let all = [words.reasons(.five), words.drawn(""), words.thinking(name: "", side: ""), words.hintShort]'


@pytest.fixture
def tree(tmp_path):
    """A directory with two tables, a page module, a terminal file, and the generated words."""
    files = {
        "words/en.toml": ENGLISH,
        "words/ru.toml": RUSSIAN,
        "web-static/main.js": PAGE,
        "Sources/gomoku-cli/Main.swift": TERMINAL,
    }
    for name, text in files.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    same(words(tmp_path), (0, ""), "written")
    return tmp_path


def words(tree, *options):
    """Runs scripts/words. Returns its exit status and output."""
    done = subprocess.run([f"{ROOT}/scripts/words", *options, tree], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


def change(tree, name, old, new):
    path = tree / name
    text = path.read_text(encoding="utf-8")
    assert old in text, old
    path.write_text(text.replace(old, new), encoding="utf-8")


def test_check_accepts_freshly_generated_words(tree):
    same(words(tree, "--check"), (0, "words: 2 languages, 7 entries\n"), "checked")


def test_page_words_keep_plural_forms_sides_and_special_characters(tree):
    program = """
        const { TEXTS: en } = await import("./web-static/texts/en/first.js"), { TEXTS: ru } = await import("./web-static/texts/ru/first.js");
        const { LANGUAGES, TAGS } = await import("./web-static/texts/languages.js");
        console.log(JSON.stringify([[1, 2, 5, 11, 21, 112].map(ru.moves), [0, 1].map(en.moves), ru.thinking({ name: "Ann", side: "x" }),
          en.quoted(5), ru.reasons, LANGUAGES, TAGS]));"""
    command = ["node", "--input-type=module", "--eval", program]
    told = json.loads(subprocess.run(command, cwd=tree, capture_output=True, text=True, check=True).stdout)
    same(told[0], ["1 ход", "2 хода", "5 ходов", "11 ходов", "21 ход", "112 ходов"], "plural forms")
    same(told[1], ["0 moves", "1 move"], "English plural forms")
    same(told[2:4], ["X ходит: Ann думает.", 'A "quote": \\`$5'], "sentences")
    same(told[4], {"five": "пять в ряд", "time": "time"}, "what a language lacks is in English")
    assert not re.search(r" [!=]= ", (tree / "web-static/texts/ru/first.js").read_text(encoding="utf-8")), "the linter"
    same(told[5:], [{"en": "English", "ru": "Русский"}, {"be": "ru"}], "languages")


def test_terminal_words_have_a_typed_member_for_each_used_entry(tree):
    members = (tree / "Sources/gomoku-cli/Words/Words.generated.swift").read_text(encoding="utf-8")
    for line in [
        "func reasons(_ key: Game.Reason) -> String",
        "func drawn(_ why: String) -> String { table.text(2, [why]) }",
        "func thinking(name: String, side: String) -> String { table.text(3, [name, side]) }",
        "var hintShort: String { table[4] }",
        "case .time: table[1]",
        'case russian = "ru"',
    ]:
        assert line in members, line
    assert "moves" not in members, "the terminal does not use it"
    russian = (tree / "Sources/gomoku-cli/Words/RussianWords.generated.swift").read_text(encoding="utf-8")
    texts = "пять в ряд", "time", "Ничья{0}.", "{1} ходит: {0} думает.", "совет"
    assert '#"""\n' + "".join(f"        {text}\n" for text in texts) + '        """#' in russian, russian


def test_terminal_words_have_plural_forms_of_the_language_or_of_english(tree):
    texts = '\ncoins.one = "1 coin"\ncoins.other = "{count} coins"\n'
    for name in ("en", "ru"):
        change(tree, f"words/{name}.toml", "[terminal.game]", f"[terminal.game]{texts if name == 'en' else ''}")
    change(tree, "Sources/gomoku-cli/Main.swift", "words.hintShort", "words.hintShort, words.coins(1)")
    same(words(tree), (0, ""), "written")
    folder = tree / "Sources/gomoku-cli/Words"
    members = (folder / "Words.generated.swift").read_text(encoding="utf-8")
    assert 'func coins(_ count: Int) -> String { table.text(4, count: count, ["\\(count)"]) }' in members, members
    english, russian = ((folder / f"{name}Words.generated.swift").read_text(encoding="utf-8") for name in ("English", "Russian"))
    assert "        1 coin¦{0} coins\n" in english and "{ count in count == 1 ? 0 : 1 }" in english, english
    assert "        ¦1 coin¦{0} coins\n" in russian and "count % 100 > 14) ? 1 : 2 }" in russian, russian


@pytest.mark.parametrize(
    ("name", "old", "new", "fault"),
    [
        ("words/ru.toml", "{name} думает", "кто-то думает", "ru.toml: thinking: its placeholders are ['side'],"),
        ("words/ru.toml", "moves.few", "moves.two", "ru.toml: moves: it needs the plural forms one, few, many"),
        ("words/ru.toml", '"{count} ход"', '"1 ход"', "ru.toml: moves: one is for several numbers"),
        ("words/ru.toml", "n % 10 == 1", "exit()", "ru.toml: [plural] one = "),
        ("words/ru.toml", "Ничья{why}.", "Ничья{why}", "ru.toml: drawn: it does not end as in English"),
        ("words/ru.toml", "Ничья{why}.", "{Ничья{why}.", "ru.toml: drawn: this is no text"),
        ("words/ru.toml", '"совет"', "1", "ru.toml: hint is not made of texts"),
        ("words/ru.toml", "hint.short", "hint.long", "ru.toml: hint.long is not in the English table"),
        ("words/ru.toml", 'english = "Russian"', 'english = "Russian"\nwhole = true', "reasons.time is missing"),
        ("words/ru.toml", "[terminal.game]", '[terminal.game]\ndrawn = "."', "there are two entries drawn"),
        ("words/ru.toml", "name = ", "name ", "ru.toml: Expected '='"),
        ("words/ru.toml", '"совет"', '"со¦вет"', "a text of the terminal contains no ¦"),
        ("words/ru.toml", '"совет"', r'"со\nвет"', "no line break"),
        ("words/en.toml", '"hint"', '"{a}{b}{c}{d}{e}{f}{g}{h}{i}{j}{k}"', "at most ten placeholders"),
        ("words/en.toml", '"A draw{why}."', '"A draw{why}"', "texts/en/first.js is not what the tables give"),
        ("web-static/texts/ru/first.js", "пять", "шесть", "texts/ru/first.js is not what the tables give"),
        ("web-static/main.js", "T.moves(1);", "", "en.toml: the page does not use moves"),
        ("web-static/main.js", "T.moves(1);", "T.moves(1); T.other;", "the page uses other"),
        ("Sources/gomoku-cli/Main.swift", "words.hintShort", '""', "en.toml: the terminal does not use hint"),
    ],
)
def test_check_finds_each_kind_of_fault(tree, name, old, new, fault):
    change(tree, name, old, new)
    status, told = words(tree, "--check")
    assert status == 1 and fault in told, told


def test_files_of_a_language_without_a_table_are_removed(tree):
    (tree / "words/ru.toml").unlink()
    status, told = words(tree, "--check")
    assert status == 1 and "texts/ru/first.js belongs to no table" in told, told
    words(tree)
    same(words(tree, "--check"), (0, "words: 1 languages, 7 entries\n"), "checked")
    assert not (tree / "Sources/gomoku-cli/Words/RussianWords.generated.swift").exists()
    assert not (tree / "web-static/texts/ru").exists(), "scripts/bundle takes each folder for a language"


# The languages that a native speaker has read.
REVIEWED = {"en", "de", "fr"}


def test_translating_lists_every_language_and_its_review():
    """docs/TRANSLATING.md has a row for each table of words, and calls those unreviewed that no
    native speaker has read."""
    text = (pathlib.Path(ROOT) / "docs" / "TRANSLATING.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| [^|]+ \| `words/([\w-]+)\.toml` \| (.+) \|$", text, re.MULTILINE))
    assert set(rows) == {path.stem for path in (pathlib.Path(ROOT) / "words").glob("*.toml")}, rows
    unreviewed = {code for code, state in rows.items() if "unreviewed until a native speaker has read it" in state}
    assert unreviewed == set(rows) - REVIEWED, rows
