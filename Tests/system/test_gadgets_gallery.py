"""The gallery and its gadgets: a poll, a whiteboard and a shared list, each with two
participants."""

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

from gomokutest.checks import same

CARD = """const c = document.querySelector(`.gadget-card[data-path='/gadgets/${arguments[0]}']`);
    return c && !c.hidden && """
# Like CARD, but also matches a card that the search has hidden.
HIDDEN_TOO = CARD.replace("!c.hidden && ", "")


def test_gallery_opens_shares_and_finds_gadgets(pair):
    """/gadget.html opens the gallery. A gadget can be opened from it, shared by a link, and found
    again."""
    ann, bob = pair.windows
    ann.driver.switch_to.default_content()
    ann.driver.get(f"{pair.url}/gadget.html")
    ann.until("all cards", "return document.getElementById('gallery').dataset.complete !== undefined")
    for name, title, text in (
        ("poll.xml", "Poll", "2 or more"),
        ("whiteboard.xml", "Whiteboard", "Draw together"),
        ("list.xml", "Shared list", "by gomoku"),
        ("xo5.xml", "Five in a row", "for 2"),
        ("page.xml", "A page & more", "it's"),
        ("url.xml", "Elsewhere", "only a link"),
    ):
        ann.until(
            name,
            CARD + "c.textContent.includes(arguments[1]) && c.querySelector('h3').textContent === arguments[2]",
            name,
            text,
            title,
        )
    ann.until(
        "a picture of its own",
        CARD + "c.querySelector('img').naturalWidth > 0 &&"
        " c.querySelector('img').src.endsWith('/gadgets/poll/poll.svg')",
        "poll.xml",
    )
    ann.until(
        "a picture where none is given", CARD + "c.querySelector('img').src.startsWith('data:image/svg')", "counter.xml"
    )
    same(
        ann.script("return document.querySelectorAll(`[data-path='/gadgets/files/messages.xml']`).length"),
        0,
        "what is no gadget is not listed",
    )
    same(
        ann.script(CARD + "c.querySelectorAll('a, button').length", "url.xml"), 0, "what cannot be shown is not offered"
    )
    same(
        ann.script("return [document.getElementById('share').hidden, document.documentElement.dataset.connection]"),
        [True, None],
        "no room is entered",
    )
    same(ann.script("return document.getElementById('pick').checkVisibility()"), True, "a file may be opened too")
    there = ann.script(CARD + "c.querySelector('a.open').href", "poll.xml")
    ann.driver.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    ann.script(CARD + "c.querySelector('button').click()", "poll.xml")
    ann.until("copied", "return document.getElementById('notice').textContent.includes('copied')")
    same(ann.script("return navigator.clipboard.readText()"), there, "the copied link")
    ann.script(CARD + "c.querySelector('a.open').click()", "poll.xml")
    bob.driver.switch_to.default_content()
    bob.driver.get(there)
    for window in (ann, bob):
        window.until(
            "the room",
            "return document.documentElement.dataset.rev !== undefined && document.querySelectorAll('#people"
            " li').length === 2",
        )
    room = ann.text("#room-name")
    ann.driver.get(f"{pair.url}/gadget.html")
    ann.until(
        "found again",
        "const a = document.querySelector('.recent a'); return a && a.href === arguments[0] && a.textContent"
        " === 'Poll'",
        there,
    )
    ann.click(".recent a")
    ann.until("the same room", "return document.getElementById('room-name').textContent === arguments[0]", room)


def test_gallery_search_introduction_and_lobby_link(pair):
    """Gadgets with the same title can be distinguished. The lobby links to the gallery."""
    ann = pair.ann
    ann.driver.switch_to.default_content()
    ann.driver.get(f"{pair.url}/gadget.html")
    ann.until("all cards", "return document.getElementById('gallery').dataset.complete !== undefined")
    titles = ann.script("return [document.title, document.querySelector('.gallery-head .title').textContent]")
    same(titles, ["Gadgets · Five in a row", "Gadgets"], "titles")
    same("Open one and send its address" in ann.text("#gallery p"), True, "what gadgets are")
    paths = "return [...document.querySelectorAll('.gadget-card')].filter(c => !c.hidden).map(c => c.dataset.path)"
    for words, found in (
        ("draw TOGETHER", ["/gadgets/whiteboard.xml"]),
        ("same", ["/gadgets/one/same.xml", "/gadgets/two/same.xml"]),
        ("same two", ["/gadgets/two/same.xml"]),
        ("nothing is called so", []),
    ):
        ann.script(
            "const s = document.getElementById('search'); s.value = arguments[0]; s.dispatchEvent(new Event('input'))",
            words,
        )
        same(ann.script(paths), found, words)
    same("“nothing is called so”" in ann.text("#found"), True, "nothing is found")
    same(
        ann.script(HIDDEN_TOO + "c.querySelector('.path').textContent", "one/same.xml"),
        "/gadgets/one/same.xml",
        "what tells gadgets of one title apart",
    )
    same(
        ann.script(
            HIDDEN_TOO + "[c.querySelector('.path'), c.querySelector('.open').classList.contains('primary')]",
            "poll.xml",
        ),
        [None, True],
        "a gadget with a title of its own, and how it is opened",
    )
    head = """const [h1, name] = ['.top h1', '.top h1 span'].map((each) => document.querySelector(each));
        return [h1.textContent.trim(), getComputedStyle(h1).fontFamily, getComputedStyle(name).color,
            getComputedStyle(document.body).backgroundColor, h1.querySelector('img').width]"""
    same(ann.script("return document.querySelector('.gallery-head a').href"), f"{pair.url}/?lobby", "a way back")
    ours = ann.script(head)
    ann.click("#home")
    ann.until("the lobby", "return document.documentElement.dataset.screen === 'lobby'")
    ann.until("the link to the gallery", "return document.querySelector('.lobby a[href=\"gadget.html\"]')")
    ann.driver.get(f"{pair.url}/?room=head-1")
    ann.until(
        "its letters", "return getComputedStyle(document.querySelector('.top h1')).fontFamily.startsWith('Board')"
    )
    same(ours, ann.script(head), "the head of the gallery and of a table")
    ann.driver.get(f"{pair.url}/?lobby")
    ann.until("the link to the gallery", "return document.querySelector('.lobby a[href=\"gadget.html\"]')")
    ann.script("document.querySelector('.lobby a[href=\"gadget.html\"]').click()")
    ann.until(
        "the gallery", "return location.pathname === '/gadget.html' && !document.getElementById('gallery')?.hidden"
    )


def test_poll_has_one_question_and_loses_no_vote(pair):
    """If two participants ask at the same time, one of them succeeds. A draft is private, and
    survives a reload."""
    ann, bob = pair.open("/gadgets/poll.xml")
    for window in (ann, bob):
        window.rename()
    with pair.at_once():
        for window in (ann, bob):
            window.script(
                "document.getElementById('ask-text').value = arguments[0];"
                " document.getElementById('ask').requestSubmit()",
                f"{window.name} asks?",
            )
    for window in (ann, bob):
        window.until("one question", "return document.getElementById('ask').hidden")
    question = pair.state()["question"]
    for window in (ann, bob):
        window.until("the same", "return document.getElementById('question').textContent === arguments[0]", question)
    loser = bob if question == "Ann asks?" else ann
    loser.until(
        "the loser is told",
        "return document.getElementById('told').textContent ==="
        " 'Someone else was faster. The poll now shows their change.'",
    )
    for answer in ("tea", "milk"):
        ann.find("#add-text").send_keys(answer, Keys.ENTER)
        for window in (ann, bob):  # The number of Ann's next answer depends on the answers that she sees.
            window.until(
                answer,
                "return [...document.querySelectorAll('#options button')]"
                ".some(button => button.textContent === arguments[0])",
                answer,
            )
    for window, answer in ((ann, "tea"), (bob, "milk"), (bob, "tea")):
        window.script(
            "[...document.querySelectorAll('#options button')].find(b => b.textContent === arguments[0]).click()",
            answer,
        )
        window.until(
            "counted",
            "return [...document.querySelectorAll('#options button')].find(b => b.textContent ==="
            " arguments[0]).ariaPressed === 'true'",
            answer,
        )
    for window in (ann, bob):
        window.until(
            "both for tea",
            "return document.querySelector('#options li small').textContent === 'Ann, Bob' &&"
            " document.querySelector('#options li b').textContent === '2'",
        )
    bob.find("#add-text").send_keys("water")
    bob.script("document.activeElement.blur()")
    bob.until("kept", "return wave.getPrivateState().get('draft') === 'water'")
    same(ann.json("wave.getPrivateState().state_"), "{}", "nobody else sees it")
    bob.open("/gadgets/poll.xml", pair.room)
    bob.until("there again", "return document.getElementById('add-text').value === 'water'")
    ann.click("#close")
    bob.until(
        "closed", "return document.querySelector('#options button').disabled && document.getElementById('add').hidden"
    )
    same([state for key, state in pair.state().items() if key.startswith("vote ")], ["1", "1"], "the votes")


def test_simultaneous_whiteboard_lines_are_both_kept(pair):
    """The lines survive a reload. Undo removes a line of the same participant, clear removes all
    lines."""
    ann, bob = pair.open("/gadgets/whiteboard.xml")
    bob.click("#colours button[data-name=red]")
    for window, step in ((ann, 30), (bob, -30)):
        board = window.driver.find_element(By.ID, "board")
        pointer = ActionChains(window.driver, duration=20).move_to_element(board).click_and_hold()
        pointer.move_by_offset(60, step).move_by_offset(60, -step).release().perform()
    lines = "return document.querySelectorAll('#board polyline').length"
    strokes = """return [...document.querySelectorAll('#board polyline')]
        .map(p => [p.dataset.key, p.getAttribute('points'), p.getAttribute('stroke')]).sort().join('|')"""
    for window in (ann, bob):
        window.until("two lines", lines + " === 2")
    bob.until("the same lines", strokes + " === arguments[0]", ann.script(strokes))
    same("#c01c28" in ann.script(strokes), True, "in red")
    bob.open("/gadgets/whiteboard.xml", pair.room)
    bob.until("after a reload", strokes + " === arguments[0]", ann.script(strokes))
    bob.click("#undo")
    for window in (ann, bob):
        window.until("one line", lines + " === 1")
    ann.click("#clear")
    for window in (ann, bob):
        window.until("none", lines + " === 0")
    same(pair.state(), {}, "the room")


def test_simultaneous_additions_to_a_list_are_both_kept(pair):
    """If two participants change the same item at the same time, one of them is notified."""
    ann, bob = pair.open("/gadgets/list.xml")
    for number in (1, 2):
        with pair.at_once():
            for window in (ann, bob):
                window.script(
                    "document.getElementById('add-text').value = arguments[0];"
                    " document.getElementById('add').requestSubmit()",
                    f"{window.name} {number}",
                )
        for window in (ann, bob):
            window.until(
                "both are there", "return document.querySelectorAll('#items li').length === arguments[0]", 2 * number
            )
    texts = "return [...document.querySelectorAll('#items input[type=text]')].map(i => i.value).join()"
    bob.until("the same order", texts + " === arguments[0]", ann.script(texts))
    same(
        sorted(item["text"] for key, item in pair.state().items() if key.startswith("item ")),
        sorted(f"{name} {n}" for name in ("Ann", "Bob") for n in (1, 2)),
        "all four",
    )
    with pair.at_once():
        for window in (ann, bob):
            window.script(
                """const item = document.querySelector('#items input[type=text]');
                item.value = arguments[0];
                item.dispatchEvent(new Event('change'))""",
                f"changed by {window.name}",
            )
    winner = ann.until(
        "the change that went through",
        """const state = wave.getState(), keys = state.getKeys();
        return keys.map(key => /^changed by (.*)/.exec(state.get(key).text)?.[1]).find(Boolean)""",
    )
    loser = ann if winner == "Bob" else bob
    loser.until("told", "return document.getElementById('told').textContent.includes('Someone else')")
    for window in (ann, bob):
        window.until(
            "the winner's words",
            "return document.querySelector('#items input[type=text]').value === arguments[0]",
            f"changed by {winner}",
        )
    ann.script("document.querySelector('#items input[type=checkbox]').click()")
    bob.until(
        "done",
        "return document.querySelector('#items li').dataset.done === 'true' && !document.getElementById('tidy').hidden",
    )
    bob.click("#tidy")
    ann.until("tidied", "return document.querySelectorAll('#items li').length === 3")
