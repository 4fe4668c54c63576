import GameState
import GomokuStore
import Storage
import TestSupport
import Testing

@Suite("Joining order in the store")
struct JoiningTests {
    private let directory = TemporaryDirectory()
    private let people = ["p-b", "p-a", "p-c"].map { ParticipantID($0) }

    @Test("The newest joining order of a stored room survives a restart", arguments: StoreKind.allCases)
    func newest(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        let room = try #require(RoomName("r"))
        let other = try #require(RoomName("other"))
        #expect(try driver.append(Sample.append("r", 1)) == nil)
        #expect(try driver.append(Sample.append("other", 1)) == nil)
        #expect(try driver.storeOrder([people[0]], in: room) == nil)
        #expect(try driver.storeOrder(people, in: room) == nil)
        #expect(try driver.storeOrder([people[2]], in: room, epoch: "k0") == nil, "for a purged room of the same name")
        #expect(try driver.storeOrder(people, in: try #require(RoomName("none"))) == nil)
        try driver.restart()
        #expect(try driver.load(room)?.order == people)
        #expect(try driver.load(other)?.order == [])
        #expect(try driver.load(try #require(RoomName("none"))) == nil)
    }

    @Test("A purged room loses its joining order", arguments: StoreKind.thatForget)
    func purged(_ kind: StoreKind) throws {
        let driver = try Driver(kind, at: directory.path)
        let room = try #require(RoomName("r"))
        #expect(try driver.append(Sample.append("r", 1)) == nil)
        #expect(try driver.storeOrder(people, in: room) == nil)
        #expect(try driver.purge(Retention(unchangedBefore: .max)) == 1)
        #expect(try driver.append(Sample.append("r", 1)) == nil)
        #expect(try driver.load(room)?.order == [])
    }
}
