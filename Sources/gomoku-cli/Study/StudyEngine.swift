import GameState
import Wire

/// The server's analysis of the position on the screen: the question and the newest answer. Pure.
struct StudyEngine {
    /// The number of lines to ask for, and the time of the search.
    static let lines = 3, milliseconds = 5_000
    /// The least time between two questions, in milliseconds, so that a walk through the tree does
    /// not ask for each of its nodes.
    static let pause = 250

    private(set) var isOn = false
    /// Whether the engine looks at the position as if it were the other side's move.
    private(set) var isFlipped = false
    /// The question that the server has, with the id of its request.
    private(set) var asked: (id: String, position: Proof.Position)?
    private(set) var answer: Notice.Analysis?
    /// The reason why there is no answer.
    private(set) var failure: String?
    /// The time before which no other question is sent, in milliseconds of the loop's clock.
    private(set) var nextAt = 0

    mutating func toggle() {
        isOn.toggle()
        forget()
        if !isOn { isFlipped = false }
    }

    mutating func flip() {
        isFlipped = isOn ? !isFlipped : true
        isOn = true
        forget()
    }

    /// Forgets the question, so that it is asked anew.
    mutating func forget() { (asked, answer, failure, nextAt) = (nil, nil, nil, 0) }

    /// Returns whether the question has to be asked, now or at ``nextAt``.
    func lacks(_ position: Proof.Position) -> Bool { isOn && asked?.position != position }

    mutating func sent(_ position: Proof.Position, id: String, now: Int) {
        (asked, answer, failure, nextAt) = ((id, position), nil, nil, now + Self.pause)
    }

    /// Notes that a question could not be sent, because the connection is not ready.
    mutating func postpone(now: Int) { nextAt = now + Self.pause }

    /// Takes an answer of the server, unless it belongs to another question.
    mutating func take(_ answer: Notice.Analysis) {
        guard let asked, answer.id == asked.id else { return }
        self.answer = answer
        failure = nil
    }

    /// Takes a refusal of the server. Returns false if it belongs to another request.
    ///
    /// - Parameter retryAt: The time to ask again, or nil not to.
    mutating func fail(_ sentence: String, id: String?, retryAt: Int?) -> Bool {
        guard let asked, id == asked.id else { return false }
        failure = sentence
        answer = nil
        if let retryAt {
            nextAt = retryAt
            self.asked = nil
        }
        return true
    }

    /// Returns the request for the analysis of a position.
    static func request(_ position: Proof.Position, id: String) -> Request {
        // The constants are in the ranges of an order, and rooms have no other sizes of boards.
        .analyse(.init(id: id, order: AnalysisOrder(position, lines: lines, milliseconds: milliseconds)))
    }

    /// Returns the request that stops an analysis.
    static func stop(id: String) -> Request { .analyse(.init(id: id, order: nil)) }
}
