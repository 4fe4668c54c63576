import GameState
import TestSupport
import Testing
import Wire

@testable import GomokuServer
@testable import Rooms

@Suite("Participants of a room")
struct AudienceTests {
    @Test("The cached participant list equals a freshly written one", arguments: [1, 2, 3])
    func participantsText(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var audience = Audience()
        var here: [ClientConnection] = []
        var known: [ClientConnection] = []
        for step in 0..<600 {
            switch random.next() % 8 {
            case 0...4:
                let connection =
                    random.next() % 3 == 0 && !known.isEmpty
                    ? known[Int(random.next() % UInt64(known.count))] : person("p-\(step)", "Name \(step)")
                audience.announce(connection)
                if !here.contains(where: { $0 === connection }) { here.append(connection) }
                known.append(connection)
            case 5 where !here.isEmpty:
                let connection = here[Int(random.next() % UInt64(here.count))]
                connection.participant.name += "!"
                audience.announce(connection)
            default:
                guard !here.isEmpty else { continue }
                audience.remove(here.remove(at: Int(random.next() % UInt64(here.count))))
            }
            var writer = JSONWriter()
            for participant in audience.participants { writer.participant(participant) }
            #expect(audience.participantsText() == writer.bytes, "step \(step)")
        }
    }

    @Test("Each join and each leave is announced once") func news() throws {
        let room = try #require(RoomName("tea"))
        var audience = Audience()
        let (ann, bob) = (person("p-1", "Ann"), person("p-2", "Bob"))
        audience.announce(ann)
        audience.announce(bob)
        guard case .participants(let first) = audience.news(in: room) else {
            Issue.record("nothing was announced")
            return
        }
        #expect(first.joined.map(\.name) == ["Ann", "Bob"] && first.left == [])
        audience.remove(bob)
        guard case .participants(let second) = audience.news(in: room) else {
            Issue.record("nothing was announced")
            return
        }
        #expect(second.joined == [] && second.left == [ParticipantID("p-2")])
        #expect(audience.news(in: room) == nil)
    }

    /// Four participants join, leave and rename between two updates.
    @Test("A client that applies every announcement knows the participants", arguments: [1, 2, 3])
    func newsIsEnough(seed: UInt64) throws {
        let room = try #require(RoomName("tea"))
        var random = SeededRandom(seed: seed)
        var audience = Audience()
        var here: [ClientConnection] = []
        var known: [ParticipantID: String] = [:]
        for step in 0..<3_000 {
            let id = "p-\(random.next() % 4)"
            let place = here.firstIndex { $0.participant.id.text == id }
            switch (random.next() % 3, place) {
            case (0, let place?):
                here[place].participant.name = "Name \(step)"
                audience.announce(here[place])
            case (_, let place?): audience.remove(here.remove(at: place))
            case (_, nil):
                here.append(person(id, "Name \(step)"))
                audience.announce(here[here.count - 1])
            }
            guard random.next() % 3 == 0 else { continue }
            if case .participants(let news) = audience.news(in: room) {
                for gone in news.left { known[gone] = nil }
                for newcomer in news.joined { known[newcomer.id] = newcomer.name }
            }
            let present = here.map { ($0.participant.id, $0.participant.name) }
            #expect(known == Dictionary(uniqueKeysWithValues: present), "step \(step)")
        }
    }

    private func person(_ id: String, _ name: String) -> ClientConnection {
        let unlimited = TokenBucket(burst: 1, perSecond: 0, now: 0)
        let connection = ClientConnection(
            outlet: RecordingOutlet(), credits: unlimited, abuse: unlimited, chat: unlimited)
        connection.participant = Participant(id: ParticipantID(id), name: name)
        return connection
    }
}
