import GameState
import Wire

/// The requests that the server has not answered yet. The client sends them again, with the same
/// ids, after each reconnection.
public struct ClientOutbox: Equatable, Sendable {
    /// A request whose answer contains its id.
    public enum Request: Equatable, Sendable {
        case delta(DeltaRequest)
        case say(text: String, id: String, room: RoomName)

        public var id: String {
            switch self {
            case .delta(let request): request.id
            case .say(_, let id, _): id
            }
        }

        public var room: RoomName {
            switch self {
            case .delta(let request): request.room
            case .say(_, _, let room): room
            }
        }

        /// The request as it goes over the wire.
        public var text: String {
            switch self {
            case .delta(let request): Wire.Request.delta(request).text
            case .say(let text, let id, let room): Wire.Request.say(.init(room: room, id: id, text: text)).text
            }
        }
    }

    /// The outcome of a request.
    public enum Answer: Equatable, Sendable {
        case accepted
        case refused(Notice.Reason)
    }

    /// The maximum number of unanswered requests.
    public static let limit = 32

    /// The unanswered requests in the order of sending.
    public private(set) var waiting: [Request] = []

    public init() {}

    /// Adds a request. Returns `false` if too many are unanswered.
    public mutating func add(_ request: Request) -> Bool {
        guard waiting.count < Self.limit else { return false }
        waiting.append(request)
        return true
    }

    /// Removes and returns the requests that `message` answers. The notices `deltas` and `snapshot`
    /// may contain answers too.
    public mutating func settle(_ message: Notice, me: ParticipantID?) -> [(Request, Answer)] {
        guard !waiting.isEmpty else { return [] }
        var settled: [(Request, Answer)] = []
        func taken(_ id: String?, _ room: RoomName?, _ answer: Answer) {
            guard let id, let place = waiting.firstIndex(where: { $0.id == id && (room == nil || $0.room == room) })
            else { return }
            settled.append((waiting.remove(at: place), answer))
        }
        switch message {
        case .delta(let change) where change.accepted.by == me: taken(change.accepted.id, change.room, .accepted)
        case .deltas(let backlog):
            for accepted in backlog.deltas where accepted.by == me { taken(accepted.id, backlog.room, .accepted) }
            for line in backlog.resume?.chat ?? [] where line.by.id == me { taken(line.id, backlog.room, .accepted) }
        case .snapshot(let snapshot):
            for line in snapshot.chat where line.by.id == me { taken(line.id, snapshot.room, .accepted) }
        case .said(let said) where said.line.by.id == me: taken(said.line.id, said.room, .accepted)
        case .reject(let reject): taken(reject.id, reject.room, .refused(reject.reason))
        case .error(let error): taken(error.id, nil, .refused(error.reason))
        default: break
        }
        return settled
    }
}
