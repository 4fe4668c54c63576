/// A queue of frames to write, oldest first. The first frame is stored separately, so that the
/// usual case (one frame per turn) allocates nothing.
struct Outbox {
    private var first: Frame?
    private var rest: [Frame] = []
    /// The number of frames at the start of `rest` that have been removed.
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

    /// The capacity that is kept when the queue is empty, in frames. A larger one is freed.
    private static let keptCapacity = 8
}
