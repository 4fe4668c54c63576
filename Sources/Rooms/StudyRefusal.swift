import GameState

/// A reason why a participant cannot see an analysis room.
package enum StudyRefusal: CodedError {
    /// The analysis shows the position of a rated game that the participant plays.
    case rated(RoomName)

    package var code: Code { .rated }

    package var description: String {
        switch self {
        case .rated(let room):
            "The analysis \(room) shows a position of your rated game. Open it when the game is over."
        }
    }
}
