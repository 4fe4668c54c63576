import GameState

extension Request {
    /// "I look for an opponent."
    public struct SeekRequest: Equatable, Sendable {
        public let id: String?
        public let terms: SeekTerms
        /// Whom one wants to meet.
        public let range: RatingRange

        public init(id: String?, terms: SeekTerms, range: RatingRange = .any) {
            self.id = id
            self.terms = terms
            self.range = range
        }
    }

    /// "I take this one."
    public struct Accept: Equatable, Sendable {
        public let id: String?
        /// The number of the seek in its key.
        public let number: Int

        public init(id: String?, number: Int) {
            self.id = id
            self.number = number
        }
    }
}

/// Reads the members of the requests to the lobby.
struct LobbyFields {
    let json: JSON
    /// To be repeated in the answer.
    let id: String?

    func accept() throws(Malformed) -> Request.Accept {
        guard let number = json["seek"]?.string.flatMap({ Seek.number(ofKey: $0) }) else {
            throw Malformed("\"seek\" must be the key of a seek in the room ~lobby, such as \"seek.7\".", id: id)
        }
        return Request.Accept(id: id, number: number)
    }

    func seek() throws(Malformed) -> Request.SeekRequest {
        var terms = SeekTerms()
        if let rule = try text("rule", Rule.allCases.map(\.rawValue), { Rule(rawValue: $0) }) { terms.rule = rule }
        if let opening = try text("opening", Opening.allCases.map(\.rawValue), { Opening(rawValue: $0) }) {
            terms.opening = opening
        }
        guard terms.opening.isPlayed(under: terms.rule) else {
            throw Malformed(
                "The opening \(terms.opening.rawValue) is not played under \(terms.rule.rawValue). Choose another one.",
                id: id)
        }
        terms.clock = try text("clock", ["300+5", "600/5x30"]) { ClockSetting($0) }
        if let allows = try text("takebacks", ["yes", "no"], { ["yes": true, "no": false][$0] }) {
            terms.allowsTakebacks = allows
        }
        switch json["size"] {
        case nil, .null: break
        case .some(let value):
            guard let size = Digits.number(value).flatMap({ BoardSize($0) }) else {
                throw Malformed("\"size\" must be \"13\", \"15\", \"17\", \"19\" or \"20\".", id: id)
            }
            terms.size = size
        }
        switch json["rated"] {
        case nil, .null: break
        case .bool(let flag): terms.isRated = flag
        default: throw Malformed("\"rated\" must be true or false.", id: id)
        }
        guard !terms.isRated || terms.clock != nil else {
            throw Malformed(
                "A rated game has a clock. Add one, such as \"clock\":\"300+5\", or look for an unrated game.", id: id)
        }
        let range = try text("rating", ["1300-1700"]) { RatingRange($0) }
        return Request.SeekRequest(id: id, terms: terms, range: range ?? .any)
    }

    /// The word of that name, read; nil when it is not there.
    private func text<Word>(_ name: String, _ examples: [String], _ read: (String) -> Word?) throws(Malformed) -> Word?
    {
        switch json[name] {
        case nil, .null: return nil
        case .some(let value):
            guard let word = value.string.flatMap(read) else {
                let list = examples.map { "\"\($0)\"" }.joined(separator: ", ")
                throw Malformed("\"\(name)\" must be a text such as \(list), or left out.", id: id)
            }
            return word
        }
    }
}
