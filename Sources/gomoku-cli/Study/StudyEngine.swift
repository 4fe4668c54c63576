import GameState

/// The server's analysis of the position on the screen: the question and the newest answer. Pure.
///
/// The messages `analyse` and `analysis` are written and read here.
struct StudyEngine {
    /// A position to analyse.
    struct Question: Equatable {
        let rule: Rule
        let board: Board
        let turn: Stone

        /// Returns the request as it goes over the wire.
        func text(id: String) -> String {
            func stones(_ stone: Stone) -> JSON {
                .array(board.size.points.filter { board[$0] == stone }.map { .string($0.cell) })
            }
            return JSON.object([
                .init("type", .string("analyse")), .init("id", .string(id)), .init("rule", .string(rule.rawValue)),
                .init("size", JSON(board.size.side)), .init("turn", .string(turn.rawValue)),
                .init("x", stones(.x)), .init("o", stones(.o)), .init("lines", JSON(StudyEngine.lines)),
                .init("milliseconds", JSON(StudyEngine.milliseconds)),
            ]).description
        }
    }

    /// The number of lines to ask for, and the time of the search.
    static let lines = 3, milliseconds = 5_000
    /// The least time between two questions, in milliseconds, so that a walk through the tree does
    /// not ask for each of its nodes.
    static let pause = 250

    private(set) var isOn = false
    /// Whether the engine looks at the position as if it were the other side's move.
    private(set) var isFlipped = false
    /// The question that the server has, with the id of its request.
    private(set) var asked: (id: String, question: Question)?
    private(set) var answer: Answer?
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
    func lacks(_ question: Question) -> Bool { isOn && asked?.question != question }

    mutating func sent(_ question: Question, id: String, now: Int) {
        (asked, answer, failure, nextAt) = ((id, question), nil, nil, now + Self.pause)
    }

    /// Notes that a question could not be sent, because the connection is not ready.
    mutating func postpone(now: Int) { nextAt = now + Self.pause }

    /// Takes an answer of the server, unless it belongs to another question.
    mutating func take(_ answer: Answer) {
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

    /// Returns the request that stops an analysis.
    static func stop(id: String) -> String {
        JSON.object([
            .init("type", .string("analyse")), .init("id", .string(id)), .init("stop", .bool(true)),
        ]).description
    }
}

extension StudyEngine {
    /// The message `analysis`.
    struct Answer: Equatable {
        struct Line: Equatable {
            let cell: Point
            /// The chance of the side to move to win, in percent.
            let chance: Double?
            let moves: [Point]
            /// Whether a proof belongs to the line.
            let isProven: Bool
        }

        /// A claim with a proof that the server has checked.
        struct Claim: Equatable {
            enum Kind: Equatable {
                case wins
                case loses(Point)
                /// All points that may hold; none if every move loses.
                case onlyHold([Point])
            }

            let kind: Kind
            /// The means of the win: `fours`, `threats` or `any`.
            let means: String
            /// The greatest number of the winner's moves.
            let moves: Int?
            let line: [Point]
        }

        /// The greatest numbers of lines, claims and moves of a line that are kept.
        private static let linesLimit = 5, claimsLimit = 8, movesLimit = 100

        let id: String
        let depth: Int
        let isDone: Bool
        let lines: [Line]
        let claims: [Claim]

        /// The beginning of the message, by which it is recognized before it is parsed.
        private static let beginning = Array("{\"type\":\"analysis\"".utf8)

        /// Parses a frame of the server. Nil if it is another message.
        init?(_ text: [UInt8]) {
            guard text.starts(with: Self.beginning), let json = try? JSONParser.parse(text),
                let id = json["id"]?.string
            else { return nil }
            self.id = id
            depth = json["depth"]?.integer ?? 0
            isDone = json["done"]?.bool ?? false
            lines = (json["lines"]?.array ?? []).prefix(Self.linesLimit).compactMap(Self.line)
            claims = (json["claims"]?.array ?? []).prefix(Self.claimsLimit).compactMap(Self.claim)
        }

        private static func line(_ json: JSON) -> Line? {
            guard let cell = json["cell"]?.string.flatMap({ Point(cell: $0) }) else { return nil }
            return Line(
                cell: cell, chance: percent(json["chance"]), moves: points(json["line"]), isProven: json["proof"] != nil
            )
        }

        private static func claim(_ json: JSON) -> Claim? {
            let kind: Claim.Kind
            switch json["kind"]?.string {
            case "wins": kind = .wins
            case "loses":
                guard let point = json["point"]?.string.flatMap({ Point(cell: $0) }) else { return nil }
                kind = .loses(point)
            case "only-hold": kind = .onlyHold(points(json["points"]))
            default: return nil
            }
            return Claim(
                kind: kind, means: json["means"]?.string ?? "", moves: json["moves"]?.integer,
                line: points(json["line"]))
        }

        private static func points(_ json: JSON?) -> [Point] {
            (json?.array ?? []).prefix(movesLimit).compactMap { $0.string.flatMap { Point(cell: $0) } }
        }

        private static func percent(_ json: JSON?) -> Double? {
            guard case .number(let text) = json, let number = Double(text), (0...100).contains(number) else {
                return nil
            }
            return number
        }
    }
}
