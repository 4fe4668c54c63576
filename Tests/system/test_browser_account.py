"""An account on two devices: sessions, password, name, deletion, and reports about other
participants, in real browsers."""

import itertools
import subprocess
import urllib.parse

import pytest

from gomokutest.browser import Keys
from gomokutest.checks import same
from gomokutest.environment import TIMEOUT
from gomokutest.people import PASSWORD

pytestmark = pytest.mark.all_stores

NEXT = "battery staple"
NUMBERS = itertools.count(1)
GUEST = "return document.getElementById('account').dataset.claimed === 'no'"
SIGNED_IN = "return document.getElementById('account').dataset.claimed === 'yes'"
SESSIONS = "return document.querySelectorAll('.sessions li:not(.empty)').length === arguments[0]"


@pytest.fixture
def owner(wire):
    """A client whose name no other test uses."""
    name = f"Olive {next(NUMBERS)}"
    client = wire.claim(name)
    client.name = name
    return client


@pytest.fixture
def desk(open_window):
    return open_window("Desk")


@pytest.fixture
def phone(open_window):
    return open_window("Phone")


def lobby(window):
    window.go("?lobby")
    assert window.script("return document.querySelector('.own-terms') && document.querySelector('.who-one-is b')")


def both_signed_in(desk, phone, owner, wire):
    """Opens the lobby in both windows, signed in as the owner with separate sessions."""
    for window, client in ((desk, owner), (phone, wire.login(owner.name))):
        window.sign_in_as(client)
        lobby(window)


def fill(window, **values):
    """Fills in fields of the account dialog."""
    for name, text in values.items():
        field = window.find(f"#account-dialog [name={name}]")
        field.clear()
        field.send_keys(text)


def dialog(window):
    """Opens the account dialog if it is not open."""
    if not window.script("return document.querySelector('#account-dialog[open]')"):
        window.press("#account", opens="#account-dialog")


def claim_or_sign_in(window, name, password, known=False):
    """Claims a name, or signs in if the name is known. Returns the error message, or "" on
    success."""
    dialog(window)
    if known:
        window.click("#account-dialog button.link")
    fill(window, username=name, password=password)
    window.press("#account-dialog button[type=submit]")
    return window.script(
        "return document.querySelector('#account-dialog [role=alert]:not([hidden])')?.textContent ?? ''"
    )


def open_account_section(window, part):
    """Opens that part of the signed-in user's account."""
    assert window.script(SIGNED_IN)
    dialog(window)
    if not window.script(f"return document.querySelector('#{part}').open"):
        window.click(f"#{part} summary")


def assert_notice(window, words):
    """Fails unless the notice in the account dialog contains these words."""
    told = window.text(".own > .notice")
    assert words in told, told


def assert_focus_kept(window):
    """Fails if the focus is lost."""
    same(window.script("return document.activeElement === document.body"), False, "the focus is lost")


def test_empty_leaderboard_invites_only_guests_to_claim_a_name(desk):
    lobby(desk)
    empty = "return document.querySelector('.leaders .empty')?.textContent"
    desk.until("what a guest reads", f"return (() => {{ {empty} }})()?.endsWith('Claim a name and be the first.')")
    same(claim_or_sign_in(desk, f"Lea {next(NUMBERS)}", PASSWORD), "", "what is wrong")
    desk.until("claimed", SIGNED_IN)
    same(desk.script(empty), "No rated games yet.", "what an owner reads")


def test_refused_name_keeps_the_password_and_the_pending_action(desk, owner):
    """The dialog keeps the password after a taken name is refused. Once another name is claimed,
    the action that asked for a name continues: here a rated seek with its terms."""
    lobby(desk)
    desk.script("document.querySelector('.own-terms').open = true")
    desk.until("the form", "return document.querySelector('.seek [name=rule]')")
    desk.choose(".seek [name=rule]", "renju")
    desk.choose(".seek [name=clock]", "300+5")
    desk.click(".seek [name=rated]")
    desk.press(".seek button[type=submit]", opens="#account-dialog")
    assert "name is taken" in claim_or_sign_in(desk, owner.name, PASSWORD)
    same(
        desk.script("return document.querySelector('#account-dialog [name=password]').value"),
        PASSWORD,
        "the password in the field",
    )
    fill(desk, username=f"Other {next(NUMBERS)}")
    desk.press("#account-dialog button[type=submit]")
    assert desk.script(
        "return !document.querySelector('.seeking').hidden"
        " && /Renju.*rated/.test(document.getElementById('seeking-words').textContent)"
    )
    same(
        desk.script("return ['rule', 'clock'].map(name => document.querySelector(`.seek [name=${name}]`).value)"),
        ["renju", "300+5"],
        "the form",
    )
    desk.click(".seeking button")


def test_sessions_and_bot_tokens_are_listed_and_ended(desk, phone, owner):
    """A bot's token is shown once. All other sessions can be ended together, and their devices say
    that they are signed out."""
    desk.sign_in_as(owner)
    lobby(desk)
    lobby(phone)
    same(claim_or_sign_in(phone, owner.name, PASSWORD, known=True), "", "signing in on the phone")
    open_account_section(desk, "own-bot")
    fill(desk, device="My robot")
    desk.press("#own-bot button[type=submit]")
    token = desk.script("const t = document.querySelector('#own-bot [readonly]'); return !t.hidden && t.value")
    assert len(token) > 20, token
    open_account_section(desk, "own-sessions")
    lines = "return [...document.querySelectorAll('.sessions li:not(.empty)')].map(li => li.textContent)"
    desk.until("desk, phone and robot", SESSIONS, 3)
    listed = desk.script(lines)
    same([sum(word in line for line in listed) for word in ("this device", "My robot", "Linux")], [1, 1, 1], listed)
    desk.script(
        "[...document.querySelectorAll('.sessions li')].find(li => li.textContent.includes('My robot'))"
        ".querySelector('button').click()"
    )
    desk.until("desk and phone", SESSIONS, 2)
    same("My robot" in "".join(desk.script(lines)), False, "the robot's session")
    same(desk.script("return document.activeElement.tagName"), "SUMMARY", "where the focus is")
    desk.click("#own-sessions .stacked > button")
    desk.until("the desk", SESSIONS, 1)
    phone.until(
        "signed out, with a notice",
        "return document.getElementById('account').dataset.claimed === 'no'"
        " && [...document.querySelectorAll('.notice')].some(n => n.checkVisibility() && /This device was"
        " signed out/.test(n.textContent))",
    )


def test_new_password_needs_the_old_one_and_ends_other_sessions(desk, phone, owner, wire):
    both_signed_in(desk, phone, owner, wire)
    open_account_section(desk, "own-password")
    for old, words in (
        ("not this one", "Wrong current password."),
        (PASSWORD, "Password changed. All other devices are signed out."),
    ):
        fill(desk, old=old, new=NEXT)
        desk.press("#own-password button[type=submit]")
        assert_notice(desk, words)
    same(
        desk.script("return [...document.querySelectorAll('#own-password [type=password]')].map(f => f.value)"),
        ["", ""],
        "the fields",
    )
    phone.until("signed out", GUEST)
    assert "Wrong name or password" in claim_or_sign_in(phone, owner.name, PASSWORD, known=True)
    fill(phone, password=NEXT)
    phone.press("#account-dialog button[type=submit]")
    assert phone.script(SIGNED_IN)


def test_signing_out_ends_the_session_and_leaves_a_guest(desk, phone, owner):
    desk.sign_in_as(owner)
    lobby(desk)
    lobby(phone)
    same(claim_or_sign_in(phone, owner.name, PASSWORD, known=True), "", "signing in")
    open_account_section(phone, "own-sessions")
    phone.press("#sign-out")
    assert phone.script(GUEST)
    warned = phone.script(
        "return [...document.querySelectorAll('.notice')].some(n => /This device was signed out/.test(n.textContent))"
    )
    same(warned, False, "a warning about what one has asked for")
    open_account_section(desk, "own-sessions")
    desk.until(
        "only the desk's session",
        f"{SESSIONS} && /this device/.test(document.querySelector('.sessions').textContent)",
        1,
    )


def test_name_changes_once_and_the_former_name_still_leads_there(desk, phone, owner, wire):
    """Every device shows the new name at once. A taken name and a wrong password are refused with a
    reason."""
    taken = f"Taken {next(NUMBERS)}"
    wire.claim(taken)
    both_signed_in(desk, phone, owner, wire)
    open_account_section(desk, "own-name")
    for name, password, words in (
        (taken, PASSWORD, "name is taken"),
        (f"{owner.name} B", NEXT, "Wrong current password"),
    ):
        fill(desk, **{"next-name": name, "name-password": password})
        desk.press("#own-name button[type=submit]")
        assert_notice(desk, words)
    fill(desk, **{"next-name": f"{owner.name} B", "name-password": PASSWORD})
    desk.press("#own-name button[type=submit]")
    for window in (desk, phone):
        window.until(
            "the new name",
            "return document.querySelector('#account span').textContent === arguments[0]",
            f"{owner.name} B",
        )
    assert_focus_kept(desk)
    open_account_section(desk, "own-name")
    fill(desk, **{"next-name": f"{owner.name} C", "name-password": PASSWORD})
    desk.press("#own-name button[type=submit]")
    assert_notice(desk, "already changed")
    desk.script("document.querySelector('#account-dialog').close()")
    desk.go(
        f"?{urllib.parse.urlencode({'person': owner.name})}",
        "the person",
        "return document.querySelector('.person .subtitle')",
    )
    same(desk.text("main.screen .title"), f"{owner.name} B", "the owner of the former name")


def test_deleted_account_becomes_a_guest_and_loses_its_page(desk, phone, owner, wire):
    both_signed_in(desk, phone, owner, wire)
    open_account_section(desk, "own-end")
    for password, words in ((NEXT, "Wrong current password"), (PASSWORD, None)):
        fill(desk, **{"end-password": password})
        desk.press("#own-end button[type=submit]")
        if words:
            assert_notice(desk, words)
    desk.until("a guest", f"{GUEST} && !document.getElementById('account-dialog')")
    phone.until("a guest", GUEST)
    assert_focus_kept(desk)
    desk.expected.append("status of 404")
    desk.go(
        f"?{urllib.parse.urlencode({'person': owner.name})}",
        "nobody",
        "return document.querySelector('.person [role=alert]')",
    )


class KeyboardUser:
    """A keyboard user at a window where a participant is reported."""

    def __init__(self, window):
        self.window = window

    def press(self, *keys):
        for key in keys:
            self.window.driver.switch_to.active_element.send_keys(key)

    def tab_to(self, selector):
        for _ in range(12):
            if self.window.script("return document.activeElement.matches(arguments[0])", selector):
                return
            self.press(Keys.TAB)
        raise AssertionError(f"Tab does not lead to {selector}")


def join_with_chat_message(desk, phone, room):
    """Both windows are at a table, and the phone's participant sends a chat message."""
    for window in (desk, phone):
        window.go(f"?room={room}", ahead=True)  # Loads the module for reports in advance.
    phone.find("#chat-text").send_keys("You play like a fool", Keys.ENTER)
    desk.until("the line", "return document.querySelector('#chat li button')?.checkVisibility()")


def test_participant_is_reported_from_the_chat_by_keyboard(desk, phone, room, page_server):
    """The focus returns to the name, and a notice confirms the report."""
    join_with_chat_message(desk, phone, room)
    same(desk.script("return document.querySelectorAll('#chat .mine button').length"), 0, "buttons on one's own name")
    name = desk.script("const name = document.querySelector('#chat li button'); name.focus(); return name.textContent")
    keyboard = KeyboardUser(desk)
    keyboard.press(Keys.ENTER)
    desk.until("what one can do", "return document.querySelector('#person-dialog[open]')")
    title = desk.script("""const dialog = document.querySelector('#person-dialog');
        return document.getElementById(dialog.getAttribute('aria-labelledby')).textContent""")
    same(title, name, "the person in question")
    keyboard.tab_to("[value=report]")
    keyboard.press(Keys.ENTER)
    desk.until("the dialog", "return document.querySelector('#abuse-dialog[open]')")
    same(
        desk.script("return document.querySelector('#abuse-dialog [name=who]').selectedOptions[0].textContent"),
        name,
        "the person chosen",
    )
    keyboard.tab_to("[name=reason]")
    keyboard.press("U")
    same(desk.script("return document.activeElement.value"), "cheating", "the reason")
    keyboard.tab_to("textarea")
    keyboard.press("Every move within a second")
    keyboard.tab_to("[type=submit]")
    desk.script("""window.told = [];
        const notice = document.getElementById('notice');
        const words = () => [notice.dataset.kind, notice.getAttribute('role'), notice.textContent].join(' ');
        const look = () => { if (!notice.hidden) told.push(words()); };
        const all = {attributes: true, childList: true, characterData: true, subtree: true};
        new MutationObserver(look).observe(notice, all);""")
    keyboard.press(Keys.ENTER)
    desk.until("the confirmation", "return told.includes('done status Your report was sent. Thank you.')")
    same(
        desk.script("return [document.activeElement.textContent, document.querySelectorAll('dialog').length]"),
        [name, 0],
        "back on the name",
    )
    told = subprocess.run(
        [page_server.command, "reports", "--admin-socket", f"{page_server.data}/admin.sock"],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=True,
    ).stdout
    assert "[cheating] Every move within a second" in told and room in told and "You play like a fool" in told, told


def test_too_many_reports_are_refused_with_a_reason(desk, phone, room):
    """The dialog stays open with the focus on its button, so that the user can try again."""
    join_with_chat_message(desk, phone, room)
    for number in range(6):
        desk.press("#report-person", opens="#abuse-dialog")
        desk.press("#abuse-dialog [type=submit]")
        told = desk.script(
            "const dialog = document.querySelector('#abuse-dialog');"
            " return dialog ? dialog.querySelector('[role=alert]').textContent : 'sent'"
        )
        same(told, "sent" if number < 5 else "Too many reports. Wait a while.", f"report {number + 1}")
    same(
        desk.script("return document.querySelector('#abuse-dialog [type=submit]').matches(':focus')"), True, "the focus"
    )
    KeyboardUser(desk).press(Keys.ESCAPE)
    desk.until("closed", "return !document.querySelector('dialog')")
