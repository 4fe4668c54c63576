/// An open seek as the room `~lobby` shows it, under ``Seek/key``.
public struct ListedSeek: Equatable, Sendable {
    public let by: Participant
    public let rating: Int
    public let terms: GameTerms
    /// Whom the seeker wants to meet.
    public let range: RatingRange

    public init(_ seek: Seek) {
        by = seek.seeker.participant
        rating = seek.seeker.rating
        terms = seek.terms
        range = seek.range
    }

    /// The key's value.
    public var json: JSON {
        let who: [JSON.Member] = [
            .init("by", .string(by.id.text)), .init("name", .string(by.name)), .init("bot", .bool(by.isBot)),
        ]
        let claimed: [JSON.Member] = by.isClaimed ? [.init("claimed", .bool(true))] : []
        let ranges: [JSON.Member] = range == .any ? [] : [.init("range", .string(range.description))]
        return .object(who + claimed + [.init("rating", JSON(rating))] + terms.members + ranges)
    }

    /// Reads the key's value; nil when it is none.
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
    /// As the lobby lists them: everything but a clock that is not there.
    public var members: [JSON.Member] { members(.seek) }

    func members(_ carrier: Field.Carrier) -> [JSON.Member] {
        Field.carried(by: carrier).compactMap { field in member(field).map { .init(field.rawValue, $0) } }
    }

    /// Reads what ``members`` writes; nil where there is no rule, or a word is not known.
    public init?(_ json: JSON) {
        self.init()
        guard json[Field.rule.rawValue] != nil else { return nil }
        for field in Field.carried(by: .seek) {
            if let value = json[field.rawValue], !set(field, member: value) { return nil }
        }
    }
}
