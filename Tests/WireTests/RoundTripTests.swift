import GameState
import Testing
import Wire

/// Tests that each side can read the output of the other, for every message with any contents.
@Suite struct RoundTripTests {
    @Test("Every request survives encoding and parsing", arguments: UInt64(1)...200)
    func requestsComeBackAsTheyWere(seed: UInt64) throws {
        var messages = RandomMessages(seed: seed)
        var types: Set<String> = []
        for index in 0..<RandomMessages.requests {
            let request = messages.request(index)
            #expect(try Request(request.message.json) == request, "\(request.text)")
            types.insert(try #require(JSONParser.parse(request.message.json)["type"]?.string))
        }
        // Each type of request occurs once.
        #expect(types.count == RandomMessages.requests)
        #expect(throws: Malformed.self) { try Request(Array(#"{"type":"none of these"}"#.utf8)) }
    }

    @Test("Every notice survives encoding and parsing", arguments: UInt64(1)...200)
    func noticesComeBackAsTheyWere(seed: UInt64) throws {
        var messages = RandomMessages(seed: seed)
        var types: Set<String> = []
        for index in 0..<RandomMessages.notices {
            let notice = messages.notice(index)
            #expect(try Notice(notice.json) == notice, "\(String(decoding: notice.json, as: UTF8.self))")
            types.insert(try #require(JSONParser.parse(notice.json)["type"]?.string))
        }
        #expect(types.count == RandomMessages.notices)
    }

    /// A snapshot does not contain the revision of each key, but the keys and the room's revision.
    @Test("A state's keys, values and revision survive encoding and parsing")
    func statesKeepTheirKeysAndRevision() throws {
        var state = SharedState()
        for step in 0..<40 {
            state.apply(Delta(changes: [.init("k\(step % 7)", step % 5 == 0 ? nil : .number("\(step)"))]))
            let snapshot = Notice.Snapshot(
                room: .lobby, kind: .lobby, epoch: "k", state: state, own: nil, participants: [], host: nil, chat: [])
            guard case .snapshot(let read) = try Notice(Notice.snapshot(snapshot).json) else {
                Issue.record("the parsed notice is not a snapshot")
                return
            }
            func values(_ state: SharedState) -> [String: JSON] {
                Dictionary(uniqueKeysWithValues: state.values.map { ($0.key, $0.value) })
            }
            #expect(values(read.state) == values(state) && read.state.rev == state.rev)
        }
    }
}
