/// An open seek, as the room `~lobby` shows it under ``Seek/key``.
public struct ListedSeek: Equatable, Sendable {
    public let by: Participant
    public let rating: Int
    public let terms: GameTerms
    /// The ratings of acceptable opponents.
    public let range: RatingRange

    public init(_ seek: Seek) {
        by = seek.seeker.participant
        rating = seek.seeker.rating
        terms = seek.terms
        range = seek.range
    }

    /// The value under ``Seek/key``.
    public var json: JSON {
        let who: [JSON.Member] = [
            .init("by", .string(by.id.text)), .init("name", .string(by.name)), .init("bot", .bool(by.isBot)),
        ]
        let claimed: [JSON.Member] = by.isClaimed ? [.init("claimed", .bool(true))] : []
        let ranges: [JSON.Member] = range == .any ? [] : [.init("range", .string(range.description))]
        return .object(who + claimed + [.init("rating", JSON(rating))] + terms.members + ranges)
    }

    /// Parses the value under ``Seek/key``. Returns `nil` if it is not a seek.
    public init?(_ json: JSON) {
        guard let id = json["by"]?.string, let terms = GameTerms(json) else { return nil }
        by = Participant(
            id: ParticipantID(id), name: json["name"]?.string ?? id, isBot: json["bot"]?.bool ?? false,
            isClaimed: json["claimed"]?.bool ?? false)
        rating = json["rating"]?.integer ?? Seeker.unrated
        self.terms = terms
        range = json["range"]?.string.flatMap { RatingRange($0) } ?? .any
    }
}

extension GameTerms {
    /// The terms as members of a seek. A game without a clock has no `clock` member.
    public var members: [JSON.Member] { members(.seek) }

    func members(_ carrier: Field.Carrier) -> [JSON.Member] {
        Field.carried(by: carrier).compactMap { field in member(field).map { .init(field.rawValue, $0) } }
    }

    /// Parses the form of ``members``. Returns `nil` if the rule is missing or a value is unknown.
    public init?(_ json: JSON) {
        self.init()
        guard json[Field.rule.rawValue] != nil else { return nil }
        for field in Field.carried(by: .seek) {
            if let value = json[field.rawValue], !set(field, member: value) { return nil }
        }
    }
}
