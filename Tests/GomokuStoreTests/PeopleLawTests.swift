import GRDB
import GameState
import Storage
import TestSupport
import Testing

@testable import GomokuStore

/// Behaviour of all stores with regard to people, in memory and on disk.
@Suite("Laws of stored people")
struct PeopleLawTests {
    private let directory = TemporaryDirectory()

    private func account(_ id: String, _ name: String, since: Int = 77) -> Account {
        let password = PasswordHash(salt: [1], hash: [2, 3], rounds: 16, blockSize: 8, parallelism: 1)
        return Account(participant: ParticipantID(id), name: name, password: password, since: since)
    }

    private func driver(_ kind: StoreKind) throws -> Driver {
        let driver = try Driver(kind, at: directory.path)
        for (index, name) in ["Ann", "Guest 1", "Eve"].enumerated() {
            let person = Participant(id: ParticipantID("p-\(index)"), name: name)
            #expect(try driver.save(StoredParticipant(participant: person, tokenHash: [UInt8(index)])) == nil)
        }
        return driver
    }

    @Test("A name belongs to one participant, and a participant claims one name", arguments: StoreKind.allCases)
    func claim(_ kind: StoreKind) throws {
        let driver = try driver(kind)
        #expect(try driver.account("ann") == nil)
        #expect(try driver.claim(account("p-1", "Ann")) == nil)
        #expect(try driver.claim(account("p-0", "ANN")) == .nameTaken)
        #expect(try driver.claim(account("p-0", "А" + "nn")) == .nameTaken, "a Cyrillic A looks the same")
        #expect(try driver.claim(account("p-1", "Else")) == .alreadyClaimed)
        try driver.restart()
        #expect(try driver.account("aNN") == account("p-1", "Ann"))
        let ann = Participant(id: ParticipantID("p-1"), name: "Ann", isClaimed: true)
        #expect(try driver.participant([1]) == ann)
        #expect(try driver.people([ann.id]) == [ann])
        #expect(
            try driver.save(StoredParticipant(participant: Participant(id: ann.id, name: "Zoe"), tokenHash: [1])) == nil
        )
        #expect(try driver.participant([1]) == ann, "a claimed name is not replaced")
        #expect(try driver.person("ANN")?.since == 77)
        let guest = try #require(try driver.person("p-0"))
        #expect(guest.since == nil && guest.participant.name == "Ann" && !guest.participant.isClaimed)
        #expect(try driver.person("Eve") == nil)
        #expect(try driver.person("p-9") == nil)
    }

    @Test(
        "A participant can be given any name that no other participant has claimed", arguments: StoreKind.allCases)
    func givenNames(_ kind: StoreKind) throws {
        let driver = try driver(kind)
        #expect(try driver.claim(account("p-1", "Ann")) == nil)
        #expect(try driver.claim(account("p-2", "Bob")) == nil)
        #expect(try driver.giveName("p-1", to: "BOB") == .nameTaken)
        #expect(try driver.giveName("p-0", to: "bob") == .nameTaken)
        #expect(try driver.giveName("p-1", to: "ann") == nil, "its own name in another spelling")
        #expect(try driver.giveName("p-1", to: "Zoe") == nil)
        #expect(try driver.giveName("p-0", to: "Guest") == nil)
        try driver.restart()
        #expect(try driver.account("ann") == nil)
        #expect(try driver.account("ZOE") == account("p-1", "Zoe"))
        #expect(try driver.participant([1])?.name == "Zoe")
        #expect(try driver.people([ParticipantID("p-0")]).first?.name == "Guest")
        #expect(try driver.claim(account("p-0", "Ann")) == nil, "the former name is free again")
    }

    @Test(
        "Several tokens belong to one account, and at the limit the least recently used is removed",
        arguments: StoreKind.allCases)
    func sessions(_ kind: StoreKind) throws {
        let driver = try driver(kind)
        #expect(try driver.claim(account("p-1", "Ann")) == nil)
        #expect(try driver.claim(account("p-2", "Bob")) == nil)
        for token in 1...PeopleLimits.sessions {
            #expect(try driver.addSession([9, UInt8(token)], of: "p-1", at: 100 + token) == nil)
        }
        #expect(try driver.addSession([8], of: "p-2") == nil)
        try driver.restart()
        for token in 1...PeopleLimits.sessions { #expect(try driver.participant([9, UInt8(token)])?.id.text == "p-1") }
        #expect(try driver.participant([1]) == nil, "last used at 77")
        #expect(try driver.participant([8])?.id.text == "p-2")
        // A token that is used again stays valid. The time of its last use has a resolution of
        // `seenMilliseconds`.
        let later = 101 + PeopleLimits.seenMilliseconds
        #expect(try driver.sawSession([9, 1], at: later - 1) == nil)
        #expect(try driver.sessions("p-1").first { $0.tokenHash == [9, 1] }?.lastUsed == 101)
        #expect(try driver.sawSession([9, 1], at: later) == nil)
        #expect(try driver.addSession([7], of: "p-1", at: later) == nil)
        #expect(try driver.participant([9, 1])?.id.text == "p-1")
        #expect(try driver.participant([9, 2]) == nil)
    }

    @Test("Sessions are listed and ended, and a new password ends all others", arguments: StoreKind.allCases)
    func signOut(_ kind: StoreKind) throws {
        let driver = try driver(kind)
        #expect(try driver.sessions("p-1").isEmpty)
        #expect(try driver.claim(account("p-1", "Ann")) == nil)
        let first = StoredSession(tokenHash: [1], device: "a device", since: 77, seen: 77)
        #expect(try driver.sessions("p-1") == [first])
        for token in 2...6 { #expect(try driver.addSession([UInt8(token) + 10], of: "p-1", at: token) == nil) }
        #expect(try driver.endSessions(.one([12]), of: "p-1") == nil)
        #expect(try driver.endSessions(.one([13]), of: "p-2") == nil, "another participant's session is not ended")
        try driver.restart()
        #expect(try driver.participant([12]) == nil)
        #expect(try driver.participant([13])?.id.text == "p-1")
        let password = PasswordHash(salt: [4], hash: [5, 6], rounds: 32, blockSize: 4, parallelism: 2)
        #expect(try driver.setPassword(password, of: "p-1", keeping: [13]) == nil)
        try driver.restart()
        #expect(try driver.account("Ann")?.password == password)
        #expect(try driver.sessions("p-1").map(\.tokenHash) == [[13]])
        #expect(try driver.participant([1]) == nil, "the first session is no exception")
        #expect(try driver.endSessions(.all, of: "p-1") == nil)
        #expect(try driver.sessions("p-1").isEmpty)
        #expect(try driver.participant([13]) == nil)
        // Saving the participant with an ended session's token does not make that token valid
        // again.
        let ann = Participant(id: ParticipantID("p-1"), name: "Zoe")
        #expect(try driver.save(StoredParticipant(participant: ann, tokenHash: [13])) == nil)
        #expect(try driver.participant([13]) == nil)
    }

    @Test("A name can be changed once, and its owner keeps the former name too", arguments: StoreKind.allCases)
    func renamed(_ kind: StoreKind) throws {
        let driver = try driver(kind)
        #expect(try driver.rename("p-1", to: "Ann B") == .notClaimed)
        #expect(try driver.claim(account("p-1", "Ann")) == nil)
        #expect(try driver.claim(account("p-2", "Bob")) == nil)
        #expect(try driver.rename("p-1", to: "B O B") == .nameTaken)
        #expect(try driver.rename("p-1", to: "Ann B") == nil)
        try driver.restart()
        #expect(try driver.rename("p-1", to: "Ann C") == .alreadyRenamed)
        for name in ["Ann", "Ann B"] {
            #expect(try driver.account(name)?.name == "Ann B")
            #expect(try driver.person(name)?.participant.id.text == "p-1")
            #expect(try driver.claim(account("p-0", name)) == .nameTaken)
            #expect(try driver.rename("p-2", to: name) == .nameTaken)
        }
        #expect(try driver.participant([1])?.name == "Ann B")
        // Renaming changes only the case of the letters, and the account keeps everything.
        #expect(try driver.rename("p-2", to: "BOB") == nil)
        #expect(try driver.account("bob")?.name == "BOB")
    }

    @Test(
        "A deleted account leaves its games without its name, and nothing else", arguments: StoreKind.allCases)
    func forgotten(_ kind: StoreKind) throws {
        let driver = try driver(kind)
        #expect(try driver.claim(account("p-0", "Ann")) == nil)
        #expect(try driver.claim(account("p-1", "Bob")) == nil)
        #expect(try driver.addSession([9], of: "p-0") == nil)
        let game = Sample.rated("k1", 1, at: 5_000, x: "p-0", o: "p-1")
        #expect(try driver.append(Sample.append("r", 1, id: "end", chain: 1, finished: game)) == nil)
        #expect(try driver.rename("p-0", to: "Ann B") == nil)
        let before = try #require(try driver.game(game.id))
        #expect(before.players.x?.name == "Ann")
        #expect(try driver.forget("p-0") == nil)
        try driver.restart()
        for name in ["p-0", "Ann", "Ann B"] { #expect(try driver.person(name) == nil, "\(name)") }
        for token: [UInt8] in [[0], [9]] { #expect(try driver.participant(token) == nil) }
        #expect(try driver.sessions("p-0").isEmpty && driver.people([ParticipantID("p-0")]).isEmpty)
        #expect(try driver.leaders().map(\.name) == ["Bob"])
        #expect(try driver.rating("p-0", .standard, .blitz, now: 5_000) == .start)
        let after = try #require(try driver.game(game.id))
        #expect(after.game == before.game && after.players.o == before.players.o)
        #expect(after.players.x == .init(id: ParticipantID("p-0"), name: "", rating: 1_500, after: 1_662))
        #expect(try driver.games("Bob")?.map(\.players.x?.name) == [""])
        // A game that ends after the deletion is recorded without a name too.
        let later = Sample.rated("k2", 1, at: 6_000, x: "p-0", o: "p-1")
        #expect(try driver.append(Sample.append("s", 1, id: "end", chain: 1, finished: later)) == nil)
        #expect(try driver.game(later.id)?.players.x?.name == "")
    }

    @Test("The names of a deleted account stay reserved for 90 days", arguments: StoreKind.allCases)
    func reserved(_ kind: StoreKind) throws {
        let driver = try driver(kind)
        // Use a time in the future, because Redis expires reservations by its own clock.
        let now = 4_000_000_000_000
        let later = now + 90 * 86_400_000
        #expect(try driver.claim(account("p-0", "Ann")) == nil)
        #expect(try driver.rename("p-0", to: "Ann B") == nil)
        #expect(try driver.claim(account("p-1", "Bob")) == nil)
        #expect(try driver.forget("p-0", at: now) == nil)
        try driver.restart()
        for name in ["Ann", "a n n", "Ann B"] {
            #expect(try driver.account(name) == nil)
            #expect(try driver.claim(account("p-2", name, since: later - 1)) == .nameTaken)
            #expect(try driver.rename("p-1", to: name, at: later - 1) == .nameTaken)
        }
        #expect(try driver.claim(account("p-2", "Ann", since: later)) == nil)
        #expect(try driver.rename("p-1", to: "Ann B", at: later) == nil)
        try driver.restart()
        #expect(try driver.account("ann")?.participant == "p-2" && driver.account("Bob")?.name == "Ann B")
        // An operator may assign a reserved name.
        #expect(try driver.forget("p-2", at: later) == nil)
        #expect(try driver.giveName("p-1", to: "Ann") == nil)
        try driver.restart()
        #expect(try driver.account("Ann")?.participant == "p-1")
    }

    @Test(
        "A game is recorded and rated exactly once, together with the delta that ended it",
        arguments: StoreKind.allCases)
    func once(_ kind: StoreKind) throws {
        let driver = try driver(kind)
        #expect(try driver.claim(account("p-1", "Bob")) == nil)
        let game = Sample.rated("k1", 1, at: 5_000, x: "p-0", o: "p-1")
        #expect(try driver.append(Sample.append("r", 2, finished: game)) == .moved, "not the next revision")
        #expect(try driver.game(game.id) == nil)
        #expect(try driver.append(Sample.append("r", 1, id: "end", chain: 1, finished: game)) == nil)
        let first = try #require(try driver.game(game.id))
        #expect(first.game == game)
        #expect(first.players.x == .init(id: ParticipantID("p-0"), name: "Ann", rating: 1_500, after: 1_662))
        #expect(first.players.o == .init(id: ParticipantID("p-1"), name: "Bob", rating: 1_500, after: 1_338))
        try driver.restart()
        // First, the delta is sent again after a crash, by a client that got no answer. Then, by
        // mistake, another delta records the same game.
        let again = try driver.append(Sample.append("r", 1, id: "end", chain: 2, finished: game))
        #expect(again == .duplicate(Sample.delta(1, id: "end")))
        #expect(try driver.append(Sample.append("r", 2, chain: 3, finished: game)) == nil)
        #expect(try driver.person("Bob")?.ratings.map(\.rating.games) == [1])
        #expect(try driver.rating("p-1", .standard, .blitz, now: 5_000).points == 1_338)
        #expect(try driver.rating("p-1", .standard, .rapid, now: 5_000) == .start)
        #expect(try driver.rating("p-1", .freestyle, .blitz, now: 5_000) == .start)
        #expect(try driver.games("Bob")?.count == 1)
    }

    @Test(
        "Of the games between two players only five per day change ratings, and no short ones",
        arguments: StoreKind.allCases)
    func overAndOver(_ kind: StoreKind) throws {
        let driver = try driver(kind)
        var rev = 0
        func play(_ x: String, _ o: String, at: Int, moves: Int = RatingRule.leastMoves) throws -> StoredGame? {
            rev += 1
            let game = Sample.rated("k1", rev, at: at, x: x, o: o, moves: moves)
            #expect(try driver.append(Sample.append("r", rev, chain: rev, finished: game)) == nil)
            return try driver.game(game.id)
        }
        for number in 1...20 {
            let short = try play("p-0", "p-1", at: 0, moves: RatingRule.leastMoves - 1)
            #expect(short?.players.x?.after == nil && short?.game.terms.isRated == true, "short game \(number)")
        }
        #expect(try driver.rating("p-0", .standard, .blitz, now: 0).games == 0)
        for number in 1...RatingRule.gamesOfTwo {
            let game = try play(number % 2 == 0 ? "p-0" : "p-1", number % 2 == 0 ? "p-1" : "p-0", at: number)
            #expect(game?.players.x?.after != nil, "game \(number)")
        }
        let before = try driver.rating("p-0", .standard, .blitz, now: 10)
        let further = try #require(try play("p-0", "p-1", at: 10))
        #expect(further.players.x?.after == nil && further.players.o?.rating == nil && further.game.terms.isRated)
        #expect(try driver.rating("p-0", .standard, .blitz, now: 10) == before)
        #expect(try play("p-0", "p-2", at: 11)?.players.x?.after != nil, "a game against another opponent counts")
        // A day after the first game, one more game changes ratings.
        let day = RatingRule.milliseconds
        #expect(try play("p-1", "p-0", at: day)?.players.x?.after == nil)
        #expect(try play("p-1", "p-0", at: day + 1)?.players.x?.after != nil)
        #expect(try play("p-1", "p-0", at: day + 1)?.players.x?.after == nil)
    }

    @Test("A failed commit also discards the game record and the ratings")
    func failedCommit() throws {
        let driver = try driver(.full)
        let game = Sample.rated("k1", 1, at: 5_000, x: "p-0", o: "p-1")
        try driver.durable.pool.writeWithoutTransaction { db in try db.execute(sql: "ALTER TABLE rating RENAME TO away")
        }
        let failure = try driver.append(Sample.append("r", 1, chain: 1, finished: game))
        guard case .unavailable? = failure else {
            Issue.record(
                "the append did not fail although the ratings could not be stored: \(String(describing: failure))")
            return
        }
        try driver.durable.pool.writeWithoutTransaction { db in try db.execute(sql: "ALTER TABLE away RENAME TO rating")
        }
        #expect(try driver.load(#require(RoomName("r"))) == nil)
        #expect(try driver.game(game.id) == nil)
        #expect(try driver.append(Sample.append("r", 1, chain: 2, finished: game)) == nil)
        #expect(try driver.game(game.id) != nil)
        #expect(try driver.rating("p-0", .standard, .blitz, now: 5_000).games == 1)
    }

    @Test("A verb is not stored at all if one of its statements fails")
    func failedStatement() throws {
        let driver = try driver(.full)
        #expect(try driver.claim(account("p-0", "Ann")) == nil)
        // Take the token with which the next account is claimed.
        #expect(try driver.addSession([1], of: "p-0") == nil)
        guard case .unavailable? = try driver.claim(account("p-1", "Bob")) else {
            Issue.record("one token was accepted for two participants")
            return
        }
        #expect(try driver.account("Bob") == nil)
        #expect(try driver.people(["p-1"]) == [Participant(id: "p-1", name: "Guest 1")])
    }

    @Test(
        "A player's games are listed newest first in pages, and those against oneself do not count",
        arguments: StoreKind.allCases)
    func lists(_ kind: StoreKind) throws {
        let driver = try driver(kind)
        let results = ["x", "o", "draw", "x", "x"]
        for number in 1...5 {
            let x = number == 4 ? "p-1" : number == 5 ? "p-2" : "p-0"
            let game = Sample.rated(
                "k1", number, at: number * 1_000, x: x, o: number == 5 ? "p-0" : "p-1", result: results[number - 1])
            #expect(try driver.append(Sample.append("r", number, finished: game)) == nil)
        }
        try driver.restart()
        func numbers(_ games: [StoredGame]?) -> [Int]? { games?.map(\.game.id.number) }
        #expect(try numbers(driver.games("p-1")) == [4, 3, 2, 1])
        #expect(try numbers(driver.games("p-1", limit: 2)) == [4, 3])
        #expect(try numbers(driver.games("p-1", before: 3_000, limit: 2)) == [2, 1])
        #expect(try numbers(driver.games("p-2")) == [5])
        #expect(try driver.games("p-7") == nil)
        #expect(try driver.games("nobody") == nil)
        let one = try #require(try driver.person("p-0"))
        #expect((one.won, one.lost, one.drawn) == (1, 2, 1))
        let two = try #require(try driver.person("p-1"))
        #expect((two.won, two.lost, two.drawn) == (1, 1, 1))
        #expect(two.ratings.map(\.rating.games) == [3])
        #expect(try driver.game(GameID(epoch: "k1", number: 6)) == nil)
    }

    @Test(
        "Leaders have claimed names, and recent games exclude those in rooms with a secret",
        arguments: StoreKind.allCases)
    func leading(_ kind: StoreKind) throws {
        let driver = try driver(kind)
        for (index, name) in ["Ann", "Bob"].enumerated() {
            #expect(try driver.claim(account("p-\(index)", name)) == nil)
        }
        #expect(try driver.leaders().isEmpty)
        #expect(try driver.recentGames() == [])
        // Ann loses four games to Bob. Then Eve, who has no claimed name, wins one. The second game
        // is in a room with a secret.
        let lock = try #require(RoomLock(digest: [UInt8](repeating: 7, count: 32)))
        let secret = try #require(RoomName("tea")).locked(by: lock).key
        for number in 1...5 {
            let game = Sample.rated(
                "k1", number, at: number * 1_000, x: number == 5 ? "p-2" : "p-1", o: "p-0",
                in: number == 2 ? secret : "gone")
            #expect(try driver.append(Sample.append("r", number, finished: game)) == nil)
        }
        try driver.restart()
        let best = try driver.leaders()
        #expect(best.map(\.name) == ["Bob", "Ann"])
        #expect(best.map(\.kept.kind) == Array(repeating: RatingKind(rule: .standard, speed: .blitz), count: 2))
        #expect(best.first?.kept == (try driver.person("Bob")?.ratings.first))
        #expect(try driver.leaders(limit: 1).map(\.name) == ["Bob"])
        #expect(try driver.ranking(from: 0, limit: 9) == best)
        #expect(try driver.ranking(from: 1, limit: 1).map(\.name) == ["Ann"])
        #expect(try driver.ranking(from: 2, limit: 1).isEmpty)
        #expect(try driver.recentGames()?.map(\.game.id.number) == [5, 4, 3, 1])
        #expect(try driver.recentGames(limit: 2)?.map(\.game.id.number) == [5, 4])
    }

    @Test("Game records survive the purge of their room", arguments: StoreKind.thatForget)
    func retention(_ kind: StoreKind) throws {
        let driver = try driver(kind)
        let game = Sample.rated("k1", 1, at: 5_000, x: "p-0", o: "p-1")
        #expect(try driver.append(Sample.append("r", 1, at: 5_000, finished: game)) == nil)
        #expect(try driver.purge(Retention(unchangedBefore: 6_000)) == 1)
        #expect(try driver.load(#require(RoomName("r"))) == nil)
        #expect(try driver.game(game.id)?.game == game)
        #expect(try driver.games("p-0")?.count == 1)
    }
}
