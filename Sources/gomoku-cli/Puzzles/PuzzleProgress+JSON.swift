import GameState
import Puzzles

/// The stored form, which is that of the page (web-static/puzzles/record.js).
extension PuzzleProgress {
    /// Parses a stored record. Nil if the text is no JSON object. Each damaged member gets the
    /// value of a new record.
    ///
    /// - Parameters:
    ///   - seed: the seed if the text has none.
    ///   - today: the current day. A stored last day after tomorrow comes from a wrong clock. It is
    ///     dropped, because the streak could not grow until then.
    init?(_ text: [UInt8], seed: UInt32, today: PuzzleDay) {
        guard let json = try? JSONParser.parse(text), json.members != nil else { return nil }
        self.init(seed: json["seed"]?.integer.flatMap { UInt32(exactly: $0) } ?? seed)
        rating = json["rating"].flatMap { Glicko2.Rating($0) } ?? .start
        let places = (json["from"]?.members ?? []).compactMap { member -> Place? in
            let number = Self.count(member.value)
            return number > 0 ? Place(key: member.name, number: number) : nil
        }
        self.places = places.suffix(Self.placeLimit)
        let ids = (json["done"]?.string ?? "").split(separator: " ").map(String.init)
        done = ids.filter(PuzzleID.isID).suffix(Self.doneLimit)
        reviews = (json["reviews"]?.array ?? []).compactMap(Self.review).suffix(Self.reviewLimit)
        if let days = json["days"] {
            self.days.last = days["last"]?.string.flatMap { PuzzleDay($0) }.flatMap { $0 <= today + 1 ? $0 : nil }
            self.days.count = Self.count(days["count"])
            self.days.best = Self.count(days["best"])
            let helped = (days["helped"]?.array ?? []).compactMap(\.string)
            self.days.helped = helped.filter(PuzzleID.isID).suffix(Rule.allCases.count)
        }
        bestStreak = Self.count(json["best"]?["streak"])
        bestSprint = Self.count(json["best"]?["sprint"])
        rule = json["rule"]?.string.flatMap(Rule.init(rawValue:)) ?? .freestyle
    }

    private static func count(_ json: JSON?) -> Int { min(max(0, json?.integer ?? 0), countLimit) }

    private static func review(_ json: JSON) -> Review? {
        guard let id = json["id"]?.string, PuzzleID.isID(id), let step = json["step"]?.integer,
            intervals.indices.contains(step), let due = json["due"]?.string.flatMap({ PuzzleDay($0) })
        else { return nil }
        return Review(id: id, step: step, due: due)
    }

    /// The record as JSON.
    var text: String {
        let reviews = reviews.map { review in
            JSON.object([
                .init("id", .string(review.id)), .init("step", JSON(review.step)),
                .init("due", .string("\(review.due)")),
            ])
        }
        let days = JSON.object([
            .init("last", .string(days.last.map { "\($0)" } ?? "")), .init("count", JSON(days.count)),
            .init("best", JSON(days.best)), .init("helped", .array(days.helped.map { .string($0) })),
        ])
        return JSON.object([
            .init("rating", rating.json), .init("seed", JSON(seed)),
            .init("from", .object(places.map { .init($0.key, JSON($0.number)) })),
            .init("done", .string(done.joined(separator: " "))), .init("reviews", .array(reviews)),
            .init("days", days),
            .init("best", .object([.init("streak", JSON(bestStreak)), .init("sprint", JSON(bestSprint))])),
            .init("rule", .string(rule.rawValue)),
        ]).description
    }
}
