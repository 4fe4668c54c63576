import Client
import GameState
import TestSupport
import Wire

@testable import gomoku_cli

/// A model connected to a real room, which produces the server's messages.
struct Table {
    var room: Room
    var model: PlayModel
    private var mirror: RoomMirror
    private var counter = 0
    /// The accepted deltas since the table was made.
    var history: [AcceptedDelta] = []
    /// The alerts since the table was made.
    var alerts: [Alert] = []
    static let ann = Participant(id: ParticipantID("p-ann"), name: "Ann")
    static let bob = Participant(id: ParticipantID("p-bob"), name: "Bob")

    init(
        mode: PlayModel.Mode = .play, width: Int = 80, height: Int = 24, bob: Participant = Table.bob,
        words: any Words = EnglishWords(), link: String = "http://127.0.0.1:8080/?room=lunch"
    ) {
        let name = RoomName("lunch")!
        room = Room(name: name, kind: .gomoku, epoch: "k1", host: Self.ann.id)
        model = PlayModel(mode: mode, room: name, link: link, words: words)
        mirror = RoomMirror(room: name)
        model.screen = .init(width: width, height: height)
        model.status = .online
        model.me = Self.ann
        hear(
            .snapshot(
                .init(
                    room: name, kind: .gomoku, epoch: "k1", state: room.state, own: nil, participants: [Self.ann, bob],
                    host: Self.ann.id, chat: [])))
    }

    /// Delivers a message of the server.
    mutating func hear(_ notice: Notice) {
        guard let message = try? Notice(notice.json) else { preconditionFailure("the server's own text") }
        let change = mirror.apply(message)
        let before = AlertSituation(model)
        model.apply(change, mirror: mirror)
        if let alert = model.alert(after: change, from: before) { alerts.append(alert) }
    }

    /// Sends a participant's delta to the room. Returns the rejection, or nil if it was accepted.
    @discardableResult
    mutating func change(_ delta: Delta, by participant: Participant, now: Int? = nil) -> Rejection? {
        counter += 1
        let request = DeltaRequest(room: room.name, id: "t\(counter)", delta: delta)
        switch room.judge(request, by: participant.id, now: now ?? counter) {
        case .accepted(let accepted):
            history.append(accepted)
            hear(.delta(room: room.name, accepted, scope: .shared, again: false))
            return nil
        case .again: return nil
        case .rejected(let rejection): return rejection
        }
    }

    /// Makes an automatic event happen in the room.
    mutating func happen(_ event: Room.Event) {
        counter += 1
        guard let accepted = room.apply(event, now: counter) else { return }
        hear(.delta(room: room.name, accepted, scope: .shared, again: false))
    }

    /// Presses Ann's keys. Immediately applies the deltas that they send.
    @discardableResult
    mutating func press(_ keys: [Key], now: Int = 0) -> [PlayModel.Effect] {
        var effects: [PlayModel.Effect] = []
        for key in keys {
            let made = model.press(key, now: now)
            for case .send(let delta) in made { change(delta, by: Self.ann) }
            effects += made
        }
        return effects
    }

    @discardableResult
    mutating func type(_ text: String, now: Int = 0) -> [PlayModel.Effect] {
        press(text.map { $0 == "\n" ? .enter : .character($0) }, now: now)
    }

    /// Starts a game in which Ann plays X and Bob plays O, with these moves.
    mutating func start(_ moves: String = "") {
        change(model.game.newGame(GameTerms(rule: .freestyle), seats: .init(x: Self.ann.id, o: nil)), by: Self.ann)
        change(model.game.taking(.o, by: Self.bob.id), by: Self.bob)
        for (number, name) in moves.split(separator: " ").enumerated() {
            play(String(name), by: number % 2 == 0 ? Self.ann : Self.bob)
        }
    }

    mutating func play(_ name: String, by participant: Participant) {
        guard let point = model.game.size.point(named: name) else { preconditionFailure("a point") }
        change(model.game.moving(to: point), by: participant)
    }

    func picture(isUnicode: Bool = true, now: Int = 0) -> String {
        PlayScreen.draw(model, isUnicode: isUnicode, now: now).picture
    }
}
