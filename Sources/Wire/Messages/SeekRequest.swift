import GameState

extension Request {
    /// "I look for an opponent."
    public struct SeekRequest: Message {
        public static let type: StaticString = "seek"
        public let id: String?
        public let terms: SeekTerms
        /// Whom one wants to meet.
        public let range: RatingRange

        public init(id: String?, terms: SeekTerms, range: RatingRange = .any) {
            self.id = id
            self.terms = terms
            self.range = range
        }

        public init(_ fields: Fields) throws(BadMember) {
            id = fields.id
            terms = try SeekTerms(fields)
            range = try fields.wordIfAny("rating", ["1300-1700"]) { RatingRange($0) } ?? .any
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            for member in terms.members {
                writer.name(member.name)
                writer.value(member.value)
            }
            if range != .any { writer.member("rating", range.description) }
        }
    }
}

extension SeekTerms {
    /// The game that is looked for; what is left out is as usual.
    init(_ fields: Fields) throws(BadMember) {
        self.init()
        if let rule = try fields.wordIfAny("rule", Rule.allCases.map(\.rawValue), { Rule(rawValue: $0) }) {
            self.rule = rule
        }
        if let opening = try fields.wordIfAny("opening", Opening.allCases.map(\.rawValue), { Opening(rawValue: $0) }) {
            self.opening = opening
        }
        guard opening.isPlayed(under: rule) else {
            throw BadMember(
                "opening",
                "The opening \(opening.rawValue) is not played under \(rule.rawValue). Choose another one.")
        }
        clock = try fields.wordIfAny("clock", ["300+5", "600/5x30"]) { ClockSetting($0) }
        if let allows = try fields.wordIfAny("takebacks", ["yes", "no"], { ["yes": true, "no": false][$0] }) {
            allowsTakebacks = allows
        }
        switch fields["size"] {
        case nil, .null: break
        case .some(let value):
            guard let size = Digits.number(value).flatMap({ BoardSize($0) }) else {
                throw BadMember("size", "\"size\" must be \"13\", \"15\", \"17\", \"19\" or \"20\".")
            }
            self.size = size
        }
        isRated = try fields.flag("rated")
        guard !isRated || clock != nil else {
            throw BadMember(
                "clock",
                "A rated game has a clock. Add one, such as \"clock\":\"300+5\", or look for an unrated game.")
        }
    }
}
