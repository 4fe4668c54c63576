import GameState

@testable import Client
@testable import Rooms
@testable import Wire

extension Property {
    /// What a client sends is read or refused, and what was read says the same when it is written again.
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
        // Texts that are canonically equivalent are equal to Swift: the bytes are compared as well.
        try ensure(again == request && again.message.json == written, "\(request.text) became \(again.text)")
        try ensure(written.allSatisfy { $0 >= 0x20 }, "a control character in \(written)")
    }

    /// What a server sends, a message a line: no message breaks a client, and its view of the room is always the one of
    /// the room's keys.
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
            switch mirror.take(notice) {
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
        // What is passed over in reading is gone; what was read stays.
        try ensure(again == notice, "\(String(decoding: written, as: UTF8.self)) is read as \(again)")
    }

    /// All that a screen asks.
    private static func look(at view: GameView, of mirror: RoomMirror) {
        let people = [view.seats.x, view.seats.o, person("p-a")].compactMap { $0 }
        for person in people {
            _ = view.rights(of: person)
            _ = mirror.person(person)
        }
        for side in Stone.allCases {
            // A clock is shown at the server's time, which is reckoned.
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
    /// Of what is written down here and so is there.
    var unsafelyKnown: Wrapped {
        guard let self else { preconditionFailure("a constant of a property is none") }
        return self
    }
}
