import GameState
import Wire

/// The state of a room as JSON text, shared by all clients that join before the next delta. It is
/// cached from the second client on, because most rooms have two clients, and a cached text takes
/// memory.
struct StateText {
    private var rev: Int?
    private var text: [UInt8]?

    /// Returns the text of `state`. Nil for the first request; the caller then writes the text
    /// where it needs it.
    package mutating func text(of state: SharedState) -> [UInt8]? {
        guard rev == state.rev else {
            rev = state.rev
            text = nil
            return nil
        }
        if text == nil { text = state.json }
        return text
    }

    /// Discards the text, because the state has changed.
    package mutating func invalidate() {
        rev = nil
        text = nil
    }
}
