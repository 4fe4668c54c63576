/// The reason why a race room rejected a delta.
public enum RaceRefusal: Equatable, Sendable {
    /// No race has started, or its countdown runs.
    case notStarted
    /// A start, a change of the terms or a withdrawal during a race.
    case running
    /// The race is over, or this participant's time is up, or all puzzles are done.
    case over
    case notRacing
    /// An answer to a puzzle that is not the participant's next one.
    case otherPuzzle(next: String)
    /// A start although the server has no puzzles of that rule.
    case noPuzzles(Rule)
    /// An answer to a puzzle that the server does not have any more.
    case unknownPuzzle

    var code: Code {
        switch self {
        case .notStarted: .noGame
        case .running, .otherPuzzle: .conflict
        case .over: .gameOver
        case .notRacing: .notSeated
        case .noPuzzles, .unknownPuzzle: .notOffered
        }
    }

    /// The key that caused the rejection.
    var key: RaceKey {
        switch self {
        case .running, .noPuzzles: .start
        case .notStarted, .over, .notRacing, .otherPuzzle, .unknownPuzzle: .answer
        }
    }

    var description: String {
        switch self {
        case .notStarted: "The race has not begun. Start it, or wait until the countdown ends."
        case .running: "A race is on. Wait until it is over."
        case .over: "Your race is over. Start another one when everyone has finished."
        case .notRacing: "You do not take part in this race. Join it first."
        case .otherPuzzle(let next): "Your next puzzle is \(next). Answer that one."
        case .noPuzzles(let rule): "This server has no puzzles of the rule \(rule.rawValue). Choose another rule."
        case .unknownPuzzle: "This server does not have that puzzle any more. Skip it."
        }
    }
}
