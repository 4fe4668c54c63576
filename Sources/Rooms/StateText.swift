import GameState
import Wire

/// A room's state as JSON text, made once for all who join before the next delta. It is kept from the second of them on:
/// most rooms are joined by two, and their text is not worth its memory.
struct StateText {
    private var rev: Int?
    private var text: [UInt8]?

    /// The text of `state`; nil when nobody has asked for it before, and it may as well be written where it is needed.
    package mutating func text(of state: SharedState) -> [UInt8]? {
        guard rev == state.rev else {
            rev = state.rev
            text = nil
            return nil
        }
        if text == nil { text = state.json }
        return text
    }

    /// The state has changed.
    package mutating func forget() {
        rev = nil
        text = nil
    }
}
