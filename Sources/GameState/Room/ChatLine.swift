/// A line of a room's chat, as it is kept and told.
public struct ChatLine: Equatable, Sendable {
    public var by: Participant
    public let at: Int
    public let id: String
    public let text: String
    /// Said by somebody who watched a rated game: not for the players while one runs.
    public let isForSpectators: Bool

    public init(by: Participant, at: Int, id: String, text: String, isForSpectators: Bool = false) {
        self.isForSpectators = isForSpectators
        self.by = by
        self.at = at
        self.id = id
        self.text = text
    }
}
