import ArgumentParser
import GameState
import Testing
import Wire

@testable import GomokuServer
@testable import Rooms
@testable import Web

@Suite("Checks at the server's edge")
struct EdgeTests {
    @Test(
        "Only pages of this host or of an allowed origin may connect",
        arguments: [
            (nil, "host:1", true), ("http://host:1", "host:1", true), ("https://HOST:1", "host:1", true),
            ("http://host", "host:1", false),
            ("null", "host:1", false), ("http://host:1.evil", "host:1", false), ("http://evil", "host:1", false),
            ("https://club.example", "host:1", true), ("http://club.example", "host:1", false),
            ("http://host:1", nil, false),
            ("http://", "", false),
        ] as [(String?, String?, Bool)])
    func origins(_ origin: String?, _ host: String?, _ isAllowed: Bool) {
        #expect(OriginCheck(allowed: ["https://club.example"]).accepts(origin: origin, host: host) == isAllowed)
        #expect(OriginCheck(allowed: ["*"]).accepts(origin: origin, host: host))
    }

    @Test(
        "Only text that a browser can send as an origin may be allowed",
        arguments: [
            ("https://club.example", true), ("http://[::1]:8080", true), ("app+x://localhost", true), ("*", true),
            ("null", true), ("foo", false), ("club.example", false), ("https://", false),
            ("https://club.example/", false), ("https://club.example/page", false), ("://club.example", false),
        ])
    func allowedOrigins(_ text: String, _ isOrigin: Bool) {
        #expect(OriginCheck.isAllowlistEntry(text) == isOrigin)
        #expect(((try? LimitOptions.parse(["--allow-origin", text])) != nil) == isOrigin)
    }

    @Test(
        "A name is reduced to one visible line",
        arguments: [
            ("Ann", "Ann"), ("  Ann \n Lee ", "Ann Lee"), ("\u{1b}[2J", "[2J"), ("a\u{202e}b\u{200b}c", "a b c"),
            ("", nil), (" \t", nil),
            ("<b>&\"", "<b>&\""), ("Zoë 😀", "Zoë 😀"),
            (String(repeating: "x", count: 99), String(repeating: "x", count: 32)),
        ] as [(String, String?)])
    func names(_ given: String, _ shown: String?) {
        #expect(Identities.cleaned(given, limit: 32) == shown)
    }

    @Test("Combining marks cannot make a name arbitrarily long")
    func stackedMarks() throws {
        let name = try #require(Identities.cleaned("a" + String(repeating: "\u{301}", count: 10_000), limit: 32))
        #expect(name.utf8.count <= 32 * 8)
    }

    @Test("Tokens can be spent in a burst, and refill over time")
    func credits() {
        var credits = TokenBucket(burst: 3, perSecond: 10, now: 0)
        var spent: [Bool] = []
        for _ in 0..<5 { spent.append(credits.spend(now: 0)) }
        #expect(spent == [true, true, true, false, false])
        #expect(credits.wait == 101)
        let early = credits.spend(now: 99)
        let late = credits.spend(now: 101)
        #expect((early, late) == (false, true))
        // The bucket contains a fraction of a token at this time.
        let (isOpen, wait) = (credits.isOpen(now: 161), credits.wait)
        let (isOpenThen, waitThen) = (credits.isOpen(now: 161 + wait), credits.wait)
        #expect(!isOpen && (38...41).contains(wait) && isOpenThen && waitThen == 0)
        var unlimited = TokenBucket(burst: 1, perSecond: 0, now: 0)
        var count = 0
        for _ in 0..<100 where unlimited.spend(now: 0) { count += 1 }
        #expect(count == 100)
    }

    @Test("A malicious host cannot alter the content security policy, and gadgets are sandboxed")
    func policy() {
        #expect(HTTPRouter.policy(host: "club.example:8080").contains("ws://club.example:8080 "))
        #expect(!HTTPRouter.policy(host: "a; script-src *").contains("script-src *"))
        #expect(!HTTPRouter.policy(host: "host").contains("unsafe"))
        #expect(HTTPRouter.policy(path: "/gadget-frame.html", host: "h").hasPrefix("sandbox "))
        #expect(!HTTPRouter.policy(path: "/gadget-frame.html", host: "h").contains("allow-same-origin"))
        #expect(["/gadget-frame.html", "/gadgets/evil.html"].allSatisfy(HTTPRouter.isThirdParty))
        #expect(!["/", "/gadget.html", "/gadgets"].contains(where: HTTPRouter.isThirdParty))
        #expect(HTTPRouter.policy(path: "/gadgets/evil.html", host: "h").hasPrefix("sandbox;"))
    }

    @Test("Pages of other origins may read a gadget's files and nothing else")
    func openFiles() {
        #expect(["/gadgets/xo5.xml", "/gadgets/a/b.js", "/gadget/lib/jquery.js"].allSatisfy(HTTPRouter.isOpen))
        let closed = [
            "/", "/main.js", "/gadget.html", "/gadget-frame.html", "/gadget/main.js", "/gadget/frame/boot.js",
            "/gadgets", "/gadgets/map.json", "/api/gadgets", "/metrics",
        ]
        #expect(!closed.contains(where: HTTPRouter.isOpen))
    }

    @Test("A guest's token identifies the same guest again, and a guessed token identifies no one")
    func tokens() {
        let services = TestServer()
        let identities = Identities(store: services.store, limits: Limits(), now: { 1 })
        var identity: Identities.Identity?
        identities.identify(.init(name: "Ann", token: nil, isBot: false)) { identity = try? $0.get() }
        #expect(identity?.token.utf8.count == 52)
        var again: Identities.Identity?
        identities.identify(.init(name: nil, token: identity?.token, isBot: true)) { again = try? $0.get() }
        #expect(again?.participant.id == identity?.participant.id)
        #expect(again?.participant.name == "Ann")
        #expect(again?.participant.isBot == true)
        var other: Identities.Identity?
        identities.identify(.init(name: nil, token: "guess", isBot: false)) { other = try? $0.get() }
        #expect(other?.participant.id != identity?.participant.id)
        #expect(other?.token != "guess")
    }

    @Test("A participant is present from its first connection to its last", arguments: [false, true])
    func presence(isLarge: Bool) throws {
        let test = TestServer()
        test.store.holdsAppends = false
        let live = try test.live()
        let (ann, hears) = test.connection("ann")
        live.join(ann, knowing: nil)
        for number in 0..<(isLarge ? 60 : 3) { live.join(test.connection("p\(number)").0, knowing: nil) }
        _ = hears.news()
        let (bob, _) = test.connection("bob")
        let (again, _) = test.connection("bob")
        live.join(bob, knowing: nil)
        live.join(again, knowing: nil)
        live.lost(bob)
        #expect(
            hears.news() == (isLarge ? [] : ["participants:"]), "the join was announced once, and Bob is still here")
        live.lost(again)
        if isLarge {
            #expect(test.services.presenceBatches.count > 0)
            test.services.presenceBatches.announce()
            #expect(
                hears.heard.allSatisfy { !"\($0)".contains("bob") },
                "a participant who comes and goes between two announcements is never announced")
        } else {
            #expect(hears.heard.last?["left"]?.array?.first?.string == "bob")
        }
    }
}
