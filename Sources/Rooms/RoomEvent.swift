import GameState

/// What happens in rooms that others may want to know of.
package enum RoomEvent {
    /// All that the room has to show is shown.
    case settled(LiveRoom)
    /// It has left memory: nobody was there for a while, or it cannot be read any more.
    case closed(RoomName)
}

/// Somebody who is told what happens in rooms. The daemon has the list.
package protocol RoomObserver: AnyObject {
    func observe(_ event: RoomEvent)
}
