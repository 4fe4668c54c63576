import GameState
import Storage
import Testing

@testable import GomokuServer
@testable import Rooms

@Suite("Signing in during a flood")
struct SignInTests {
    private let test = TestServer(waitingPasswords: HashQueue.waitingLimit)

    /// Returns /64 networks of a single /48. The first 256 belong to a single /56.
    private func networks(_ count: Int) -> [String] {
        (0..<count).map { "2001:db8:1:\(String($0, radix: 16))::/64" }
    }

    private func origin(_ address: String) -> AttemptOrigin {
        AttemptOrigin(test.connection("somebody", address: address).0)
    }

    private func isAllowed(_ tries: AttemptLimits, _ tried: [AttemptLimits.Attempt]) -> Bool {
        var outcome: AttemptLimits.Outcome?
        tries.spend(tried) { outcome = $0 }
        return outcome == .allowed
    }

    /// Attempts `logins` logins from each address, with three names that no other address tries.
    /// Returns the number of allowed logins for each address.
    private func flood(_ tries: AttemptLimits, from addresses: [String], logins: Int) -> [Int] {
        addresses.map { address in
            let origin = origin(address)
            let tried = (0..<3).map { origin.login(by: NameKey("\(address) \($0)"), isKnown: false) }
            return (0..<logins).count { isAllowed(tries, tried[$0 % 3]) }
        }
    }

    private let owners = (1...25).map { "203.0.113.\($0)" }

    @Test("12,000 networks of one /48 share 8 login budgets, and IPv4 owners can still log in")
    func manyNetworks() {
        let tries = AttemptLimits(shared: nil, now: { 1_000 })
        #expect(flood(tries, from: networks(12_000), logins: 21).reduce(0, +) == 8 * 20)
        #expect(flood(tries, from: owners, logins: 1) == owners.map { _ in 1 })
        let claims = networks(12_000).count { isAllowed(tries, origin($0).tries(.claim)) }
        #expect(claims == 8 * 6)
        #expect(owners.allSatisfy { isAllowed(tries, origin($0).tries(.claim)) })
    }

    @Test("A flood from 10,000 IPv4 addresses is limited per address, and owners elsewhere can log in")
    func manyAddresses() {
        let tries = AttemptLimits(shared: nil, now: { 1_000 })
        let allowed = flood(tries, from: (0..<10_000).map { "10.0.\($0 >> 8).\($0 & 255)" }, logins: 21)
        #expect(allowed.count { $0 == 20 } > 9_900, "the table evicts hardly any of the addresses")
        #expect(flood(tries, from: owners, logins: 1) == owners.map { _ in 1 })
    }

    @Test("A /56 has 4 budgets and a /48 has 8; refused attempts use none of them, and budgets refill")
    func shares() {
        var time = 1_000
        let tries = AttemptLimits(shared: nil, now: { time })
        #expect(flood(tries, from: networks(1), logins: 500) == [20])
        #expect(flood(tries, from: networks(6), logins: 21) == [0, 20, 20, 20, 0, 0])
        let next = "2001:db8:1:100::/64"
        #expect(flood(tries, from: [next, "2001:db8:1:200::/64"], logins: 21) == [20, 20])
        time += 2_500
        #expect(flood(tries, from: [networks(6)[5]], logins: 2) == [1])
    }

    @Test("Guesses at one name from all of IPv6 lock out neither IPv4 owners nor known addresses")
    func guesses() {
        let tries = AttemptLimits(shared: nil, now: { 1_000 })
        let name = NameKey("Ann")
        func guess(_ address: String, isKnown: Bool = false) -> Bool {
            isAllowed(tries, origin(address).login(by: name, isKnown: isKnown))
        }
        let guesses = (0..<500).count { guess("2001:db8:\(String($0, radix: 16)):1::/64") }
        #expect(guesses == 200)
        #expect(!guess("2001:db8:ffff:1::/64"))
        #expect(guess("2001:db8:ffff:1::/64", isKnown: true))
        #expect(guess("203.0.113.1"))
    }

    @Test("An owner at a known address can log in despite a flood from the same /56 and /48")
    func neighbours() {
        let tries = AttemptLimits(shared: nil, now: { 1_000 })
        _ = flood(tries, from: networks(500), logins: 21)
        let home = origin("2001:db8:1:f0::/64")
        #expect(!isAllowed(tries, home.login(by: NameKey("Ann"), isKnown: false)))
        #expect(isAllowed(tries, home.login(by: NameKey("Ann"), isKnown: true)))
    }

    /// Records the purses that it is asked to charge.
    private final class Records: SharedRecords {
        var spent: [SharedTokenBucket] = []

        func shutOut(
            in lists: [String], _ done: @escaping (Result<[String: [String: Int]], StoreFailure>) -> Void
        ) {}
        func shutOut(
            _ key: String, in list: String, until: Int?, now: Int, limit: Int,
            _ done: @escaping (StoreFailure?) -> Void
        ) {}
        func add(
            report: [UInt8], from network: String, _ done: @escaping (Result<ReportOutcome, StoreFailure>) -> Void
        ) {}
        func reports(
            before: Int?, count: Int, bytes: Int, _ done: @escaping (Result<ReportPage, StoreFailure>) -> Void
        ) {}
        func readReports(_ numbers: [Int]) {}
        func spend(_ purses: [SharedTokenBucket], _ done: @escaping (Result<Int, StoreFailure>) -> Void) {
            spent = purses
            done(.success(0))
        }
        func giveBack(_ purses: [SharedTokenBucket]) {}
    }

    @Test("Servers with a shared store count each network there, under the keys of earlier versions")
    func shared() {
        let records = Records()
        let tries = AttemptLimits(shared: records, now: { 1_000 })
        func spent(_ address: String) -> [String] {
            _ = isAllowed(tries, origin(address).login(by: NameKey("Ann"), isKnown: false))
            return records.spent.map { "\($0.key) \($0.burst) \(Int($0.interval))" }
        }
        #expect(
            spent("203.0.113.1") == [
                "login-address 203.0.113.1 20 10000", "login-pair 203.0.113.1 ann 10 20000", "login-name ann 200 2000",
            ])
        #expect(
            spent("2001:db8:1:2::/64") == [
                "login-address 2001:db8:1:2::/64 20 10000", "login-address 2001:db8:1:0::/56 80 2500",
                "login-address 2001:db8:1::/48 160 1250", "login-pair 2001:db8:1:2::/64 ann 10 20000",
                "login-pair 2001:db8:1:0::/56 ann 40 5000", "login-pair 2001:db8:1::/48 ann 80 2500",
                "login-name-ipv6 ann 200 2000",
            ])
    }

    // MARK: Hashes

    private func send(_ text: String, from address: String, as name: String = "somebody") -> RecordingOutlet {
        let (connection, outlet) = test.connection(name, address: address)
        test.dispatcher.receive(Array(text.utf8), from: connection, now: test.time)
        return outlet
    }

    private func logIn(_ name: String, from address: String) -> RecordingOutlet {
        send(#"{"type":"login","name":"\#(name)","password":"password"}"#, from: address)
    }

    /// Hashes passwords until all clients have an answer. Returns the number of hashes.
    private func hashes(until outlets: RecordingOutlet...) -> Int {
        var count = 0
        while outlets.contains(where: { $0.heard.isEmpty }), test.hashOne() { count += 1 }
        return count
    }

    @Test("After a flood from one /56, an owner elsewhere waits for two hashes and a claim for three")
    func home() {
        let flood = networks(48).flatMap { address in (0..<2).map { logIn("Name \($0)", from: address) } }
        let refused = flood.count { $0.news() == ["error:busy"] }
        #expect(refused > 0, "the queue is full")
        let owner = logIn("Ann", from: "203.0.113.1")
        let claimer = send(
            #"{"type":"claim","name":"Bob","password":"password"}"#, from: "203.0.113.2", as: "bob")
        #expect(owner.heard.isEmpty && claimer.heard.isEmpty, "neither is refused at once")
        #expect(flood.count { $0.news() == ["error:busy"] } == 2, "two passwords of the flood are removed")
        #expect(hashes(until: owner) == 3)
        #expect(hashes(until: claimer) == 1)
    }

    @Test("At a known address the owner waits only for the running hash, however full the queue is")
    func knownPlace() {
        for number in 0...HashQueue.waitingLimit { _ = logIn("Name \(number)", from: "10.0.0.\(number)") }
        #expect(
            logIn("Ann", from: "203.0.113.1").news() == ["error:busy"],
            "the queue is full of strangers, one per address")
        test.known.add("203.0.113.1 ann")
        #expect(logIn("Bob", from: "203.0.113.1").news() == ["error:busy"], "an address is known for one name only")
        let owner = logIn("Ann", from: "203.0.113.1")
        #expect(owner.heard.isEmpty && hashes(until: owner) == 2)
    }

    @Test("A client with the token of a claimed name goes before strangers")
    func token() {
        for number in 0...HashQueue.waitingLimit { _ = logIn("Name \(number)", from: "10.0.0.\(number)") }
        let (ann, hears) = test.connection("ann", address: "203.0.113.1")
        ann.participant.isClaimed = true
        let text = #"{"type":"rename","name":"Anna","password":"password"}"#
        test.dispatcher.receive(Array(text.utf8), from: ann, now: test.time)
        #expect(hears.heard.isEmpty && hashes(until: hears) == 2)
    }

    @Test("Known clients go first, but a stranger waits for at most three of them")
    func turns() {
        var queue = HashQueue()
        for ticket in 0..<4 { _ = queue.add(ticket, HashTurn(group: "stranger", isKnown: false)) }
        for ticket in 10..<20 { _ = queue.add(ticket, HashTurn(group: "known", isKnown: true)) }
        _ = queue.add(20, HashTurn(group: "known too", isKnown: true))
        let order = (0..<15).map { _ in queue.next() }
        #expect(order == [10, 20, 11, 0, 12, 13, 14, 1, 15, 16, 17, 2, 18, 19, 3])
        let none = queue.next()
        #expect(none == nil)
    }

    @Test("A full queue drops the newest password of the largest network, or refuses the newcomer")
    func full() {
        var queue = HashQueue(limit: 3)
        func add(_ ticket: Int, _ group: String, isKnown: Bool = false) -> Int? {
            queue.add(ticket, HashTurn(group: group, isKnown: isKnown))
        }
        #expect([add(1, "a"), add(2, "a"), add(3, "a")] == [nil, nil, nil])
        #expect([add(4, "a"), add(5, "b"), add(6, "c"), add(7, "d")] == [4, 3, 2, 7])
        #expect(add(8, "d", isKnown: true) == nil, "the other queue has room")
    }

    @Test("One name with many addresses evicts no other name's known addresses")
    func places() {
        let known = KnownLoginAddresses()
        known.add("203.0.113.1 bob")
        for number in 0..<KnownLoginAddresses.limit + 5 { known.add("10.0.\(number >> 8).\(number & 255) ann") }
        #expect(known.contains("203.0.113.1 bob"))
        let last = KnownLoginAddresses.limit + 4
        #expect(known.contains("10.0.\(last >> 8).\(last & 255) ann") && !known.contains("10.0.0.0 ann"))
        for number in 0..<KnownLoginAddresses.limit { known.add("203.0.113.1 name\(number)") }
        #expect(!known.contains("203.0.113.1 bob") && known.contains("203.0.113.1 name0"))
    }
}
