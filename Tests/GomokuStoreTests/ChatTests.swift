import GameState
import GomokuStore
import Storage
import TestSupport
import Testing

@Suite("Chat in the store")
struct ChatTests {
    private let directory = TemporaryDirectory()

    private static func line(_ number: Int) -> ChatMessage {
        let by = Participant(
            id: ParticipantID("p-\(number % 2)"), name: number == 3 ? "\"\0" : "Ann", isBot: number % 2 == 1)
        return ChatMessage(
            by: by, at: 1_000 + number, id: "c\(number)", text: "\(number) \0\"\u{1F600}", isForSpectators: number == 4)
    }

    @Test(
        "The newest chat messages of a stored room survive a restart, and older ones are dropped",
        arguments: StoreKind.allCases)
    func newest(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        let room = try #require(RoomName("r"))
        let other = try #require(RoomName("other"))
        #expect(try driver.append(Sample.append("r", 1)) == nil)
        #expect(try driver.append(Sample.append("other", 1)) == nil)
        for number in 1...5 { #expect(try driver.say(Self.line(number), in: room) == nil) }
        #expect(try driver.say(Self.line(9), in: room, epoch: "k0") == nil, "for a purged room of the same name")
        #expect(try driver.say(Self.line(9), in: try #require(RoomName("none"))) == nil)
        try driver.restart()
        #expect(try driver.load(room)?.chat == (3...5).map(Self.line))
        #expect(try driver.load(other)?.chat == [])
        #expect(try driver.load(try #require(RoomName("none"))) == nil)
    }

    @Test("A purged room loses its chat", arguments: StoreKind.thatForget)
    func purged(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        let room = try #require(RoomName("r"))
        #expect(try driver.append(Sample.append("r", 1)) == nil)
        #expect(try driver.say(Self.line(1), in: room) == nil)
        #expect(try driver.purge(Retention(unchangedBefore: .max)) == 1)
        #expect(try driver.append(Sample.append("r", 1)) == nil)
        #expect(try driver.load(room)?.chat == [])
    }
}
