import GameState

/// What was looked at when a whole store was read through, and what is not as it must be.
public struct StoreFindings: Sendable {
    /// Faults that are described; more are only counted.
    public static let faultsKept = 1_000

    /// Something that is not as it must be.
    public struct Fault: Equatable, Sendable, CustomStringConvertible {
        /// Nil: the store as a whole.
        public let room: String?
        /// Whose private state; nil: the shared state.
        public let owner: String?
        public let rev: Int?
        public let what: String

        public var description: String {
            let place = [
                room.map { "room \($0)" }, owner.map { "private state of \($0)" }, rev.map { "revision \($0)" },
            ]
            let text = place.compactMap { $0 }.joined(separator: ", ")
            return text.isEmpty ? what : "\(text): \(what)"
        }
    }

    public var rooms = 0
    public var deltas = 0
    public var participants = 0
    /// Claimed names.
    public var accounts = 0
    /// Finished games.
    public var games = 0
    /// How many faults there are, the ones not kept included.
    public private(set) var faultCount = 0
    public private(set) var faults: [Fault] = []

    public init() {}

    public mutating func note(room: String? = nil, owner: String? = nil, rev: Int? = nil, _ what: String) {
        faultCount += 1
        if faults.count < Self.faultsKept { faults.append(Fault(room: room, owner: owner, rev: rev, what: what)) }
    }
}
