/// The limits of many rooms. Rooms share one object because a copy of 32 numbers in each would
/// waste memory.
public final class RoomLimits: Sendable {
    public let limits: Limits

    public init(_ limits: Limits) { self.limits = limits }
}
