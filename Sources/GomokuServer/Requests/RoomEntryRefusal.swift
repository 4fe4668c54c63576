import GameState
import Rooms

/// A reason why a client cannot enter a room, with the room's name as the client sent it.
struct RoomEntryRefusal: CodedError {
    let room: RoomName
    let failure: RoomRegistry.Failure

    var code: Code {
        switch failure {
        case .full, .exhausted: .serverFull
        case .tooManyMade: .tooManyRooms
        case .busy: .busy
        case .unreadable, .elsewhere: .unavailable
        case .otherKind: .otherKind
        }
    }

    var description: String {
        switch failure {
        case .full(let limit): "This server already has \(limit) open rooms. Try again later."
        case .exhausted: "This server cannot open new rooms right now. Join an existing room, or try again later."
        case .tooManyMade(let limit):
            "You have created \(limit) rooms that are still in use. Leave some, and try again in a minute."
        case .busy: "Too many participants are entering \(room) right now. Try again in a moment."
        case .unreadable(let why): "The room \(room) cannot be read right now: \(why)"
        case .elsewhere: "The room \(room) is moving to another server. Try again in a moment."
        case .otherKind(let kind):
            "The room \(room) is of kind \"\(kind.rawValue)\". Join it with that kind, or choose another name."
        }
    }
}
