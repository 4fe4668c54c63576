"""Two gadgets that act in the same millisecond, hundreds of times, with guards and without: what docs/GADGETS.md says."""

from selenium.webdriver.support.ui import WebDriverWait

from browser_kit import PATIENCE, same

ROUNDS = 300
NEW_GAMES = 40


def together(pair, guards):
    """All rounds in one go: each window answers each `go` as soon as it sees it."""
    ann, bob = pair.open("race.xml")
    for window in (ann, bob):
        window.script(f"guards = {guards}; seen = []; rejected = []; made = 0")
    # One round after the other, begun by Ann's gadget as soon as the last one is settled: no test code in between.
    ann.script("""
        rounds = arguments[0];
        var own = wave.getViewer().getId(), waiting = {};
        function next() { round += 1; if (round <= rounds) wave.getState().submitDelta({go: round}); }
        window.answered = function () {
          var state = wave.getState(), count = 0, keys = state.getKeys();
          for (var i = 0; i < keys.length; i++) if (keys[i].indexOf('by ' + round + ' ') === 0) count++;
          return count;
        };
        var plain = changed;
        wave.setStateCallback(function (state, delta) {
          if (!('go' in delta)) { var n = answered(); if (n === (guards ? 1 : 2)) return guards ? setTimeout(next, 15) : next(); return; }
          plain(state, delta);
        });
        seen = [];
        next();
    """, ROUNDS)
    WebDriverWait(ann.driver, 10 * PATIENCE, 0.05).until(lambda _: ann.script("return round > rounds"), "all rounds")
    return ann, bob


def plain_race(pair):
    """without guards both changes go through, and one count is lost in every round that was a race"""
    ann, bob = together(pair, "undefined")
    state = pair.state()
    marks = {key: value for key, value in state.items() if key.startswith("by ")}
    same(len(marks), 2 * ROUNDS, "both changes of every round went through")
    lost = 2 * ROUNDS - state["count"]
    print(f"        {ROUNDS} rounds without guards: {lost} counts lost", flush=True)
    assert lost > 0, "no round was a race"
    same([window.script("return rejected.length") for window in (ann, bob)], [0, 0], "nothing was discarded")
    bob.until("all of it", "return wave.getState().getKeys().length === arguments[0]", len(state))
    same(bob.json("wave.getState().get('count')"), str(state["count"]), "both see the same")


def guarded_race(pair):
    """with guards exactly one of two concurrent changes goes through, whole, and the other's sender is told"""
    ann, bob = together(pair, "['count']")
    for window in (ann, bob):
        window.until("all answered", "return made === arguments[0]", ROUNDS)
    state = pair.state()
    marks = {key: value for key, value in state.items() if key.startswith("by ")}
    for window in (ann, bob):
        window.until("everything is settled", "return wave.getState().getKeys().length === arguments[0]", len(state))
    rejected = [window.script("return rejected.length") for window in (ann, bob)]
    codes = {code for window in (ann, bob) for code in window.script("return rejected")}
    print(f"        {ROUNDS} rounds with guards: {len(marks)} went through, {rejected} discarded", flush=True)
    same(state["count"], len(marks), "no count is lost")
    same(len(marks) + sum(rejected), 2 * ROUNDS, "each went through or was told to be discarded")
    same(codes, {"conflict"}, "why")
    values = sorted(marks.values())
    same(values, list(range(1, len(marks) + 1)), "each saw the one before")


def answered(ann, bob, expected):
    """Waits until both windows have been shown every New Game that was not discarded."""
    def told():
        shown = [window.script("return [games, rejected.length]") for window in (ann, bob)]
        return shown[0][0] == shown[1][0] == expected - shown[0][1] - shown[1][1]
    WebDriverWait(ann.driver, PATIENCE, 0.01).until(lambda _: told(), f"{expected} answers")


def new_games(pair):
    """two New Games at once: whole with guards and without; never mixed, and with guards only one"""
    ann, bob = pair.open("race.xml")
    for guarded in (False, True):
        for window in (ann, bob):
            window.script("rejected = []; mixed = 0; games = 0; wave.setStateCallback(function (s, d) {"
                          " if (!('starter' in d) && !('game' in d) && !('cell0' in d)) return; games++; if (!whole()) mixed++; })")
            window.script("games = 0")
        for number in range(1, NEW_GAMES + 1):
            at = ann.script("return Date.now() + 60")
            for window in (ann, bob):
                window.script("var guarded = arguments[0]; setTimeout(function () { newGame(guarded); }, arguments[1] - Date.now())", guarded, at)
            # Nothing is begun anew before all is answered: each New Game has been shown to both, or was discarded.
            answered(ann, bob, 2 * number)
        if guarded:
            games, discarded = ann.script("return games"), [window.script("return rejected.length") for window in (ann, bob)]
            print(f"        {NEW_GAMES} rounds of guarded New Games: {games} went through, {discarded} discarded", flush=True)
        for window in (ann, bob):
            same(window.script("return [mixed, whole()]"), [0, True], f"{window.name}: every state is one whole game, guarded: {guarded}")


TESTS = (plain_race, guarded_race, new_games)
