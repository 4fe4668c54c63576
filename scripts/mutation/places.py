"""The places in the sources that can be mutated, and the choice among them."""

import collections
import dataclasses
import hashlib
import os
import re

# Files without logic that a test could check: words, tables, generated code, third-party code,
# icons and benchmarks.
SKIPPED_FILE = re.compile(
    r"/Words/|\.generated\.|/Robot/Tables/|\+Description\.|Bench\.swift|Weights|OptionCatalogue|"
    r"^web-static/(?:texts/|gadget/lib/|game/(?:term-)?tables\.js|page/(?:icons|theme-pictures)|board/wood)")
# Lines that log, assert, or only make the program faster; and declarations, whose operators are not
# expressions.
SKIPPED_LINE = re.compile(
    r"reserveCapacity|[cC]apacity|prefetch|precondition|\bassert|fatalError|\blog\b|console\.|[cC]ache|repeating:|"
    r"&[*+-]|\bfunc\b|(?<!\.)\binit[?]?\(|sort(?:ed)?\b|self\.(\w+) = \1$|\bwhere\b|local function|"
    r"^\s*(?:@|#|import\b|export \{|(?:public )?(?:protocol|extension|typealias|struct|class|enum)\b)")
# Sizes, colours and sounds: only people can judge their numbers.
APPEARANCE = re.compile(
    r"^web-static/(?:board/|table/sounds|page/(?:qr-picture|theme|looks)|lobby/rating-graph)")

SWAPS = {
    "compare": {
        "<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "==", "===": "!==", "!==": "==="},
    "logic": {"&&": "||", "||": "&&"},
    "arithmetic": {"+": "-", "-": "+", "+=": "-=", "-=": "+="},
}
LUA_SWAPS = SWAPS | {
    "compare": SWAPS["compare"] | {"==": "~=", "~=": "=="}, "logic": {"and": "or", "or": "and"}}
OPERATOR = re.compile(r"(?<=[\w)\]}\"'?!] )([<>]=?|[=!]==?|~=|&&|\|\||\band\b|\bor\b|[+-]=?)(?= \S)")
# Templates for a new operator per mutation of a Swift operator. Its name ends with the mutation's
# number in mathematical symbols.
DECLARATIONS = {
    "compare": ("Comparison", "<T: {kind}>(a: T, b: T) -> Bool {{ {test} ? a {to} b : a {of} b }}"),
    "nil": ("Comparison", "<T>(a: T?, b: _OptionalNilComparisonType) -> Bool {{ {test} ? a {to} b : a {of} b }}"),
    "logic": (
        "Logical{kind}", "(a: Bool, b: @autoclosure () throws -> Bool) rethrows -> Bool "
        "{{ {test} ? try (a {to} b()) : try (a {of} b()) }}"),
    "arithmetic": ("Addition", "<T: AdditiveArithmetic>(a: T, b: T) -> T {{ {test} ? a {to} b : a {of} b }}"),
    "assignment": (
        "Assignment", "<T: AdditiveArithmetic>(a: inout T, b: T) {{ if {test} {{ a {to} b }} else {{ a {of} b }} }}"),
}
# Separates a line of Lua in the instrumented copy from the mutated line.
LUA_MARK = "--@mutant "
KINDS = {"&&": "Conjunction", "||": "Disjunction", "==": "Equatable", "!=": "Equatable"}
NUMBER = re.compile(r"(?<![\w$])(?<![^.]\.)\d[\d_]*(?![\w]|\.\d)")
CALL = re.compile(
    r"^(?:try[?!]? |unsafe )*(?!return|super\.|self\.init|if|for|while|switch|guard|function|catch)[\w.!?]+\(.*\)(;?)$")
ASSIGNMENT = re.compile(r"^(?!let |var |const |local |if |for |return )[\w.\[\]()!?]+ [-+]?= .+?(;?)$")
# Ends and beginnings of lines in the middle of a statement.
UNFINISHED, CONTINUED = re.compile(r"(?:[-,(=+?:\[>]|&&|\|\||\breturn)$"), re.compile(r"[.?:+)\]]|&&|\|\||else\b")
LEXEMES = {
    "swift": r'//[^\n]*|/\*.*?\*/|#".*?"#|"""(?:\\.|(?!""").)*"""|'
             r'"(?:\\\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\\.|[^"\\\n])*"',
    "js": r"//[^\n]*|/\*.*?\*/|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"|"
          r"`(?:\$\{(?:[^{}]|\{[^{}]*\})*\}|\\.|[^`\\])*`|"
          r"(?<=[(,=:\[!&|?{};])\s*/(?![*/])(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\n])+/[a-z]*",
    "lua": r"--[^\n]*|'(?:\\.|[^'\\\n])*'|\"(?:\\.|[^\"\\\n])*\"",
}


@dataclasses.dataclass(frozen=True)
class Place:
    """A possible mutation of a line."""

    target: str
    file: str
    line: int
    operator: str
    original: str
    mutated: str
    # The line in the instrumented copy, with {number} and {symbol}. Empty for files of the page,
    # because those are patched for each run.
    instrumented: str = ""
    declaration: str = ""
    occurrence: int = 0

    @property
    def key(self):
        """An identity that does not depend on other lines."""
        name = os.path.basename(self.file)
        return digest(self.target, name, self.operator, self.original, self.mutated, self.occurrence)


def digest(*parts):
    return hashlib.sha256("\0".join(map(str, parts)).encode()).hexdigest()[:12]


def masked(text, language):
    """Returns the text with spaces for comments and S for string contents, in the same columns."""

    def blank(match):
        found = match.group()
        fill = " " if found.startswith(("//", "/*", "--")) else "S"
        kept = "".join(char if char == "\n" else fill for char in found)
        return kept if fill == " " or len(kept) < 2 else found[0] + kept[1:-1] + found[-1]

    return re.sub(LEXEMES[language], blank, text, flags=re.DOTALL)


def closes(text):
    """Whether all brackets in the text are balanced."""
    depth = 0
    for char in text:
        depth += (char in "([{") - (char in ")]}")
        if depth < 0:
            return False
    return depth == 0


def clauses(code, language):
    """Yields start and end columns of each Boolean clause of a condition that fits on its line."""
    if language != "swift":
        opening = re.match(r"\s*(?:\} else )?(?:if|while) \(" if language == "js" else r"\s*(?:else)?if ", code)
        for found in re.finditer(r"\) " if language == "js" else r" then\b", code) if opening else []:
            start, end = opening.end(), found.start()
            if start < end and closes(code[start:end]):
                yield start, end
                return
        return
    condition = re.match(r"\s*(?:\} else )?(?:if|guard|while) (.*?)(?:,| else \{.*| \{)$", code)
    start = end = condition.start(1) if condition else 0
    for clause in condition.group(1).split(", ") if condition else []:
        end += len(clause) + 2
        # A comma inside brackets does not end a clause.
        if closes(code[start:end - 2]):
            if not re.match(r"let |var |case |#|await ", code[start:end]):
                yield start, end - 2
            start = end


def edits(code, raw, before, after, language):
    """Yields a line's mutations: operator, columns, mutated and instrumented text, declaration."""
    test = "isMutated({number})"
    swaps = LUA_SWAPS if language == "lua" else SWAPS
    for found in OPERATOR.finditer(code):
        of = found.group(1)
        operator = next((name for name in swaps if of in swaps[name]), None)
        if operator is None or re.search(r"[\"'`] \+|\+ [\"'`]", code):
            continue
        is_nil, is_assignment = code[found.end():].startswith(" nil"), of in ("+=", "-=")
        precedence, function = DECLARATIONS["nil" if is_nil else "assignment" if is_assignment else operator]
        declaration = f"infix operator {of}{{symbol}}: {precedence}Precedence\nfunc {of}{{symbol}} {function}"
        kind, to = KINDS.get(of, "Comparable"), swaps[operator][of]
        declaration = declaration.replace("{symbol}", "{{symbol}}").format(kind=kind, test=test, of=of, to=to)
        yield operator, *found.span(1), to, of + "{symbol}", declaration
    for found in NUMBER.finditer(code):
        mutated = str(int(found.group().replace("_", "")) + 1)
        yield "constant", *found.span(), mutated, f"({test} ? {mutated} : {found.group()})", ""
    for found in re.finditer(r"(?<![\w.])(?:true|false)\b", code):
        mutated = "false" if found.group() == "true" else "true"
        yield "boolean", *found.span(), mutated, f"({test} ? {mutated} : {found.group()})", ""
    for start, end in clauses(code, language):
        negated = f"not ({raw[start:end]})" if language == "lua" else f"!({raw[start:end]})"
        yield "negate", start, end, negated, f"(({raw[start:end]}) != {test})", ""
    statement = code.strip()
    found = CALL.match(statement) or ASSIGNMENT.match(statement)
    is_whole = found and closes(statement) and (found.group(1) == ";") == (language == "js")
    if is_whole and not UNFINISHED.search(before) and not CONTINUED.match(after):
        start = code.index(statement)
        end = start + len(statement)
        yield "drop", start, end, found.group(1), f"if !{test} {{ {raw[start:end]} }}", ""


def places_of(target, file, text):
    """Yields every place of a file."""
    lines = text.split("\n")
    language = file.rpartition(".")[2]
    codes = masked(text, language).split("\n")
    seen = collections.Counter()
    for index, raw in enumerate(lines):
        code = codes[index]
        if not code.strip() or SKIPPED_LINE.search(code):
            continue
        before, after = codes[index - 1].rstrip(), codes[index + 1].strip() if index + 1 < len(codes) else ""
        for operator, start, end, to, instrumented, declaration in edits(code, raw, before, after, language):
            if operator in ("constant", "arithmetic") and APPEARANCE.search(file):
                continue
            mutated = (raw[:start] + to + raw[end:]).strip()
            line = "" if language == "js" else raw[:start] + instrumented + raw[end:]
            if language == "lua":
                # `mutatedLua` in build.py uses the text after the mark.
                line, declaration = f"{raw} {LUA_MARK}{{number}} {mutated}", ""
            place = Place(target, file, index + 1, operator, raw.strip(), mutated, line, declaration)
            seen[place.key] += 1
            yield dataclasses.replace(place, occurrence=seen[place.key])


def quotas(sizes, count, least):
    """Divides `count` among the targets by size, with at least `least` places for each."""
    whole = sum(sizes.values())
    shares = {target: max(least, round(count * size / whole)) for target, size in sizes.items()}
    while sum(shares.values()) > max(count, least * len(sizes)):
        shares[max(shares, key=lambda target: (shares[target], target))] -= 1
    return shares


def ranked(places, seed):
    """Orders the places of a target at random by seed, operators in turn, one place per line."""
    ranks, order = collections.Counter(), []
    for place in sorted(places, key=lambda place: digest(seed, place.key)):
        order.append((ranks[place.operator], digest(seed, place.operator), place))
        ranks[place.operator] += 1
    by_line = {}
    for _, _, place in sorted(order, key=lambda entry: entry[:2]):
        by_line.setdefault((place.file, place.line), place)
    return list(by_line.values())
