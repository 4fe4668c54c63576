import GameState

extension Request {
    /// The request `seek`, which looks for an opponent.
    public struct SeekRequest: Message {
        public static let type: StaticString = "seek"
        public let id: String?
        public let terms: GameTerms
        /// The ratings of acceptable opponents.
        public let range: RatingRange

        public init(id: String?, terms: GameTerms, range: RatingRange = .any) {
            self.id = id
            self.terms = terms
            self.range = range
        }

        public init(_ fields: Fields) throws(BadMember) {
            id = fields.id
            terms = try GameTerms(fields)
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

extension GameTerms {
    /// Reads the terms of a seek. Missing terms have their default values.
    init(_ fields: Fields) throws(BadMember) {
        self.init()
        for field in Field.carried(by: .seek) {
            guard let value = fields[field.rawValue], !value.isNull else { continue }
            guard set(field, member: value) else {
                throw BadMember(
                    field.rawValue, "\"\(field.rawValue)\" must be \(field.expectedMember), or absent.")
            }
        }
        if let conflict { throw BadMember(conflict.field.rawValue, "\(conflict)") }
    }
}
