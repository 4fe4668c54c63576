import GameState
import Wire

/// A room as a client knows it. A value without input or output.
///
/// Its laws: whoever has applied revision r has the same state at r, whatever arrived twice or in which pieces; a
/// delta is applied whole or not at all; a gap is never papered over.
public struct RoomMirror: Equatable, Sendable {
    /// What a `join` must say so that only what is missing comes.
    public typealias Known = Request.Join.Known

    /// What a message did.
    public enum Change: Equatable, Sendable {
        /// Nothing that is new here.
        case none
        /// Everything was replaced.
        case restored
        /// These deltas were applied, in order, and `people` tells whether the list of who is here came anew.
        case continued([AcceptedDelta], people: Bool)
        /// The private state changed.
        case own
        case people(joined: [Participant], left: [Participant])
        case said(ChatLine)
        /// Something is missing: what is known cannot be continued. Join again, with ``RoomMirror/known`` as it is now.
        case gap
    }

    /// Chat lines that are kept; the server keeps its own number.
    public static let chatLimit = 200
    /// People whose names are remembered after they have left.
    public static let namesLimit = 500

    public let room: RoomName
    /// Whether anything was told yet.
    public private(set) var isKnown = false
    public private(set) var kind = RoomKind.gomoku
    public private(set) var epoch = ""
    public private(set) var state = SharedState()
    /// The participant's own state, with revisions of its own.
    public private(set) var own = SharedState()
    /// Who is here, in the order in which they first came, which is the same for everybody.
    public private(set) var participants: [Participant] = []
    public private(set) var host: ParticipantID?
    public private(set) var chat: [ChatLine] = []
    /// Everybody who was seen here, the newest last: a seat whose holder is away still has a name.
    private var seen: [Participant] = []

    public init(room: RoomName) { self.room = room }

    public var rev: Int { state.rev }

    /// For `join`; nil when nothing is known, or when what is known cannot be continued.
    public var known: Known? { isKnown ? Known(rev: rev, epoch: epoch) : nil }

    public func isHere(_ participant: ParticipantID) -> Bool { participants.contains { $0.id == participant } }

    /// Somebody who is here or was.
    public func person(_ id: ParticipantID) -> Participant? {
        participants.first { $0.id == id } ?? seen.last { $0.id == id }
    }

    /// Lets the next join ask for everything: what came after ``Change/gap`` did not close it.
    public mutating func forget() { isKnown = false }

    /// Takes in a message of the server.
    public mutating func take(_ message: Notice) -> Change {
        switch message {
        case .snapshot(let snapshot) where snapshot.room == room: return restore(snapshot)
        case .deltas(let backlog) where backlog.room == room: return catchUp(backlog)
        case .delta(let change) where change.room == room && !change.again:
            switch change.scope {
            case .shared: return applyAll([change.accepted])
            case .own: return applyOwn(change.accepted)
            }
        case .participants(let news) where news.room == room: return meet(news.joined, news.left)
        case .said(let said) where said.room == room: return hear(said.line)
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
        if let epoch = backlog.epoch, epoch != self.epoch { return lose() }
        let change = applyAll(backlog.deltas)
        guard change != .gap, let resume = backlog.resume else { return change }
        own = resume.own ?? SharedState()
        if let lines = resume.chat { chat = lines.suffix(Self.chatLimit) }
        arrive(resume.participants, seated: resume.seated)
        if case .continued(let applied, _) = change { return .continued(applied, people: true) }
        return .continued([], people: true)
    }

    /// Deltas in order: those already known are passed over, a missing one makes a gap.
    private mutating func applyAll(_ deltas: [AcceptedDelta]) -> Change {
        guard isKnown else { return .gap }
        let new = deltas.filter { $0.rev > rev }
        // A server may say any number: none is added to.
        guard new.enumerated().allSatisfy({ $0.element.rev - rev == 1 + $0.offset }) else { return .gap }
        for accepted in new { state.apply(accepted.delta, rev: accepted.rev) }
        return new.isEmpty ? .none : .continued(new, people: false)
    }

    private mutating func applyOwn(_ accepted: AcceptedDelta) -> Change {
        guard isKnown, accepted.rev - 1 <= own.rev else { return lose() }
        guard accepted.rev > own.rev else { return .none }
        own.apply(accepted.delta, rev: accepted.rev)
        return .own
    }

    /// Nothing that is known can be continued: the next join asks for everything.
    private mutating func lose() -> Change {
        isKnown = false
        return .gap
    }

    private mutating func arrive(_ people: [Participant], seated: [Participant]) {
        participants = people
        sortByPlace()
        for person in seated { remember(person) }
        for person in people { remember(person) }
    }

    private mutating func meet(_ joined: [Participant], _ left: [ParticipantID]) -> Change {
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

    /// Who comes back has its old place again; a server that tells no places has told its order.
    private mutating func sortByPlace() {
        let places = participants.enumerated().map { ($0.element.place ?? .max, $0.offset, $0.element) }
        participants = places.sorted { ($0.0, $0.1) < ($1.0, $1.1) }.map(\.2)
    }

    private mutating func remember(_ person: Participant) {
        seen.removeAll { $0.id == person.id }
        seen.append(person)
        if seen.count > Self.namesLimit { seen.removeFirst(seen.count - Self.namesLimit) }
    }

    private mutating func hear(_ line: ChatLine) -> Change {
        guard !chat.contains(where: { $0.id == line.id && $0.by.id == line.by.id }) else { return .none }
        chat.append(line)
        if chat.count > Self.chatLimit { chat.removeFirst(chat.count - Self.chatLimit) }
        return .said(line)
    }
}
