/// An event that calls the user back to the terminal.
struct Alert: Equatable {
    enum Kind: String, CaseIterable {
        /// The user's turn has begun.
        case turn
        /// The opponent makes an offer.
        case offer
        /// Another participant writes a chat message.
        case chat
        /// Another participant takes a seat at the user's table, or is paired with the user.
        case seat
        /// The user's game ends without an action of the user.
        case end
    }

    let kind: Kind
    /// A sentence, which may contain text from other people.
    let text: String
}

/// A limit on how often chat messages, offers and ends of games call the user, so that other
/// participants cannot make the terminal ring all the time. Pure.
struct AlertGate {
    /// The least interval between two calls for the same limited kind of event, in milliseconds.
    static let milliseconds = 10_000

    private var last: [Alert.Kind: Int] = [:]

    /// Returns whether the alert may call the user at `now`, in milliseconds of the loop's clock.
    mutating func admits(_ alert: Alert, now: Int) -> Bool {
        guard [.chat, .offer, .end].contains(alert.kind) else { return true }
        if let last = last[alert.kind], now - last < Self.milliseconds { return false }
        last[alert.kind] = now
        return true
    }
}
