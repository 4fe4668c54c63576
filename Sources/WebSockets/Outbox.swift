/// Frames waiting to be written, oldest first. The first one has a place of its own, so that the usual case (one frame
/// in a turn) allocates nothing.
struct Outbox {
    private var first: Frame?
    private var rest: [Frame] = []
    /// Frames of `rest` that have left.
    private var gone = 0
    private(set) var bytes = 0

    var isEmpty: Bool { first == nil }

    mutating func append(_ frame: Frame) {
        bytes += frame.size
        if first == nil { first = frame } else { rest.append(frame) }
    }

    mutating func popFirst() -> Frame? {
        guard let frame = first else { return nil }
        bytes -= frame.size
        if gone < rest.count {
            first = rest[gone]
            gone += 1
            if gone == rest.count {
                rest.removeAll(keepingCapacity: rest.capacity <= Outbox.keptCapacity)
                gone = 0
            }
        } else {
            first = nil
        }
        return frame
    }

    mutating func removeAll() { self = Outbox() }

    /// Storage for so many frames is kept when a backlog has left; more is given back.
    private static let keptCapacity = 8
}
