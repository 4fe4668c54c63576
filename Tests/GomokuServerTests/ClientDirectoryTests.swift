import Testing

@testable import GomokuServer
@testable import Rooms

@Suite("Connections by participant")
struct ClientDirectoryTests {
    @Test("A participant with several connections counts once, until the last one closes")
    func participants() {
        let server = TestServer()
        let counters = Counters()
        let directory = ClientDirectory(counters: counters)
        let (first, second, other) = (
            server.connection("ann").0, server.connection("ann").0, server.connection("bob").0
        )
        var counts: [Int] = []
        for connection in [first, second, other] {
            directory.add(connection)
            counts.append(counters.participants)
        }
        for connection in [first, second, other] {
            directory.remove(connection)
            counts.append(counters.participants)
        }
        #expect(counts == [1, 1, 2, 2, 1, 0])
    }
}
