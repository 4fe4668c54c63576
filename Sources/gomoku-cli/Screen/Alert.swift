/// An event that calls the user back to the terminal.
struct Alert: Equatable {
    enum Kind: String, CaseIterable {
        /// It is the user's turn.
        case turn
        /// The opponent makes an offer.
        case offer
        /// Another participant writes a chat message.
        case chat
        /// Another participant takes a seat at the user's table, or is paired with the user.
        case seat
    }

    let kind: Kind
    /// A sentence, which may contain text from other people.
    let text: String
}

/// A limit on how often chat messages call the user, so that nobody can make a terminal ring all
/// the time. Pure.
struct AlertGate {
    /// The least interval between two calls about chat messages, in milliseconds.
    static let chatMilliseconds = 10_000

    private var lastChat: Int?

    /// Returns whether the alert may call the user at `now`, in milliseconds of the loop's clock.
    mutating func admits(_ alert: Alert, now: Int) -> Bool {
        guard alert.kind == .chat else { return true }
        if let lastChat, now - lastChat < Self.chatMilliseconds { return false }
        lastChat = now
        return true
    }
}
