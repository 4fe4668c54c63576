"""The tutorial of docs/GADGETS.md, followed literally in a folder outside the source tree."""

import os
import re

from gomokutest.checks import same
from gomokutest.environment import ROOT


def block(text, name):
    """Returns the tutorial's code for a file."""
    return re.search(rf"`DIR/{re.escape(name)}`:\n\n```\w+\n(.*?)```", text, re.DOTALL).group(1)


def test_tutorial_files_make_a_shared_gadget(pair):
    with open(os.path.join(ROOT, "docs", "GADGETS.md"), encoding="utf-8") as file:
        text = file.read()
    os.mkdir(os.path.join(pair.server.gadgets, "bring"))
    for name in ("bring.xml", "bring/bring.js"):
        pair.server.put(name, block(text, name))
    ann, bob = pair.open("bring.xml")
    for window in (ann, bob):
        window.rename()
        window.until("the style", "return getComputedStyle(document.body).paddingTop === '12px'")

    def add(window, thing):
        window.script(
            "document.getElementById('thing').value = arguments[0]; document.getElementById('add').requestSubmit()", thing
        )

    things = "return [...document.querySelectorAll('#things li')].map(li => li.firstChild.data.trim()).join()"
    with pair.at_once():
        add(ann, "bread")
        add(bob, "cheese")
    for window in (ann, bob):
        window.until("one thing", things + ".length > 0")
    first = pair.state()["thing 1"]
    winner, loser = (ann, bob) if first == "bread" else (bob, ann)
    loser.until("told", "return document.getElementById('told').textContent === 'Someone else was faster.'")
    second = "cheese" if first == "bread" else "bread"
    add(loser, second)
    for window in (ann, bob):
        window.until("both", things + " === arguments[0]", f"{first},{second}")
    winner.click("#things li:nth-child(2) button")
    loser.until(
        "who brings it",
        "const b = document.querySelector('#things li:nth-child(2) button');"
        " return b.textContent === arguments[0] && b.disabled",
        winner.name,
    )
    same(pair.state()["last"], 2, "the room")
