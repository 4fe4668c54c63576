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
        case .full(let limit): "This server has \(limit) rooms open already. Try again later."
        case .exhausted: "This server has no place for new rooms just now. Join one that is there, or come back later."
        case .tooManyMade(let limit):
            "You have made \(limit) rooms, and they are in use. Leave some, and try again in a minute."
        case .busy: "Too many want to enter \(room) just now. Try again in a moment."
        case .unreadable(let why): "The room \(room) cannot be read just now: \(why)"
        case .elsewhere: "The room \(room) is moving to another server. Try again in a moment."
        case .otherKind(let kind):
            "The room \(room) is of kind \"\(kind.rawValue)\". Join it as that, or choose another name."
        }
    }
}
