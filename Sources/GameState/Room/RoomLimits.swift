/// Limits that many rooms have in common: 32 numbers, kept once.
public final class RoomLimits: Sendable {
    public let limits: Limits

    public init(_ limits: Limits) { self.limits = limits }
}
