"""Two gadgets that act at the same moment, with and without guards, as docs/GADGETS.md
describes."""

import pytest

from gomokutest.checks import same

# The number of rounds without the proxies' help. Most of them are races, by chance.
ROUNDS = 30

# Starts each round as soon as the previous one has settled, without test code between them.
GO = """
    rounds = arguments[0];
    window.answered = function () {
      var keys = wave.getState().getKeys(), count = 0;
      for (var i = 0; i < keys.length; i++) if (keys[i].indexOf('by ' + round + ' ') === 0) count++;
      return count;
    };
    function next() { round += 1; if (round <= rounds) wave.getState().submitDelta({go: round}); }
    var plain = changed;
    wave.setStateCallback(function (state, delta) {
      if ('go' in delta) return plain(state, delta);
      if (answered() === (guards ? 1 : 2)) guards ? setTimeout(next, 15) : next();
    });
    seen = [];
    next();
"""


@pytest.fixture
def rounds(thorough):
    return 10 * ROUNDS if thorough else ROUNDS


def prepare(pair, guards):
    """Opens the gadget in which each window increments a counter as soon as it sees a `go`."""
    ann, bob = pair.open("race.xml")
    for window in (ann, bob):
        window.script(f"guards = {guards}; seen = []; rejected = []; made = 0")
    return ann, bob


def marks(state):
    """Returns the increments that were accepted."""
    return sorted(value for key, value in state.items() if key.startswith("by "))


def agree(ann, bob, state):
    """Waits until both windows show every key of the state and the same count."""
    for window in (ann, bob):
        window.until("all of it", "return wave.getState().getKeys().length === arguments[0]", len(state))
        same(window.json("wave.getState().get('count')"), str(state["count"]), f"{window.name}'s count")


def test_unguarded_concurrent_changes_lose_one_count(pair):
    ann, bob = prepare(pair, "undefined")
    for number in (1, 2, 3):
        with pair.at_once():
            for window in (ann, bob):
                window.script("act(arguments[0])", number)
        for window in (ann, bob):
            window.until(
                "both",
                "return wave.getState().getKeys().filter(k => k.indexOf('by ') === 0).length === arguments[0]",
                2 * number,
            )
    state = pair.state()
    same((marks(state), state["count"]), ([1, 1, 2, 2, 3, 3], 3), "what went through")
    same([window.script("return rejected") for window in (ann, bob)], [[], []], "what was discarded")
    agree(ann, bob, state)


def test_guards_accept_one_of_two_concurrent_changes(pair):
    ann, bob = prepare(pair, "['count']")
    for number in (1, 2, 3):
        with pair.at_once():
            for window in (ann, bob):
                window.script("act(arguments[0])", number)
        for window in (ann, bob):
            window.until("the count", "return wave.getState().get('count') === arguments[0]", number)
        loser = bob if f"by {number} {ann.script('return wave.getViewer().getId()')}" in pair.state() else ann
        loser.until("told", "return rejected.length > 0")
        same(loser.script("return rejected.splice(0)"), ["conflict"], "why it was discarded")
    state = pair.state()
    same((marks(state), state["count"]), ([1, 2, 3], 3), "what went through")
    same([window.script("return rejected") for window in (ann, bob)], [[], []], "what else was discarded")
    agree(ann, bob, state)


def test_unguarded_changes_are_all_accepted(pair, rounds):
    """Each window responds to each round as fast as it can."""
    ann, bob = prepare(pair, "undefined")
    ann.script(GO, rounds)
    ann.until("all rounds", "return round > rounds")
    state = pair.state()
    same(len(marks(state)), 2 * rounds, "changes that went through")
    same([window.script("return rejected.length") for window in (ann, bob)], [0, 0], "changes that were discarded")
    agree(ann, bob, state)


def test_guarded_changes_are_accepted_or_reported(pair, rounds):
    """Each change is accepted, or its sender is notified that it was discarded."""
    ann, bob = prepare(pair, "['count']")
    ann.script(GO, rounds)
    ann.until("all rounds", "return round > rounds")
    for window in (ann, bob):
        window.until(
            "all answered",
            """
            var me = ' ' + wave.getViewer().getId(), keys = wave.getState().getKeys();
            var mine = keys.filter(function (key) { return key.indexOf('by ') === 0 && key.slice(-me.length) === me; });
            return made === arguments[0] && mine.length + rejected.length === made""",
            rounds,
        )
    state = pair.state()
    same(marks(state), list(range(1, state["count"] + 1)), "each saw the count before it")
    agree(ann, bob, state)
    rejected = [code for window in (ann, bob) for code in window.script("return rejected")]
    same(len(marks(state)) + len(rejected), 2 * rounds, "changes that went through or were discarded")
    same(set(rejected) | {"conflict"}, {"conflict"}, "why they were discarded")


@pytest.mark.parametrize("guarded", [False, True], ids=["without guards", "with guards"])
def test_simultaneous_new_games_never_mix(pair, guarded, thorough):
    """Each New Game appears as a whole. With guards only one of the two is accepted."""
    ann, bob = pair.open("race.xml")
    for window in (ann, bob):
        window.script(
            "rejected = []; mixed = 0; games = 0; wave.setStateCallback(function (s, d) {"
            " if (!('starter' in d) && !('game' in d) && !('cell0' in d)) return; games++; if (!whole())"
            " mixed++; })"
        )
        window.script("games = 0")
    for number in range(1, 21 if thorough else 4):
        with pair.at_once():
            for window in (ann, bob):
                window.script("newGame(arguments[0])", guarded)
        shown = number if guarded else 2 * number
        for window in (ann, bob):
            window.until("all that went through", "return games === arguments[0]", shown)
        if guarded:
            loser = bob if pair.state()["starter"] == ann.script("return wave.getViewer().getId()") else ann
            loser.until("told", "return rejected.length > 0")
            same(loser.script("return rejected.splice(0)"), ["conflict"], "why it was discarded")
    for window in (ann, bob):
        same(
            window.script("return [mixed, whole(), rejected.length]"),
            [0, True, 0],
            f"{window.name}: mixed games, a whole one, changes discarded",
        )
