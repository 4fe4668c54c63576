/// The reason why a race room rejected a delta.
public enum RaceRefusal: Equatable, Sendable {
    /// No race has started, or its countdown runs.
    case notStarted
    /// A start, a change of the terms or a withdrawal during a race.
    case running
    /// The race is over, or this participant's time is up, or all puzzles are done.
    case over
    case notRacing
    /// An end, or a change or start of a race for a class, by someone who has not created the room.
    case notCreator(RaceKey)
    /// An end although no race runs.
    case notRunning
    /// An answer to a puzzle that is not the participant's next one.
    case otherPuzzle(next: String)
    /// A start although the server has no puzzles of that rule.
    case noPuzzles(Rule)
    /// An answer to a puzzle that the server does not have any more.
    case unknownPuzzle

    var code: Code {
        switch self {
        case .notStarted, .notRunning: .noGame
        case .running, .otherPuzzle: .conflict
        case .over: .gameOver
        case .notRacing, .notCreator: .notSeated
        case .noPuzzles, .unknownPuzzle: .notOffered
        }
    }

    /// The key that caused the rejection.
    var key: RaceKey {
        switch self {
        case .running, .noPuzzles: .start
        case .notCreator(let key): key
        case .notRunning: .end
        case .notStarted, .over, .notRacing, .otherPuzzle, .unknownPuzzle: .answer
        }
    }

    var description: String {
        switch self {
        case .notStarted: "The race has not begun. Start it, or wait until the countdown ends."
        case .running: "A race is on. Wait until it is over."
        case .over: "Your race is over. Start another one when everyone has finished."
        case .notRacing: "You do not take part in this race. Join it first."
        case .notCreator:
            "Only the person who has created this room may do that. Open another room for a race of your own."
        case .notRunning: "No race is on. There is nothing to end."
        case .otherPuzzle(let next): "Your next puzzle is \(next). Answer that one."
        case .noPuzzles(let rule): "This server has no puzzles of the rule \(rule.rawValue). Choose another rule."
        case .unknownPuzzle: "This server does not have that puzzle any more. Skip it."
        }
    }
}
