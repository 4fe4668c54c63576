import GameState
import Nodes
import Wire

/// The cursors of the participants in an analysis room. They are in memory only, and clients see
/// the newest place of each, at most once per ``milliseconds``.
final class RoomCursors {
    /// The time in which moves of cursors are collected before they are sent, in milliseconds.
    static let milliseconds = 100

    private var places: [ParticipantID: CursorPlace] = [:]
    private var moved: Set<ParticipantID> = []
    /// The group of the connection that moved first since the last ``news(in:)``.
    private var group = ""
    private var timer: (any OneShotTimer)?

    /// Moves a participant's cursor. Without a node, the cursor disappears.
    ///
    /// - Parameter group: The group of the connection that moves it (``ClientConnection/group``).
    /// - Returns: Whether this is the first move since the last ``news(in:)``.
    func move(_ participant: ParticipantID, to place: CursorPlace, by group: String) -> Bool {
        guard places[participant] != place else { return false }
        if place.node == nil { guard places.removeValue(forKey: participant) != nil else { return false } }
        if place.node != nil { places[participant] = place }
        defer { moved.insert(participant) }
        if moved.isEmpty { self.group = group }
        return moved.isEmpty
    }

    /// Starts the timer after which the moves are sent.
    ///
    /// - Parameter make: Makes the timer.
    func schedule(_ make: () -> any OneShotTimer) {
        let timer = timer ?? make()
        timer.schedule(afterMilliseconds: Self.milliseconds)
        self.timer = timer
    }

    /// Returns the cursors that have moved since the last call, with the group that caused the
    /// message, or `nil` if there are none.
    func news(in room: RoomName) -> (notice: Notice, group: String)? {
        defer { moved = [] }
        return Self.notice(moved.map { ($0, places[$0] ?? CursorPlace(node: nil)) }, room).map { ($0, group) }
    }

    /// Returns all cursors, for a participant who has just joined, or `nil` if there are none.
    func all(in room: RoomName) -> Notice? { Self.notice(places.map { ($0.key, $0.value) }, room) }

    private static func notice(_ cursors: [(ParticipantID, CursorPlace)], _ room: RoomName) -> Notice? {
        guard !cursors.isEmpty else { return nil }
        return .cursors(.init(room: room, cursors: cursors.sorted { $0.0.text < $1.0.text }))
    }
}
