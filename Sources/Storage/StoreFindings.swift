import GameState

/// The result of checking a whole store, with the number of checked records and the faults.
public struct StoreFindings: Sendable {
    /// The number of faults that are described. Further faults are only counted.
    public static let faultsKept = 1_000

    /// An inconsistency in the store.
    public struct Fault: Equatable, Sendable, CustomStringConvertible {
        /// The room, or `nil` for a fault of the whole store.
        public let room: String?
        /// The owner of a private state, or `nil` for the shared state.
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
    /// The number of claimed names.
    public var accounts = 0
    /// The number of finished games.
    public var games = 0
    /// The number of all faults, including those that are not described.
    public private(set) var faultCount = 0
    public private(set) var faults: [Fault] = []

    public init() {}

    public mutating func note(room: String? = nil, owner: String? = nil, rev: Int? = nil, _ what: String) {
        faultCount += 1
        if faults.count < Self.faultsKept { faults.append(Fault(room: room, owner: owner, rev: rev, what: what)) }
    }
}
