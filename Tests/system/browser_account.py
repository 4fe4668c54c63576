#!/usr/bin/env python3
"""A name of one's own, on two devices: tests in real browsers.

    Tests/system/browser_account.py [--server PATH]
"""

import subprocess
import sys
import urllib.parse
import uuid

from selenium.common.exceptions import TimeoutException

from browser_kit import Keys, Window, main, same

PASSWORD, NEXT = "correct horse", "battery staple"


class Owner:
    """Somebody with two devices, and a name that is taken already."""

    def __init__(self, url, server=None):
        """`server`: where it is one of the test's own."""
        self.server = server
        self.url, tag = url, uuid.uuid4().hex[:4]
        self.name, self.taken = f"Olive {tag}", f"Taken {tag}"
        self.desk, self.phone = Window(url, "Desk"), Window(url, "Phone")

    def lobby(self, window):
        window.driver.get(f"{window.url}/?lobby")
        window.until("the lobby", "return document.querySelector('.own-terms') && document.documentElement.dataset.connection === 'online' && document.querySelector('.who-one-is b')")

    @staticmethod
    def hashed(window, what, code, *arguments):
        """A password is hashed slowly on purpose."""
        for _ in range(2):
            try:
                return window.until(what, code, *arguments)
            except TimeoutException:
                pass
        return window.until(what, code, *arguments)

    def fill(self, window, **values):
        for name, text in values.items():
            field = window.find(f"#account-dialog [name={name}]")
            field.clear()
            field.send_keys(text)

    def enter(self, window, name, password, known=False):
        """Claims, or signs in, and waits for what comes of it: "" or what is wrong."""
        if not window.script("return document.querySelector('#account-dialog[open]')"):
            window.click("#account")
            window.until("the dialog", "return document.querySelector('#account-dialog[open]')")
        if known:
            window.click("#account-dialog button.link")
        self.fill(window, username=name, password=password)
        window.click("#account-dialog button[type=submit]")
        return self.hashed(window, "an answer", "const d = document.querySelector('#account-dialog'); return !d ? ['']"
                           " : !d.querySelector('[role=alert]').hidden && [d.querySelector('[role=alert]').textContent]")[0]

    def person(self, window, name):
        window.driver.get(f"{window.url}/?{urllib.parse.urlencode({'person': name})}")
        window.until("a person, or nobody", "return document.querySelector('.person .subtitle, .person [role=alert]')")

    def own(self, window, part):
        """Opens that part of what one can do with one's name."""
        if not window.script("return document.querySelector('#account-dialog[open]')"):
            window.until("one's own", "return document.getElementById('account').dataset.claimed === 'yes'")
            window.click("#account")
            window.until("the dialog", "return document.querySelector('#account-dialog[open] .own')")
        if not window.script(f"return document.querySelector('#{part}').open"):
            window.click(f"#{part} summary")

    def close(self):
        for window in (self.desk, self.phone):
            window.close()


def nothing_lost(owner):
    """a name that is taken costs nothing that was typed, and what one was about to do goes on when one has another"""
    owner.lobby(owner.phone)
    same(owner.enter(owner.phone, owner.taken, PASSWORD), "", "the first claims")
    desk = owner.desk
    owner.lobby(desk)
    desk.script("document.querySelector('.own-terms').open = true")
    desk.choose(".seek [name=rule]", "renju")
    desk.choose(".seek [name=clock]", "300+5")
    desk.click(".seek [name=rated]")
    desk.click(".seek button[type=submit]")
    desk.until("a name is asked for", "return document.querySelector('#account-dialog[open]')")
    assert "belongs to somebody" in owner.enter(desk, owner.taken, PASSWORD)
    same(desk.script("return document.querySelector('#account-dialog [name=password]').value"), PASSWORD, "the password is still there")
    field = desk.find("#account-dialog [name=username]")
    field.clear()
    field.send_keys(owner.name)
    desk.click("#account-dialog button[type=submit]")
    owner.hashed(desk, "looking", "return !document.querySelector('.seeking').hidden && /Renju.*rated/.test(document.getElementById('seeking-words').textContent)")
    same(desk.script("return [document.querySelector('.seek [name=rule]').value, document.querySelector('.seek [name=clock]').value]"), ["renju", "300+5"], "the form")
    desk.click(".seeking button")


def sessions(owner):
    """where one is signed in is listed, and ended one by one; a bot's token is shown once and listed too"""
    desk, phone = owner.desk, owner.phone
    owner.lobby(phone)
    phone.click("#account")
    phone.until("the dialog", "return document.querySelector('#account-dialog .own')")
    phone.click("#sign-out")
    phone.until("a guest", "return document.getElementById('account').dataset.claimed === 'no'")
    same(owner.enter(phone, owner.name, PASSWORD, known=True), "", "signed in")
    owner.own(desk, "own-bot")
    owner.fill(desk, device="My robot")
    desk.click("#own-bot button[type=submit]")
    token = desk.until("a token", "const t = document.querySelector('#own-bot [readonly]'); return !t.hidden && t.value")
    assert len(token) > 20, token
    owner.own(desk, "own-sessions")
    lines = "return [...document.querySelectorAll('.sessions li:not(.empty)')].map(li => li.textContent)"
    desk.until("three", "return document.querySelectorAll('.sessions li:not(.empty)').length === 3")
    listed = desk.script(lines)
    same([sum(word in line for line in listed) for word in ("this one", "My robot", "Linux")], [1, 1, 2], listed)
    desk.script("[...document.querySelectorAll('.sessions li')].find(li => li.textContent.includes('My robot')).querySelector('button').click()")
    desk.until("two", "return document.querySelectorAll('.sessions li:not(.empty)').length === 2")
    same("My robot" in "".join(desk.script(lines)), False, "the robot's is gone")
    assert desk.script("return document.activeElement.tagName") == "SUMMARY", "the focus is in the dialog"
    desk.click("#own-sessions .stacked > button")
    desk.until("one", "return document.querySelectorAll('.sessions li:not(.empty)').length === 1")
    phone.until("told", "return document.getElementById('account').dataset.claimed === 'no' && [...document.querySelectorAll('.notice')].some(n => n.checkVisibility() && /signed out on this device/.test(n.textContent))")


def password(owner):
    """the password is changed by who knows the old one, and every other device is signed out with it"""
    desk, phone = owner.desk, owner.phone
    same(owner.enter(phone, owner.name, PASSWORD, known=True), "", "signed in again")
    owner.own(desk, "own-password")
    said = "const s = document.querySelector('.own > .notice'); return !s.hidden && s.textContent"
    for old, words in (("not this one", "That is not the password until now."), (PASSWORD, "The password is changed. All other devices are signed out.")):
        owner.fill(desk, old=old, new=NEXT)
        desk.click("#own-password button[type=submit]")
        owner.hashed(desk, words, f"return (() => {{ {said} }})() === arguments[0]", words)
    same(desk.script("return [...document.querySelectorAll('#own-password [type=password]')].map(f => f.value)"), ["", ""], "nothing stays")
    phone.until("signed out", "return document.getElementById('account').dataset.claimed === 'no'")
    assert "do not belong together" in owner.enter(phone, owner.name, PASSWORD, known=True)
    owner.fill(phone, password=NEXT)
    phone.click("#account-dialog button[type=submit]")
    owner.hashed(phone, "signed in", "return document.getElementById('account').dataset.claimed === 'yes'")


def renamed(owner):
    """the name is changed once, everywhere; the one before leads to its owner and is nobody else's"""
    desk = owner.desk
    owner.lobby(desk)
    same(owner.enter(owner.phone, owner.name, NEXT, known=True), "", "signed in once more")
    owner.own(desk, "own-name")
    said = "const s = document.querySelector('.own > .notice'); return !s.hidden && s.textContent"
    for name, password, words in ((owner.taken, NEXT, "belongs to somebody"), (f"{owner.name} B", PASSWORD, "That is not the password")):
        owner.fill(desk, **{"next-name": name, "name-password": password})
        desk.click("#own-name button[type=submit]")
        owner.hashed(desk, words, f"return ((() => {{ {said} }})() || '').includes(arguments[0])", words)
    owner.fill(desk, **{"next-name": f"{owner.name} B", "name-password": NEXT})
    desk.click("#own-name button[type=submit]")
    for window in (desk, owner.phone):
        owner.hashed(window, "the new name", "return document.querySelector('#account span').textContent === arguments[0]", f"{owner.name} B")
    same(desk.script("return document.activeElement === document.body"), False, "the focus is lost")
    owner.own(desk, "own-name")
    owner.fill(desk, **{"next-name": f"{owner.name} C", "name-password": NEXT})
    desk.click("#own-name button[type=submit]")
    owner.hashed(desk, "once", f"return ((() => {{ {said} }})() || '').includes('once already')")
    desk.script("document.querySelector('#account-dialog').close()")
    owner.person(desk, owner.name)
    same(desk.text("main.screen .title"), f"{owner.name} B", "whom the former name leads to")
    owner.lobby(desk)


def deleted(owner):
    """who deletes the account is a guest everywhere; games stay, by somebody who left, and the page of the name is gone"""
    desk, phone = owner.desk, owner.phone
    name = f"{owner.name} B"
    owner.own(desk, "own-end")
    owner.fill(desk, **{"end-password": PASSWORD})
    desk.click("#own-end button[type=submit]")
    owner.hashed(desk, "the wrong password", "return /not the password/.test(document.querySelector('.own > .notice').textContent)")
    owner.fill(desk, **{"end-password": NEXT})
    desk.click("#own-end button[type=submit]")
    owner.hashed(desk, "a guest", "return document.getElementById('account').dataset.claimed === 'no' && !document.getElementById('account-dialog')")
    phone.until("a guest", "return document.getElementById('account').dataset.claimed === 'no'")
    same(desk.script("return document.activeElement === document.body"), False, "the focus is lost")
    owner.person(desk, name)
    same(desk.script("return Boolean(document.querySelector('.person [role=alert]'))"), True, "nobody is called so")
    desk.complaints()  # the page that is not there


def signing_out(owner):
    """who signs out is a guest, and the session is ended on the server too"""
    desk, phone = owner.desk, owner.phone
    phone.click("#account")
    phone.until("the dialog", "return document.querySelector('#account-dialog .own')")
    phone.click("#sign-out")
    phone.until("a guest", "return document.getElementById('account').dataset.claimed === 'no'")
    same(phone.script("return [...document.querySelectorAll('.notice')].some(n => /on this device/.test(n.textContent))"), False, "who asked for it is not warned")
    desk.driver.refresh()
    desk.until("the lobby", "return document.querySelector('.own-terms')")
    owner.own(desk, "own-sessions")
    desk.until("one", "return document.querySelectorAll('.sessions li:not(.empty)').length === 1 && /this one/.test(document.querySelector('.sessions').textContent)")


def reported(owner):
    """somebody is reported from their name in the chat, by keyboard alone, and the operator reads it; too much at once is refused, with a reason"""
    desk, phone = owner.desk, owner.phone
    room = f"quarrel-{uuid.uuid4().hex[:8]}"
    for window in (desk, phone):
        window.driver.get(f"{window.url}/?room={room}")
        window.online()
    phone.find("#chat-text").send_keys("You play like a fool", Keys.ENTER)
    desk.until("the line", "return document.querySelector('#chat li button')?.checkVisibility()")
    same(desk.script("return document.querySelectorAll('#chat .mine button').length"), 0, "one's own name is no button")
    who = desk.script("const name = document.querySelector('#chat li button'); name.focus(); return name.textContent")

    def press(*keys):
        for key in keys:
            desk.driver.switch_to.active_element.send_keys(key)

    def tab_to(selector):
        for _ in range(12):
            if desk.script("return document.activeElement.matches(arguments[0])", selector):
                return
            press(Keys.TAB)
        raise AssertionError(f"Tab does not lead to {selector}")

    press(Keys.ENTER)
    desk.until("what one can do", "return document.querySelector('#person-dialog[open]')")
    same(desk.script("const d = document.querySelector('#person-dialog'); return document.getElementById(d.getAttribute('aria-labelledby')).textContent"), who, "whom it is about")
    tab_to("[value=report]")
    press(Keys.ENTER)
    desk.until("the dialog", "return document.querySelector('#abuse-dialog[open]')")
    same(desk.script("return document.querySelector('#abuse-dialog [name=who]').selectedOptions[0].textContent"), who, "who is chosen")
    tab_to("[name=reason]")
    press("M")
    same(desk.script("return document.activeElement.value"), "cheating", "the reason")
    tab_to("textarea")
    press("Every move within a second")
    tab_to("[type=submit]")
    desk.script("""window.told = [];
        const notice = document.getElementById('notice'), look = () => { if (!notice.hidden) told.push([notice.dataset.kind, notice.getAttribute('role'), notice.textContent].join(' ')); };
        new MutationObserver(look).observe(notice, {attributes: true, childList: true, characterData: true, subtree: true});""")
    press(Keys.ENTER)
    desk.until("it is confirmed", "return told.includes('done status Your report was sent. Thank you.')")
    same(desk.script("return [document.activeElement.textContent, document.querySelectorAll('dialog').length]"), [who, 0], "back on the name")
    if owner.server:
        told = subprocess.run([owner.server.command, "reports", "--admin-socket", f"{owner.server.data}/admin.sock"], capture_output=True, text=True, timeout=60, check=True).stdout
        assert "[cheating] Every move within a second" in told and room in told and "You play like a fool" in told, told
    for number in range(5):
        desk.click("#report-person")
        desk.until("the dialog", "return document.querySelector('#abuse-dialog[open]')")
        desk.click("#abuse-dialog [type=submit]")
        told = desk.until("an answer", "const d = document.querySelector('#abuse-dialog'); return d ? d.querySelector('[role=alert]').textContent : 'sent'")
        same(told, "sent" if number < 4 else "You have reported much at once. Wait a while.", f"report {number + 2}")
    same(desk.script("return Boolean(document.querySelector('#abuse-dialog [type=submit]').matches(':focus'))"), True, "one may try again")
    press(Keys.ESCAPE)
    desk.until("closed", "return !document.querySelector('dialog')")


def no_complaints(owner):
    """the browsers have logged no error and no breach of the strict policy"""
    for window in (owner.desk, owner.phone):
        same(window.complaints(), [], window.name)


TESTS = (nothing_lost, sessions, password, signing_out, renamed, deleted, reported, no_complaints)


if __name__ == "__main__":
    sys.exit(main(__doc__, TESTS, lambda url, server, _: Owner(url, server)))
