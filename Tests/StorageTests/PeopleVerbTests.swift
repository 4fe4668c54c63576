import GameState
import TestSupport
import Testing

@testable import Storage

@Suite("Verbs about people")
struct PeopleVerbTests {
    private static let password = PasswordHash(salt: [1], hash: [2], rounds: 16, blockSize: 8, parallelism: 1)

    private static func account(_ id: ParticipantID, _ name: String, since: Int = 77) -> Account {
        Account(participant: id, name: name, password: password, since: since)
    }

    private static func owner(_ id: ParticipantID, _ name: String, key: NameKey? = nil) -> PersonRecord {
        PersonRecord(
            id: id, name: name, isBot: false, tokenHash: nil, account: account(id, name), key: key,
            sessions: [StoredSession(tokenHash: [1], device: nil, since: 1, seen: 1)])
    }

    private static func records(_ people: PersonRecord..., reserved: [NameKey: Int] = [:]) -> PeopleRecords {
        var records = PeopleRecords()
        for person in people { records.put(person) }
        for (name, until) in reserved { records.names[name] = .reserved(until: until) }
        return records
    }

    /// Returns the records after a verb.
    private static func after(_ verb: PeopleVerb, _ records: PeopleRecords) throws -> PeopleRecords {
        let writes = try verb.judge(records)
        var next = records
        for person in writes.people {
            for name in person.before?.names ?? [] { next.names[name] = nil }
            if let id = person.before?.id { next.people[id] = nil }
            if let after = person.after { next.put(after) }
        }
        for (name, until) in writes.reservations { if let until { next.names[name] = .reserved(until: until) } }
        next.isRecorded = next.isRecorded || writes.game != nil
        return next
    }

    @Test("A verb that is repeated because its answer was lost changes nothing")
    func again() throws {
        let guest = PersonRecord(id: "p-1", name: "Guest", isBot: false, tokenHash: [9])
        let ann = Self.owner("p-1", "Ann")
        let session = StoredSession(tokenHash: [7], device: "a phone", since: 5, seen: 5)
        let game = FinishedGame(
            id: GameID(epoch: "k1", number: 1), room: try #require(RoomName("r")), terms: GameTerms(),
            players: ByStone(x: "p-1", o: "p-2"), result: "x", reason: .resign, moves: [], ended: 9)
        for (verb, before) in [
            (PeopleVerb.claim(Self.account("p-1", "Ann"), device: nil), guest), (.rename("p-1", to: "Bob", at: 1), ann),
            (.giveName("p-1", to: "Bob"), ann), (.addSession(session, of: "p-1"), ann),
            (.endSessions(.all, of: "p-1"), ann), (.deleteAccount("p-1", at: 1), ann), (.record(game), ann),
        ] {
            let records = Self.records(before)
            #expect(try !verb.judge(records).isEmpty, "\(verb.reads)")
            #expect(try verb.judge(Self.after(verb, records)).isEmpty, "\(verb.reads)")
        }
    }

    @Test("A claim turns the guest's token into a session, and refuses names that are taken")
    func claim() throws {
        let guest = PersonRecord(id: "p-1", name: "Guest", isBot: true, tokenHash: [9])
        let claim = PeopleVerb.claim(Self.account("p-1", "Ann"), device: "a phone")
        let ann = try #require(try claim.judge(Self.records(guest)).people.first?.after)
        #expect(ann.participant == Participant(id: "p-1", name: "Ann", isBot: true, isClaimed: true))
        #expect(ann.sessions == [StoredSession(tokenHash: [9], device: "a phone", since: 77, seen: 77)])
        #expect(ann.tokens == [[9]] && ann.names == [NameKey("Ann")])
        let writes = try claim.judge(Self.records(guest, reserved: [NameKey("ANN"): 77]))
        #expect(writes.reservations.count == 1 && writes.reservations.allSatisfy { $0.until == nil })
        #expect(throws: PeopleRefusal.nameTaken) {
            try claim.judge(Self.records(guest, reserved: [NameKey("ann"): 78]))
        }
        #expect(throws: PeopleRefusal.nameTaken) { try claim.judge(Self.records(guest, Self.owner("p-2", "ann"))) }
        #expect(throws: PeopleRefusal.alreadyClaimed) { try claim.judge(Self.records(Self.owner("p-1", "Eve"))) }
        guard case .unavailable? = #expect(throws: PeopleRefusal.self, performing: { try claim.judge(Self.records()) })
        else {
            Issue.record("a participant who is not stored claimed a name")
            return
        }
    }

    @Test("A name stored under an earlier version's key keeps that key until it is changed")
    func keys() throws {
        let old = NameKey(stored: "an earlier key")
        let ann = Self.owner("p-1", "Ann", key: old)
        let other = try #require(
            try PeopleVerb.setPassword(
                PasswordHash(salt: [3], hash: [4], rounds: 16, blockSize: 8, parallelism: 1), of: "p-1", keeping: [1]
            ).judge(Self.records(ann)).people.first?.after)
        #expect(other.names == [old] && other.sessions == ann.sessions)
        let bob = try #require(
            try PeopleVerb.rename("p-1", to: "Bob", at: 1).judge(Self.records(ann)).people.first?.after)
        #expect(bob.names == [NameKey("Bob"), old])
        let writes = try PeopleVerb.deleteAccount("p-1", at: 1).judge(Self.records(bob))
        #expect(Set(writes.reservations.map(\.name)) == [NameKey("Bob"), old])
        #expect(writes.people.first?.before == bob && writes.people.first?.after == nil)
    }

    @Test("A new session is kept, even if all sessions were used at the same time")
    func sessions() throws {
        var records = Self.records(Self.owner("p-1", "Ann"))
        for token in 2...PeopleLimits.sessions + 2 {
            let session = StoredSession(tokenHash: [UInt8(token)], device: nil, since: 1, seen: 1)
            records = try Self.after(.addSession(session, of: "p-1"), records)
            #expect(records.people["p-1"]?.tokens.contains([UInt8(token)]) == true)
        }
        #expect(records.people["p-1"]?.sessions.count == PeopleLimits.sessions)
    }
}
