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


TESTS = (writes_in_onload, private_fields)
