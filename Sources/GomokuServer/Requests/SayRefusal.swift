import GameState

/// A reason to refuse a chat message.
enum SayRefusal: CodedError, Equatable {
    /// The lobby and records of puzzles have no chat.
    case withoutChat
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
        case .withoutChat: .readOnly
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
        case .withoutChat: "This room has no chat. Join another room to chat."
        case .muted: "You are muted on this server."
        case .nothing: "The message is empty."
        case .tooManyBytes(let limit): "A chat message can have at most \(limit) bytes. Shorten it."
        case .tooManyMarks(let limit): "A character can have at most \(limit) combining marks. Remove some."
        case .tooManyCharacters(let limit): "A chat message can have at most \(limit) characters. Shorten it."
        case .tooMuch: "You are sending too many chat messages. Wait a moment."
        }
    }
}
