import GameState

/// A reason to refuse a chat message.
enum SayRefusal: CodedError, Equatable {
    case inLobby
    /// The operator has muted the participant; nil means without a time limit.
    case muted(retryAfter: Int?)
    case nothing
    case tooManyBytes(limit: Int)
    /// Too many combining marks on one character.
    case tooManyMarks(limit: Int)
    case tooManyCharacters(limit: Int)
    case tooMuch(retryAfter: Int)

    var code: Code {
        switch self {
        case .inLobby: .readOnly
        case .muted: .muted
        case .nothing: .badMessage
        case .tooManyBytes, .tooManyMarks, .tooManyCharacters: .tooLarge
        case .tooMuch: .rateLimited
        }
    }

    var retryAfter: Int? {
        switch self {
        case .tooMuch(let milliseconds): milliseconds
        case .muted(let milliseconds): milliseconds
        default: nil
        }
    }

    var description: String {
        switch self {
        case .inLobby: "Nobody can talk in the lobby. Join a room to talk."
        case .muted: "The operator does not let you talk here."
        case .nothing: "There is nothing to say in that."
        case .tooManyBytes(let limit): "A chat line may have \(limit) bytes."
        case .tooManyMarks(let limit): "A character may have \(limit) marks on it."
        case .tooManyCharacters(let limit): "A chat line may have \(limit) characters."
        case .tooMuch: "You are saying too much at once. Wait a moment."
        }
    }
}
