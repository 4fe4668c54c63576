import GameState

/// Why a frame is no request. Answered with `error`, or with `reject` when it was a delta.
public struct Malformed: CodedError, Equatable {
    /// The delta that is rejected, if it was one that said so much of itself.
    public struct Target: Equatable, Sendable {
        public let room: RoomName
        public let id: String
        public let rejection: Rejection
    }

    public var code: Code { .badMessage }
    /// What was wrong and what to do, for a person.
    public let description: String
    /// The `id` of the request, if it had one.
    public let id: String?
    public let target: Target?

    init(_ message: String, id: String? = nil, target: Target? = nil) {
        description = message
        self.id = id
        self.target = target
    }
}
