"""What gadgets of 2009 counted on beyond the documented API, each as small gadgets of our own do it."""

from browser_kit import same


def writes_in_onload(pair):
    """a gadget that writes itself in its onload handler, and asks for the body in its first script, is there whole"""
    ann, bob = pair.open("writes-in-onload.xml")
    for window in (ann, bob):
        same(window.script("return [early, document.body.dataset.begun, document.getElementById('made').className]"), [True, "yes", "found"], "the body")
        same(window.script("return ['before', 'late', 'made'].map(id => document.getElementById(id).textContent)"),
             ["before", "what stands after the script", "made in onload"], "nothing is wiped")
        same(window.script("return document.getElementById('late').compareDocumentPosition(document.getElementById('made'))"), 4, "in this order")
    ann.script("wave.getState().submitValue('n', 1)")
    for window in (ann, bob):
        window.until("told", "return shown[shown.length - 1] === 1")
        same(window.script("return shown"), ["inner script", 0, 1], window.name)


def private_fields(pair):
    """the library's private fields are there, and say what the getters say, before and after every push"""
    ann, bob = pair.open("private-fields.xml")
    for window in (ann, bob):
        window.rename()
    for number in (1, 2):
        ann.script("wave.getState().submitValue('n', arguments[0])", number)
        for window in (ann, bob):
            window.until("drawn", "return document.getElementById('seats').textContent === arguments[0]", f"Ann,Bob {number} {window.name}")
    ann.page_click("#edit")
    ann.until("edit mode", "return wave.getMode() === wave.Mode.EDIT")
    for window in (ann, bob):
        same([name for name, holds in window.script("return compared()").items() if not holds], [], window.name)
    ann.driver.get("about:blank")
    bob.until("alone", "return names() === 'Bob' && wave.host_ === null && wave.getHost() === null")


def three(pair):
    """Three viewers of the gadget that prints by position, each under its name."""
    viewers = (*pair.open("by-position.xml"), pair.cy().open("by-position.xml", pair.room))
    for window in viewers:
        window.rename()
    return viewers


def order_of_people(pair):
    """three viewers see the people in the order in which they came, also after one of them was away"""
    viewers = ann, bob, cy = three(pair)
    listed = "return [...document.querySelectorAll(arguments[0])].map(li => li.textContent.replace(/ \\(.*/, '')).join()"

    def all_see(names):
        for window in viewers:
            window.until(f"the order {names}", listed + " === arguments[1]", "#list li", names)
            window.page_until("the page's order", listed + " === arguments[1]", "#people li", names)

    all_see("Ann,Bob,Cy")
    # Away and back, the first and the second: everybody has the old place again, in the windows that stayed, too.
    for gone in (ann, bob):
        gone.driver.get("about:blank")
        cy.until("two", "return wave.getParticipants().length === 2")
        gone.open("by-position.xml", pair.room)
        all_see("Ann,Bob,Cy")


def order_after_restart(pair):
    """the order in which people came is the same after a restart of the server, in which they come back in another"""
    if not pair.server:
        return  # somebody else's
    viewers = ann, bob, cy = three(pair)
    cy.script("wave.getState().submitValue('by', 'Cy')")
    seen = "return [...document.querySelectorAll('#list li')].map(li => li.textContent.replace(/ \\(.*/, '')).join() === arguments[0]"
    for window in viewers:
        window.until("three", seen, "Ann,Bob,Cy")
    for window in (ann, bob):
        window.driver.get("about:blank")
    cy.until("alone", "return wave.getParticipants().length === 1")
    pair.server.stop()
    pair.server.start()
    cy.page_until("online", "return document.documentElement.dataset.connection === 'online'")
    for window in (bob, ann):
        window.open("by-position.xml", pair.room)
    for window in viewers:
        window.until("the old order", seen, "Ann,Bob,Cy")


TESTS = (writes_in_onload, private_fields, order_of_people, order_after_restart)
