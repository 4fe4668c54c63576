import GameState

/// An event in a room that other parts of the server observe.
package enum RoomEvent {
    /// The room has no pending work, so everything it has judged is shown.
    case settled(LiveRoom)
    /// The room was evicted from memory because it was idle, moved or unreadable.
    case closed(RoomName)
}

/// An observer of room events. The daemon has the list of observers.
package protocol RoomObserver: AnyObject {
    func observe(_ event: RoomEvent)
}
