import GameState

/// A room that a store has read and built, with the facts that the room's value does not contain.
public struct LoadedRoom: Sendable {
    public let room: Room
    /// The server time of creation, in milliseconds since 1970.
    public let created: Int
    /// The newest chat messages, oldest first.
    public let chat: [ChatMessage]
    /// The participants in the order of first entry, as far as the store has them.
    public let order: [ParticipantID]
    /// The server time of the newest shared delta, in milliseconds since 1970, or 0 if the store
    /// has only a snapshot.
    public let newest: Int

    /// Builds the room.
    ///
    /// For an analysis of 20,000 moves this takes tens of milliseconds, so stores call it off the
    /// event loop.
    public init(_ stored: StoredRoom, sharing limits: RoomLimits) throws(ImpossibleGame) {
        room = try Room(stored, sharing: limits)
        created = stored.header.created
        chat = stored.chat
        order = stored.order
        newest = stored.shared.deltas.last?.at ?? 0
    }
}

/// The result of loading a room; `nil` if the room is not stored.
public typealias RoomLoading = Result<LoadedRoom?, StoreFailure>

extension RoomLoading {
    /// Builds a room from what `read` returns, or returns the failure.
    public init(sharing limits: RoomLimits, _ read: () throws -> StoredRoom?) {
        do {
            self = .success(try read().map { stored throws(ImpossibleGame) in try LoadedRoom(stored, sharing: limits) })
        } catch {
            self = .failure(error as? StoreFailure ?? StoreFailure("\(error)"))
        }
    }
}

/// A thread that builds large rooms for a store that has no thread of its own.
///
/// Confined to the loop's thread, except for the work itself.
public protocol RoomBuilder: AnyObject {
    /// Runs `work` on the thread, and then calls `done` with the result on the loop's thread.
    func build(_ work: @escaping @Sendable () -> RoomLoading, _ done: @escaping (RoomLoading) -> Void)
}

/// The size that decides whether a ``RoomBuilder`` builds a room.
public enum RoomSize {
    /// The size from which a room is built on another thread, in bytes as stored. A smaller room
    /// takes the loop about a millisecond, which is less than handing it to another thread and back
    /// under load.
    public static let large = 64 << 10
}
