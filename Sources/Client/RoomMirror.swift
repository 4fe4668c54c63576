import GameState
import Wire

/// A client's copy of a room. A value without input or output.
///
/// A copy has three properties:
///
/// - Two copies at the same revision have the same state, whatever was repeated or split on the
///   way.
/// - A delta is applied completely or not at all.
/// - A missing delta is always detected.
public struct RoomMirror: Equatable, Sendable {
    /// The part of the room's history to name in a `join`, so that only the rest is sent.
    public typealias Known = Request.Join.Known

    /// The effect of a message.
    public enum Change: Equatable, Sendable {
        /// The message contained nothing new for this room.
        case none
        /// The whole room was replaced.
        case restored
        /// The deltas were applied, in order. `people` tells whether the list of participants was
        /// replaced too.
        case continued([AcceptedDelta], people: Bool)
        /// The private state has changed.
        case own
        case people(joined: [Participant], left: [Participant])
        case said(ChatMessage)
        /// A delta is missing, so the copy cannot be continued. The client must join again with the
        /// current ``RoomMirror/known``.
        case gap
    }

    /// The number of chat messages to keep. The server has its own limit.
    public static let chatLimit = 200
    /// The number of participants whose names are kept after they have left.
    public static let namesLimit = 500

    public let room: RoomName
    /// Whether the copy has received the room's state.
    public private(set) var isKnown = false
    public private(set) var kind = RoomKind.gomoku
    public private(set) var epoch = ""
    public private(set) var state = SharedState()
    /// The participant's private state, with its own revisions.
    public private(set) var own = SharedState()
    /// The participants in the order of first entry, which is the same for all clients.
    public private(set) var participants: [Participant] = []
    public private(set) var host: ParticipantID?
    public private(set) var chat: [ChatMessage] = []
    /// The participants seen in the room, newest last. They provide the names of absent players.
    private var seen: [Participant] = []

    public init(room: RoomName) { self.room = room }

    public var rev: Int { state.rev }

    /// The part of the history to name in a `join`, or `nil` if the copy is empty or cannot be
    /// continued.
    public var known: Known? { isKnown ? Known(rev: rev, epoch: epoch) : nil }

    public func isHere(_ participant: ParticipantID) -> Bool { participants.contains { $0.id == participant } }

    /// Returns a participant who is or was in the room.
    public func person(_ id: ParticipantID) -> Participant? {
        participants.first { $0.id == id } ?? seen.last { $0.id == id }
    }

    /// The copy without the room's state, for a client that keeps the state in a form of its own.
    public var withoutState: RoomMirror {
        var copy = self
        copy.state = SharedState()
        return copy
    }

    /// Makes the next join ask for the whole room, because a join after ``Change/gap`` did not
    /// close the gap.
    public mutating func discard() { isKnown = false }

    /// Applies a message of the server.
    public mutating func apply(_ message: Notice) -> Change {
        switch message {
        case .snapshot(let snapshot) where snapshot.room == room: return restore(snapshot)
        case .deltas(let backlog) where backlog.room == room: return catchUp(backlog)
        case .delta(let change) where change.room == room && !change.again:
            switch change.scope {
            case .shared: return applyAll([change.accepted])
            case .own: return applyOwn(change.accepted)
            }
        case .participants(let news) where news.room == room: return updateParticipants(news.joined, news.left)
        case .said(let said) where said.room == room: return addChat(said.line)
        default: return .none
        }
    }

    private mutating func restore(_ snapshot: Notice.Snapshot) -> Change {
        isKnown = true
        kind = snapshot.kind
        epoch = snapshot.epoch
        state = snapshot.state
        own = snapshot.own ?? SharedState()
        host = snapshot.host
        chat = snapshot.chat.suffix(Self.chatLimit)
        arrive(snapshot.participants, seated: snapshot.seated)
        return .restored
    }

    private mutating func catchUp(_ backlog: Notice.Deltas) -> Change {
        guard isKnown else { return .gap }
        if let epoch = backlog.epoch, epoch != self.epoch { return discardWithGap() }
        let change = applyAll(backlog.deltas)
        guard change != .gap, let resume = backlog.resume else { return change }
        own = resume.own ?? SharedState()
        if let lines = resume.chat { chat = lines.suffix(Self.chatLimit) }
        arrive(resume.participants, seated: resume.seated)
        if case .continued(let applied, _) = change { return .continued(applied, people: true) }
        return .continued([], people: true)
    }

    /// Applies deltas in order. Ignores those already applied. A missing delta is a gap.
    private mutating func applyAll(_ deltas: [AcceptedDelta]) -> Change {
        guard isKnown else { return .gap }
        let new = deltas.filter { $0.rev > rev }
        // The server may send any revision. An addition to it could overflow, so the comparison
        // subtracts.
        guard new.enumerated().allSatisfy({ $0.element.rev - rev == 1 + $0.offset }) else { return .gap }
        for accepted in new { state.apply(accepted.delta, rev: accepted.rev) }
        return new.isEmpty ? .none : .continued(new, people: false)
    }

    private mutating func applyOwn(_ accepted: AcceptedDelta) -> Change {
        guard isKnown, accepted.rev - 1 <= own.rev else { return discardWithGap() }
        guard accepted.rev > own.rev else { return .none }
        own.apply(accepted.delta, rev: accepted.rev)
        return .own
    }

    /// Discards the copy, so that the next join asks for the whole room.
    private mutating func discardWithGap() -> Change {
        isKnown = false
        return .gap
    }

    private mutating func arrive(_ people: [Participant], seated: [Participant]) {
        participants = people
        sortByPlace()
        for person in seated { remember(person) }
        for person in people { remember(person) }
    }

    private mutating func updateParticipants(_ joined: [Participant], _ left: [ParticipantID]) -> Change {
        let gone = participants.filter { left.contains($0.id) }
        participants.removeAll { left.contains($0.id) }
        for person in joined {
            if let place = participants.firstIndex(where: { $0.id == person.id }) {
                participants[place] = person
            } else {
                participants.append(person)
            }
            remember(person)
        }
        sortByPlace()
        return .people(joined: joined, left: gone)
    }

    /// Sorts the participants by place, so that a returning participant gets the earlier position
    /// again. Keeps the order of the list if the server sends no places.
    private mutating func sortByPlace() {
        let places = participants.enumerated().map { ($0.element.place ?? .max, $0.offset, $0.element) }
        participants = places.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    private mutating func remember(_ person: Participant) {
        seen.removeAll { $0.id == person.id }
        seen.append(person)
        if seen.count > Self.namesLimit { seen.removeFirst(seen.count - Self.namesLimit) }
    }

    private mutating func addChat(_ line: ChatMessage) -> Change {
        guard !chat.contains(where: { $0.id == line.id && $0.by.id == line.by.id }) else { return .none }
        chat.append(line)
        if chat.count > Self.chatLimit { chat.removeFirst(chat.count - Self.chatLimit) }
        return .said(line)
    }
}
