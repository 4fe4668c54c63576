/// A chat message of a room, as it is stored and broadcast.
public struct ChatMessage: Equatable, Sendable {
    public var by: Participant
    public let at: Int
    public let id: String
    public let text: String
    /// Whether a spectator of a rated game wrote the message. Players do not see it while a rated
    /// game runs.
    public let isForSpectators: Bool

    public init(by: Participant, at: Int, id: String, text: String, isForSpectators: Bool = false) {
        self.isForSpectators = isForSpectators
        self.by = by
        self.at = at
        self.id = id
        self.text = text
    }
}
