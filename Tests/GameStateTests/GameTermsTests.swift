import GameState
import TestSupport
import Testing

@Suite("Game terms")
struct GameTermsTests {
    private typealias Field = GameTerms.Field

    /// Returns random terms of every kind, including contradictory ones.
    private static func random(using chance: inout SeededRandom) -> GameTerms {
        var terms = GameTerms()
        for field in Field.allCases {
            let clocks = ["60+1", "300+5", "0/5x30", "604800+3600"]
            guard let text = (field.form == .clock ? clocks : field.values).randomElement(using: &chance) else {
                continue
            }
            let isSet = terms.set(field, to: text)
            #expect(isSet && terms[field] == text, "\(field) \(text)")
        }
        if Bool.random(using: &chance) { terms.clock = nil }
        return terms
    }

    @Test("Terms survive every way of writing and reading them", arguments: 0..<50)
    func roundTrips(_ round: Int) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var chance = SeededRandom(seed: seed)
        let terms = Self.random(using: &chance)
        let note = Comment(rawValue: "seed \(seed): \(terms)")
        var texts = GameTerms()
        var values = GameTerms()
        for field in Field.allCases {
            guard let text = terms[field] else { continue }
            let isRead = texts.set(field, to: text)
            let isTaken = values.set(field, field.form == .number ? .number(text) : .string(text))
            #expect(isRead && isTaken, note)
        }
        #expect(texts == terms && values == terms, note)
        let said = GameTerms { field in terms.value(of: field).map { .string($0) } }
        #expect(said == terms || terms.conflict == .notPlayed(terms.opening, under: terms.rule), note)
        var sought = terms
        sought.isListed = false
        #expect(GameTerms(.object(terms.members)) == sought, note)
    }

    @Test("An unknown value for a term is rejected and changes nothing", arguments: Field.allCases)
    func unknownWords(_ field: GameTerms.Field) {
        var terms = GameTerms(rule: .renju, opening: .rif, clock: ClockSetting("60+1"))
        let before = terms
        let texts = ["", "nonsense", "Yes", "freestyle ", "015", "60+01", "-1"]
        #expect(texts.filter { terms.set(field, to: $0) } == [])
        let values: [JSON] = [.null, .array([]), .object([]), .number("1.5"), .bool(true)]
        #expect(values.filter { terms.set(field, $0) } == [])
        let isSet = terms.set(field, member: field == .rated ? .string("yes") : .bool(true))
        #expect(!isSet && terms == before)
    }

    @Test("A JSON number is accepted only for a term that consists of digits")
    func numbers() {
        var terms = GameTerms()
        let taken = [
            terms.set(.size, .number("19")), terms.set(.clock, .number("60")), terms.set(.size, .number("16")),
        ]
        #expect(taken == [true, false, false] && terms.size.side == 19)
    }

    @Test("Terms that contradict each other report a fault and the term to change")
    func faults() {
        #expect(GameTerms().conflict == nil && GameTerms(clock: ClockSetting("60+1"), isRated: true).conflict == nil)
        #expect(GameTerms(isRated: true).conflict == .ratedWithoutClock)
        for opening in Opening.allCases {
            for rule in Rule.allCases where !opening.isPlayed(under: rule) {
                let fault = GameTerms(rule: rule, opening: opening).conflict
                #expect(fault == .notPlayed(opening, under: rule) && fault?.field == .opening)
            }
        }
        let fault = GameTerms.Fault.notPlayed(.rif, under: .standard)
        #expect("\(fault)" == "The opening rif is not played under the rule standard. Choose another opening.")
    }

    @Test("The table of terms gives the defaults, flags and summaries that commands and the page use")
    func table() {
        let standards: [(Field, String?)] = [
            (.rule, "freestyle"), (.clock, nil), (.opening, "none"), (.size, "15"), (.takebacks, "yes"),
            (.listed, "no"),
            (.rated, "no"),
        ]
        for (field, standard) in standards { #expect(field.standard == standard) }
        let known = standards.map(\.0)
        #expect(
            Field.carried(by: .seek).filter(known.contains) == [.rule, .clock, .opening, .size, .takebacks, .rated])
        #expect(Field.carried(by: .listing).filter(known.contains) == [.rule, .clock, .rated])
        #expect(Field.rated.summary == "yes or no" && Field.rule.summary.hasPrefix("freestyle, standard, "))
        #expect(Rule.allCases.allSatisfy { Field.rule.summary.contains($0.rawValue) })
        #expect(
            Field.opening.summary == "swap, swap2, pro, long-pro; under renju also rif, soosorv-8, taraguchi-10")
        #expect(Field.takebacks.flagWord == "no-takebacks" && Field.rated.flagWord == "rated")
    }
}
