import Cryptography
import GameState
import Storage
import Testing
import WebSockets
import Wire

@testable import GomokuServer
@testable import Rooms

@Suite("Passwords, attempts and names")
struct PeopleTests {
    @Test(
        "A name that cannot be claimed is refused with its own reason",
        arguments: [
            ("Ann", nil), ("A", .badName), ("<b>", .badName), ("admin1", .reservedName), ("Robot 3", .reservedName),
            ("R\u{43E}bot", .reservedName), ("guest", .reservedName), ("p-abc", .reservedName), ("Administrator", nil),
        ] as [(String, AccountFailure?)])
    func objections(_ name: String, _ objection: AccountFailure?) {
        #expect(AccountFailure.objection(to: name) == objection)
        #expect((objection?.description.contains("reserved") ?? false) == (objection == .reservedName))
        #expect(objection.map { $0.code == .badName } ?? true)
    }

    @Test("Only the right password matches, in any Unicode normalization, and each hash has its own salt")
    func scrypt() throws {
        let kept = try #require(PasswordHash.make(of: "pa\u{E4}word"))
        #expect(kept.hash.count == 32 && kept.rounds >= 32_768)
        #expect(PasswordHash.matches("paa\u{308}word", kept) == true)
        #expect(PasswordHash.matches("pa\u{E4}wore", kept) == false)
        #expect(PasswordHash.matches("", nil) == false)
        #expect(PasswordHash.make(of: "pa\u{E4}word")?.hash != kept.hash)
    }

    @Test("scrypt matches the test vector of RFC 7914, section 12")
    func vector() {
        let hash: [UInt8] = [
            0x70, 0x23, 0xbd, 0xcb, 0x3a, 0xfd, 0x73, 0x48, 0x46, 0x1c, 0x06, 0xcd, 0x81, 0xfd, 0x38, 0xeb,
            0xfd, 0xa8, 0xfb, 0xba, 0x90, 0x4f, 0x8e, 0x3e, 0xa9, 0xb5, 0x43, 0xf6, 0x54, 0x5d, 0xa1, 0xf2,
        ]
        let kept = PasswordHash(
            salt: Array("SodiumChloride".utf8), hash: hash, rounds: 16_384, blockSize: 8, parallelism: 1)
        #expect(PasswordHash.matches("pleaseletmein", kept) == true)
        #expect(PasswordHash.matches("pleaseletmeIn", kept) == false)
    }

    @Test("Attempts are allowed in a burst, then one per interval, separately for each key")
    func attempts() {
        var attempts = AttemptThrottle(burst: 3, interval: 1_000)
        let burst = (0..<5).map { _ in attempts.spend("a", now: 0) }
        #expect(burst == [true, true, true, false, false])
        func spend(_ key: String, _ now: Int) -> Bool { attempts.spend(key, now: now) }
        #expect(spend("b", 0))
        #expect(!spend("a", 999))
        #expect(spend("a", 1_001))
        #expect(!spend("a", 1_002))
        attempts.refund("a")
        #expect(spend("a", 1_002))
    }

    @Test("A flood of keys is not refused, and does not evict the key with the most attempts")
    func flood() {
        var attempts = AttemptThrottle(burst: 10, interval: 20_000)
        for _ in 0..<10 { _ = attempts.spend("victim", now: 0) }
        var refused = 0
        for name in 0..<3 * AttemptThrottle.keyLimit where !attempts.spend("name \(name)", now: 0) { refused += 1 }
        #expect(!spend(&attempts, "victim", 1_000), "the victim was not evicted")
        #expect(refused == 0)
    }

    @Test("A refund to an unknown key evicts no other key")
    func strange() {
        var attempts = AttemptThrottle(burst: 1, interval: 1_000)
        _ = attempts.spend("victim", now: 0)
        for name in 0..<3 * AttemptThrottle.keyLimit { attempts.refund("name \(name)") }
        #expect(!spend(&attempts, "victim", 0))
    }

    @Test("A charge without a time counts from the time of the last attempt")
    func charged() {
        var attempts = AttemptThrottle(burst: 2, interval: 1_000)
        _ = attempts.spend("a", now: 1_000_000)
        attempts.charge("b", cost: 2)
        #expect(!spend(&attempts, "b", 1_000_500))
        #expect(spend(&attempts, "b", 1_001_000))
    }

    private func spend(_ attempts: inout AttemptThrottle, _ key: String, _ now: Int) -> Bool {
        attempts.spend(key, now: now)
    }

    private func identify(_ identities: Identities, _ name: String?, token: String? = nil) throws -> Identities.Identity
    {
        var found: Result<Identities.Identity, StoreFailure>?
        identities.identify(.init(name: name, token: token, isBot: false)) { found = $0 }
        return try #require(found).get()
    }

    @Test("A guest with an owner's name is marked as a guest, and the owner keeps the name")
    func guests() throws {
        let store = MemoryStore()
        let identities = Identities(store: store, limits: Limits(), now: { 1 })
        let ann = try identify(identities, "Ann")
        let early = try identify(identities, "ANN")
        #expect(early.participant.name == "ANN")
        let password = PasswordHash(salt: [], hash: [1], rounds: 2, blockSize: 1, parallelism: 1)
        let account = Account(participant: ann.participant.id, name: "Ann", password: password, since: 1)
        var failure: PeopleRefusal? = .nameTaken
        store.change(.claim(account, device: nil)) { failure = $0 }
        #expect(failure == nil)
        let again = try identify(identities, "Zoe", token: ann.token).participant
        #expect(again.name == "Ann" && again.isClaimed && again.id == ann.participant.id)
        #expect(try identify(identities, "Ann").participant.name == "Ann (guest)")
        #expect(try identify(identities, "А\u{200B}nn").participant.name.hasSuffix(" (guest)"), "a Cyrillic letter")
        #expect(try identify(identities, nil, token: early.token).participant.name == "ANN (guest)")
        #expect(try identify(identities, nil, token: early.token).participant.name == "ANN (guest)")
        #expect(try identify(identities, "Eve", token: early.token).participant.name == "Eve")
        #expect(try !identify(identities, "Anna").participant.name.contains("guest"))
        for name in ["Robot 5", "Rоbot 5", "𝐑𝐨𝐛𝐨𝐭", "Admin", "R0bot", "Sapling", "S a p l i n g"] {
            #expect(try identify(identities, name).participant.name.hasSuffix(" (guest)"), "\(name)")
        }
        #expect(try identify(identities, "Guest 7").participant.name == "Guest 7")
    }

    @Test(
        "Invisible characters are removed from names",
        arguments: ["\u{3164}", "\u{3164}\u{115F} \u{2800}", "\u{301}\u{302}", "\u{FE0F}"])
    func invisible(_ name: String) throws {
        let identities = Identities(store: MemoryStore(), limits: Limits(), now: { 1 })
        #expect(try identify(identities, name).participant.name.hasPrefix("Guest "))
        #expect(
            try identify(identities, "A\(name)nn\(name)").participant.name.filter { !$0.isLetter }.allSatisfy {
                $0 == " "
            })
    }

    @Test("A signed token identifies its guest on every server with the secret, and no other token does")
    func signed() {
        let tokens = GuestTokens(secret: [UInt8](repeating: 7, count: 32))
        let (id, token) = tokens.make()
        #expect(id.text.utf8.count == 15 && token.utf8.count == 52)
        #expect(GuestTokens(secret: [UInt8](repeating: 7, count: 32)).id(of: token) == id)
        #expect(GuestTokens(secret: [UInt8](repeating: 8, count: 32)).id(of: token) == nil)
        #expect(tokens.make().id != id)
        for place in 0..<52 {
            var bytes = Array(token.utf8)
            bytes[place] = bytes[place] == UInt8(ascii: "a") ? UInt8(ascii: "b") : UInt8(ascii: "a")
            #expect(tokens.id(of: String(decoding: bytes, as: UTF8.self)) == nil)
        }
        for other in ["", "a", token + "a", String(token.dropLast()), randomText(length: 52), "é" + token] {
            #expect(tokens.id(of: other) == nil)
        }
    }

    @Test("Another device of the owner gets its own token for the same participant")
    func login() throws {
        let store = MemoryStore()
        let identities = Identities(store: store, limits: Limits(), now: { 1 })
        let ann = try identify(identities, "Ann")
        let password = PasswordHash(salt: [], hash: [1], rounds: 2, blockSize: 1, parallelism: 1)
        let account = Account(participant: ann.participant.id, name: "Ann", password: password, since: 1)
        store.change(.claim(account, device: nil)) { _ in }
        var second: Identities.Identity?
        LoopExecutor().start { second = try? await identities.login(account, isBot: true, device: nil) }
        let device = try #require(second)
        #expect(device.token != ann.token && device.participant.id == ann.participant.id && device.participant.isBot)
        for token in [ann.token, device.token] {
            #expect(try identify(identities, nil, token: token).participant.id == ann.participant.id)
        }
    }
}
