/// An open seek as the room `~lobby` shows it, under ``Seek/key``.
public struct ListedSeek: Equatable, Sendable {
    public let by: Participant
    public let rating: Int
    public let terms: SeekTerms
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
        guard let id = json["by"]?.string, let terms = SeekTerms(json) else { return nil }
        by = Participant(
            id: ParticipantID(id), name: json["name"]?.string ?? id, isBot: json["bot"]?.bool ?? false,
            isClaimed: json["claimed"]?.bool ?? false)
        rating = json["rating"]?.integer ?? Seeker.unrated
        self.terms = terms
        range = json["range"]?.string.flatMap { RatingRange($0) } ?? .any
    }
}

extension SeekTerms {
    /// As the lobby lists them: everything but a clock that is not there.
    public var members: [JSON.Member] {
        var members = [JSON.Member("rule", .string(rule.rawValue))]
        if let clock { members.append(.init("clock", .string(clock.description))) }
        return members + [
            .init("opening", .string(opening.rawValue)), .init("size", .string(String(size.side))),
            .init("takebacks", .string(allowsTakebacks ? "yes" : "no")), .init("rated", .bool(isRated)),
        ]
    }

    /// Reads what ``members`` writes; nil where a word is not known.
    public init?(_ json: JSON) {
        guard let rule = json["rule"]?.string.flatMap({ Rule(rawValue: $0) }) else { return nil }
        self.init(rule: rule, allowsTakebacks: json["takebacks"]?.string != "no", isRated: json["rated"]?.bool ?? false)
        if let text = json["clock"]?.string {
            guard let clock = ClockSetting(text) else { return nil }
            self.clock = clock
        }
        if let text = json["opening"]?.string {
            guard let opening = Opening(rawValue: text) else { return nil }
            self.opening = opening
        }
        if let value = json["size"] {
            guard let size = Digits.number(value).flatMap({ BoardSize($0) }) else { return nil }
            self.size = size
        }
    }
}
