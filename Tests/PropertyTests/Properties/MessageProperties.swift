import GameState

@testable import Client
@testable import Rooms
@testable import Wire

extension Property {
    /// Messages from clients. A message is read or refused, and a message that was read keeps its
    /// meaning when it is written again.
    static let request = Property("request") { bytes in
        let request: Request
        do throws(Malformed) { request = try Request(bytes) } catch {
            try ensure(!error.description.isEmpty && error.description.utf8.count < 2_000, "a sentence: \(error)")
            try ensure((error.id?.utf8.count ?? 0) <= Limits().idBytes, "an id that is too long is repeated")
            return
        }
        let written = request.message.json
        let again: Request
        do throws(Malformed) { again = try Request(written) } catch {
            throw Violation(description: "\(request.text) is not read again: \(error)")
        }
        // Swift considers canonically equivalent texts equal, so this also compares the bytes.
        try ensure(again == request && again.message.json == written, "\(request.text) became \(again.text)")
        try ensure(written.allSatisfy { $0 >= 0x20 }, "a control character in \(written)")
    }

    /// Messages from servers, one per line. No message breaks a client, and its view of the room
    /// always matches the room's keys.
    static let notice = Property("notice") { bytes in
        let room = RoomName("r").unsafelyKnown
        var mirror = RoomMirror(room: room)
        var view = GameView()
        var clock = ServerClock()
        for line in bytes.split(separator: UInt8(ascii: "\n")).prefix(32) {
            let notice: Notice
            do throws(NoticeFailure) { notice = try Notice(Array(line)) } catch {
                try ensure(!error.description.isEmpty && error.description.utf8.count < 2_000, "a sentence: \(error)")
                continue
            }
            try ensureRoundTrip(notice)
            if case .pong(let pong) = notice {
                clock.measured(sent: pong.at?.integer ?? 0, time: pong.time, now: 1_700_000_000_000)
                _ = clock.time(at: 1_700_000_000_000)
            }
            let before = mirror
            switch mirror.apply(notice) {
            case .restored: view = GameView(state: mirror.state)
            case .continued(let deltas, _):
                for accepted in deltas { view.apply(accepted.delta, state: mirror.state) }
                try ensure(mirror.rev == before.rev + deltas.count, "revisions have no gap")
            case .none: try ensure(mirror == before, "nothing is new, and something has changed")
            case .gap: try ensure(mirror.state == before.state, "a gap changes what is known")
            case .own, .people, .said: try ensure(mirror.state == before.state, "the room's state changes")
            }
            try ensure(view == GameView(state: mirror.state), "the view of increments is another than the whole one")
            try ensure(mirror.chat.count <= RoomMirror.chatLimit, "the chat grows")
            look(at: view, of: mirror)
        }
    }

    private static func ensureRoundTrip(_ notice: Notice) throws {
        let written = notice.json
        guard let again = try? Notice(written) else {
            throw Violation(description: "\(String(decoding: written, as: UTF8.self)) is not read again")
        }
        // The reader may skip unknown parts, but must keep everything that it has read.
        try ensure(again == notice, "\(String(decoding: written, as: UTF8.self)) is read as \(again)")
    }

    /// Computes everything that a screen needs.
    private static func look(at view: GameView, of mirror: RoomMirror) {
        let people = [view.seats.x, view.seats.o, person("p-a")].compactMap { $0 }
        for person in people {
            _ = view.rights(of: person)
            _ = mirror.person(person)
        }
        for side in Stone.allCases {
            // A screen shows a clock at the estimated server time.
            for now in [0, 1_700_000_000_000, ServerClock.possible.upperBound] {
                _ = view.clock?.remaining(of: side, at: now)
            }
        }
        _ = view.clock?.deadline
        _ = view.offer
        _ = view.turn
    }
}

extension Optional {
    /// The value of an optional that comes from a constant and is never nil.
    var unsafelyKnown: Wrapped {
        guard let self else { preconditionFailure("a constant of a property is none") }
        return self
    }
}
