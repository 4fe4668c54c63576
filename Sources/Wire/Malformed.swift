import GameState

/// The reason why a frame is not a valid request. The server answers with `error`, or with `reject`
/// if the frame was a delta.
public struct Malformed: CodedError, Equatable {
    /// The delta to reject, if its room and id could be read.
    public struct Target: Equatable, Sendable {
        public let room: RoomName
        public let id: String
        public let rejection: Rejection
    }

    public var code: Code { .badMessage }
    /// A message for people that explains the problem and the remedy.
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
