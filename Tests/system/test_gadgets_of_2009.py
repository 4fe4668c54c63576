"""Behaviour that gadgets of 2009 relied on beyond the documented API, each shown by a small
gadget."""

from gomokutest.checks import same
from gomokutest.tables import leave


def test_gadget_may_use_the_body_early_and_write_itself_in_onload(pair):
    ann, bob = pair.open("writes-in-onload.xml")
    for window in (ann, bob):
        same(
            window.script("return [early, document.body.dataset.begun, document.getElementById('made').className]"),
            [True, "yes", "found"],
            "the body",
        )
        same(
            window.script("return ['before', 'late', 'made'].map(id => document.getElementById(id).textContent)"),
            ["before", "what stands after the script", "made in onload"],
            "nothing is wiped",
        )
        order = window.script("""return document.getElementById('late')
            .compareDocumentPosition(document.getElementById('made'))""")
        same(order, 4, "in this order")
    ann.script("wave.getState().submitValue('n', 1)")
    for window in (ann, bob):
        window.until("told", "return shown[shown.length - 1] === 1")
        same(window.script("return shown"), ["inner script", 0, 1], window.name)


def test_private_fields_of_the_library_match_the_getters(pair):
    """The fields are correct before and after every push."""
    ann, bob = pair.open("private-fields.xml")
    for window in (ann, bob):
        window.rename()
    for number in (1, 2):
        ann.script("wave.getState().submitValue('n', arguments[0])", number)
        for window in (ann, bob):
            window.until(
                "drawn",
                "return document.getElementById('seats').textContent === arguments[0]",
                f"Ann,Bob {number} {window.name}",
            )
    ann.page_click("#edit")
    ann.until("edit mode", "return wave.getMode() === wave.Mode.EDIT")
    for window in (ann, bob):
        same([name for name, holds in window.script("return compared()").items() if not holds], [], window.name)
    leave(ann)
    bob.until("alone", "return names() === 'Bob' && wave.host_ === null && wave.getHost() === null")


def three(pair):
    """Opens a gadget that lists participants by position in three windows, each under its own
    name."""
    viewers = (*pair.open("by-position.xml"), pair.cy().open("by-position.xml", pair.room))
    for window in viewers:
        window.rename()
    return viewers


def test_participants_stay_in_order_of_arrival(pair):
    """The order stays the same when one of them was away."""
    viewers = ann, bob, cy = three(pair)
    listed = (
        "return [...document.querySelectorAll(arguments[0])].map(li => li.textContent.replace(/ \\(.*/, '')).join()"
    )

    def all_see(names):
        for window in viewers:
            window.until(f"the order {names}", listed + " === arguments[1]", "#list li", names)
            window.page_until("the page's order", listed + " === arguments[1]", "#people li", names)

    all_see("Ann,Bob,Cy")
    # The first and then the second participant leaves and returns. Everyone has the old position
    # again, also in the windows that stayed.
    for gone in (ann, bob):
        leave(gone)
        cy.until("two", "return wave.getParticipants().length === 2")
        gone.open("by-position.xml", pair.room)
        all_see("Ann,Bob,Cy")


def test_participant_order_survives_a_server_restart(pair):
    """The participants return in another order."""
    viewers = ann, bob, cy = three(pair)
    cy.script("wave.getState().submitValue('by', 'Cy')")
    seen = (
        "return [...document.querySelectorAll('#list li')]"
        ".map(li => li.textContent.replace(/ \\(.*/, '')).join() === arguments[0]"
    )
    for window in viewers:
        window.until("three", seen, "Ann,Bob,Cy")
    # The store keeps the order from the room's first delta on. Others see the delta once it is
    # stored.
    for window in (ann, bob):
        window.until("the first delta", "return wave.getState().get('by') === 'Cy'")
    for window in (ann, bob):
        leave(window)
    cy.until("alone", "return wave.getParticipants().length === 1")
    pair.server.stop()
    cy.page_until("offline", "return document.documentElement.dataset.connection !== 'online'")
    pair.server.start()
    cy.page_until("online", "return document.documentElement.dataset.connection === 'online'")
    for window in (bob, ann):
        window.open("by-position.xml", pair.room)
    for window in viewers:
        window.until("the old order", seen, "Ann,Bob,Cy")
