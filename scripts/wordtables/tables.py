"""Reader of the tables in words/, one per language."""

import collections
import functools
import re
import tomllib

CATEGORIES = {"zero", "one", "two", "few", "many", "other"}
# The placeholder that chooses a plural form.
COUNT = "count"
PLACEHOLDER = re.compile(r"\{(\w+)\}")
# The characters of a plural rule. Such rules mean the same in JavaScript and Swift.
RULE = re.compile(r"(?:n|\d+|[%()]|[=!]=|[<>]=?|&&|\|\||\s)*")


class Fault(Exception):
    """An error in a table that prevents writing the files."""


def is_plural(value):
    return isinstance(value, dict) and value.keys() <= CATEGORIES


def leaves(value, path):
    """Yields path and value of each entry. The value is a text, plural forms, or a list."""
    if isinstance(value, dict) and not is_plural(value):
        for key, each in value.items():
            yield from leaves(each, f"{path}.{key}")
    else:
        yield path, value


def texts_of(value):
    """Yields every text of an entry."""
    if isinstance(value, str):
        yield value
    else:
        for each in value.values() if isinstance(value, dict) else value:
            yield from texts_of(each)


def is_entry(value):
    if isinstance(value, dict | list):
        return bool(value) and all(map(is_entry, value.values() if isinstance(value, dict) else value))
    return isinstance(value, str)


def placeholders(value):
    return sorted({name for text in texts_of(value) for name in PLACEHOLDER.findall(text)})


class Table:
    """The table of a language."""

    def __init__(self, path):
        with path.open("rb") as file:
            try:
                table = tomllib.load(file)
            except tomllib.TOMLDecodeError as error:
                raise Fault(f"{path.name}: {error}") from error
        self.code, self.file = path.stem, f"words/{path.name}"
        about = table.get("language", {})
        if not {"name", "english"} <= about.keys():
            raise Fault(f"{self.file}: [language] needs a name and an english name")
        self.name, self.english = about["name"], about["english"]
        self.is_whole, self.direction = about.get("whole", False), about.get("direction", "ltr")
        # Lower-case tags for this language besides its code, such as zh-tw.
        tags = [tag.lower() for tag in about.get("tags", [])]
        self.tags = tags if self.code == self.code.lower() else [self.code.lower(), *tags]
        # The plural forms in the order of evaluation. The last one is for all other numbers.
        self.plural = table.get("plural", {"other": ""})
        for category, rule in self.plural.items():
            if category not in CATEGORIES or not RULE.fullmatch(rule):
                raise Fault(f"{self.file}: [plural] {category} = {rule!r}")
        if [category for category, rule in self.plural.items() if not rule.strip()] != list(self.plural)[-1:]:
            raise Fault(f"{self.file}: [plural] needs an empty rule in the last place, and nowhere else")
        # The Swift types of groups. Only the English table has them.
        self.types = table.get("types", {})
        # Each top-level entry with its user ("page", "terminal" or "both") and its part.
        self.entries, self.places = {}, {}
        for user in ("both", "page", "terminal"):
            for part, entries in table.get(user, {}).items():
                for name, value in entries.items() if isinstance(entries, dict) else [(part, entries)]:
                    if name in self.entries:
                        raise Fault(f"{self.file}: there are two entries {name}")
                    self.entries[name], self.places[name] = value, (user, part)
        if fault := next((name for name, value in self.entries.items() if not is_entry(value)), None):
            raise Fault(f"{self.file}: {fault} is not made of texts")
        self.leaves = {path: leaf for name, value in self.entries.items() for path, leaf in leaves(value, name)}

    @property
    def swift_name(self):
        return "".join(self.english.split())

    def category(self, number):
        """Returns the plural form of a number."""
        for category, rule in self.plural.items():
            python = rule.replace("&&", " and ").replace("||", " or ")
            # RULE allows arithmetic only.
            if not rule.strip() or eval(python, {"__builtins__": {}}, {"n": number}):
                return category
        raise AssertionError("The last rule is empty.")

    @functools.cached_property
    def wide_categories(self):
        """The plural forms that cover more than one number."""
        numbers = collections.Counter(map(self.category, range(200)))
        return {category for category, count in numbers.items() if count > 1}

    def choose(self, value, otherwise, text, rewrite=str):
        """Returns an expression that chooses a plural form: `<rule> ? <text> : <text>`.

        The rules are this language's, or `otherwise` if the value's forms are not this language's.
        `text` writes the text of a form, and `rewrite` writes a rule.
        """
        rules = next((each for each in (self.plural, otherwise) if each.keys() == value.keys()), value)
        *conditions, last = rules
        written = {each: rewrite(rules[each].replace("n", COUNT)) for each in conditions}
        return "".join(f"{written[each]} ? {text(value[each])} : " for each in conditions) + text(value[last])


class Words:
    """The tables of all languages, English first."""

    def __init__(self, root):
        self.root = root
        paths = sorted((root / "words").glob("*.toml"))
        if not any(path.stem == "en" for path in paths):
            raise Fault(f"{root}: there is no words/en.toml")
        self.tables = sorted((Table(path) for path in paths), key=lambda table: (table.code != "en", table.code))
        self.english = self.tables[0]
        self.parts = list(dict.fromkeys(part for user, part in self.english.places.values() if user != "terminal"))
