import GameState
import Redis
import Storage
import TestSupport
import Testing

@testable import GomokuRedisStore

@Suite("Check of a store in Redis")
struct RedisCheckTests {
    private let directory = TemporaryDirectory()

    private func found(_ driver: Driver) throws -> [String] {
        try RedisCheck(driver.address()).findings.faults.map(\.description)
    }

    /// Changes the store in a way that no server does.
    private func damage(_ driver: Driver, _ words: String...) throws {
        let reader = try RedisReader(driver.address())
        defer { reader.close() }
        _ = try reader.sound(RedisCommand(words.map { Array($0.utf8) }))
    }

    private func log(_ room: String) throws -> String {
        String(decoding: RedisKeys.Room(try #require(RoomName(room))).log, as: UTF8.self)
    }

    @Test("The check finds no faults in a store in use, nor in a closed one")
    func clean() throws {
        let driver = try Driver(.redis, at: directory.path)
        try driver.fill()
        let findings = try RedisCheck(driver.address()).findings
        #expect(findings.faults.map(\.description) == [])
        #expect(findings.rooms == 7 && findings.participants == 1 && findings.deltas > 100)
        try driver.restart()
        #expect(try found(driver) == [])
    }

    @Test("The check finds deltas that are missing, unreadable or impossible")
    func rooms() throws {
        let driver = try Driver(.redis, at: directory.path)
        try driver.fill(games: 1)
        let game = try log("game0")
        let header = game.replacing("r:game0", with: "h:game0", maxReplacements: 1)
        let snapshot = game.replacing("r:game0", with: "s:game0", maxReplacements: 1)
        try damage(driver, "LSET", game, "1", #"[2,"p-eve",1,null,{"x":"p-eve"}]"#)
        #expect(try found(driver).contains { $0.hasPrefix("room game0, revision 2: ") })
        try damage(driver, "LSET", game, "1", #"[3,"p-eve",1,null,{"x":"p-eve"}]"#)
        #expect(
            try found(driver) == [
                "room game0, revision 3: it follows revision 1; the revisions between them are missing"
            ])
        try damage(driver, "LSET", game, "1", "nonsense")
        #expect(try found(driver) == ["room game0: the stored delta cannot be read"])
        try damage(driver, "DEL", game, header, snapshot)
        #expect(try found(driver) == ["room game0: the stored room cannot be read"])
    }

    @Test("The check finds repeated ids and wrong notes about a room")
    func notes() throws {
        let driver = try Driver(.redis, at: directory.path)
        for rev in 1...2 { #expect(try driver.append(Sample.append("r", rev, id: "i\(rev)", chain: 1)) == nil) }
        let log = try log("r")
        let once = String(decoding: RedisTexts.text(Sample.delta(2, id: "i1")), as: UTF8.self)
        try damage(driver, "LSET", log, "1", once)
        #expect(try found(driver) == ["room r, revision 2: its ID occurs twice"])
        let header = log.replacing("r:r", with: "h:r", maxReplacements: 1)
        try damage(driver, "LTRIM", log, "0", "0")
        try damage(driver, "HSET", header, "listed", "1")
        let wrong = "room r: the record of whether it is listed is wrong"
        #expect(try found(driver) == ["room r: its records disagree on whether it is listed", wrong])
        let listed = String(decoding: RedisKeys.Room(try #require(RoomName("r"))).listed, as: UTF8.self)
        try damage(driver, "ZADD", listed, "1", "r")
        #expect(try found(driver) == [wrong])
    }

    @Test(
        "The check finds records of games that are wrong about whether the game was listed",
        arguments: [
            (true, true, []), (false, true, ["room r: its game 1 was unlisted, but is recorded as listed"]),
        ] as [(Bool, Bool, [String])])
    func listedGames(_ isListed: Bool, _ isRecordListed: Bool, _ words: [String]) throws {
        let driver = try Driver(.redis, at: directory.path)
        for append in try Sample.game(isListed: isListed, isRecordListed: isRecordListed) {
            #expect(try driver.append(append) == nil)
        }
        #expect(try found(driver) == words)
    }

    @Test("The check finds wrong ratings and counts, and expects none of deleted accounts")
    func people() throws {
        let driver = try Driver(.redis, at: directory.path)
        for (index, name) in ["Ann", "Bob"].enumerated() {
            let person = Participant(id: ParticipantID("p-\(index)"), name: name)
            #expect(try driver.save(StoredParticipant(participant: person, tokenHash: [UInt8(index)])) == nil)
        }
        for number in 1...RatingRule.gamesOfTwo + 1 {
            let game = Sample.rated("k1", number, at: number, x: "p-0", o: "p-1")
            #expect(try driver.append(Sample.append("r", number, chain: number, finished: game)) == nil)
        }
        #expect(try found(driver) == [])
        try damage(driver, "HINCRBY", "{people}p:p-0", "won", "1")
        #expect(try found(driver) == ["the recorded numbers of games that p-0 has won, lost and drawn are wrong"])
        try damage(driver, "HINCRBY", "{people}p:p-0", "won", "-1")
        try damage(driver, "HSET", "{people}p:p-1", "r:standard:blitz", "1500 350 0.06 5 6")
        #expect(try found(driver) == ["the rating of p-1 for standard, blitz, does not follow from the games"])
        #expect(try driver.forget("p-1") == nil)
        #expect(try found(driver) == [])
        try damage(driver, "DEL", "{people}p:p-0")
        #expect(try found(driver) == ["1 ratings of p-0 are missing"])
    }

    @Test("A deletion interrupted by a killed server is completed in all chats by the next server")
    func leftBehind() throws {
        let driver = try Driver(.redis, at: directory.path)
        let room = try #require(RoomName("r"))
        #expect(try driver.append(Sample.append("r", 1)) == nil)
        let names = ["A\\\"nn", "Bob"]
        for (index, name) in names.enumerated() {
            let by = Participant(id: ParticipantID("p-\(index)"), name: name)
            let line = ChatMessage(by: by, at: index, id: "l\(index)", text: "[\"p-0\",\"A\"", isForSpectators: false)
            #expect(try driver.say(line, in: room) == nil)
        }
        #expect(try driver.load(room)?.chat.map(\.by.name) == names)
        try damage(driver, "SADD", "{people}leaving", "p-0")
        try driver.restart()
        #expect(try driver.heartbeat() == nil)
        let reader = try RedisReader(driver.address())
        defer { reader.close() }
        let end = ContinuousClock.now + .seconds(30)
        while try reader.sound(RedisCommand("SCARD", "{people}leaving")).integer != 0 {
            try #require(.now < end, "a deletion is still unfinished")
            #expect(try driver.heartbeat() == nil)
        }
        let chat = try #require(try driver.load(room)?.chat)
        #expect(chat.map(\.by.name) == ["", "Bob"])
        #expect(chat.map(\.text) == ["[\"p-0\",\"A\"", "[\"p-0\",\"A\""])
    }
}
