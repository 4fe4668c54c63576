import TestSupport
import Testing

@testable import GameState

@Suite("Intents of deltas")
struct IntentTests {
    private struct Source {
        var chance: SeededRandom

        mutating func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &chance) }
        mutating func one<Element>(_ all: [Element]) -> Element { all[number(0...all.count - 1)] }
        mutating func isSo() -> Bool { .random(using: &chance) }
        mutating func point() -> Point { Point(column: number(0...19), row: number(0...19)) }
        mutating func participant() -> ParticipantID { ParticipantID(one(["p-1", "robot:3", "", "é ü", "\u{0}\"x"])) }

        mutating func terms() -> GameTerms {
            var terms = GameTerms()
            for field in GameTerms.Field.allCases {
                let values = field.form == .clock ? ["60+1", "0/5x30"] : field.values
                let text = one(values)
                if isSo() { _ = terms.set(field, to: text) }
            }
            if !terms.opening.isPlayed(under: terms.rule) { terms.opening = .none }
            if terms.clock == nil { terms.isRated = false }
            return terms
        }

        mutating func move() -> Intent.Move {
            var claims = Delta()
            for key in ["line", "result", "reason"] where isSo() { claims[key] = .some(isSo() ? .string("five") : nil) }
            return Intent.Move(number(1...400), column: number(-3...30), row: number(-3...30), claims: claims)
        }

        mutating func intent() -> Intent {
            switch number(0...7) {
            case 0:
                let seats = ByStone<ParticipantID?>(x: isSo() ? participant() : nil, o: isSo() ? participant() : nil)
                return .newGame(.init(number: number(1...9), terms: terms(), seats: seats, specifiesRated: isSo()))
            case 1:
                var seats: [Intent.SeatChange] = []
                for stone in Stone.allCases where isSo() { seats.append(.init(stone, isSo() ? participant() : nil)) }
                return .play(seats: seats, move: seats.isEmpty || isSo() ? move() : nil)
            case 2: return .move(number(1...400), to: point())
            case 3:
                let least = number(0...300)
                return .takeBack(to: least, from: least + number(1...20))
            case 4: return .claim(winner: one([.x, .o, nil]), reason: one(Game.Reason.allCases))
            case 5: return .offer(isSo() ? Offer(one(Offer.Kind.allCases), by: one(Stone.allCases)) : nil)
            case 6: return .choose(one(OpeningChoice.allCases))
            default: return .offerFifth(point())
            }
        }
    }

    @Test("Every intent is parsed back from the delta that it writes", arguments: 0..<200)
    func inverse(_ round: Int) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var source = Source(chance: SeededRandom(seed: seed))
        for _ in 0..<20 {
            let intent = source.intent()
            let note = Comment(rawValue: "seed \(seed): \(intent) as \(intent.delta.changes)")
            #expect(try Intent(intent.delta) == intent, note)
        }
    }

    @Test("Every delta that parses as an intent keeps its meaning when it is written again", arguments: 0..<50)
    func again(_ round: Int) throws {
        let seed = UInt64.random(in: 0 ... .max)
        var chance = SeededRandom(seed: seed)
        let values: [JSON] = ["1", "2", "7", "x", "o", "draw", "resign", "yes", "no", "19", "60+1", "renju", "7,7"].map
        {
            .string($0)
        }
        let keys = GameKey.fixed.map(\.text) + ["col1", "row1", "col2", "row2", "col3", "row3", "col0", "cole", "k"]
        var read = 0
        for _ in 0..<2_000 {
            let delta = Delta(
                changes: (0..<Int.random(in: 1...4, using: &chance)).map { _ in
                    Delta.Change(
                        keys.randomElement(using: &chance)!,
                        Int.random(in: 0..<4, using: &chance) == 0 ? nil : values.randomElement(using: &chance)!)
                })
            guard let intent = try? Intent(delta) else { continue }
            read += 1
            #expect((try? Intent(intent.delta)) == intent, "seed \(seed): \(delta.changes)")
        }
        #expect(read > 0, "seed \(seed)")
    }

    @Test("Every game key has exactly one spelling, and no two keys share one")
    func keys() {
        let all = GameKey.fixed + [.column(1), .row(1), .column(400), .row(123_456_789)]
        #expect(all.allSatisfy { GameKey($0.text) == $0 })
        #expect(Set(all.map(\.text)).count == all.count)
        for text in ["", "col", "col0", "col01", "row-1", "col1234567890", "Game", "xtime", "game ", "colx"] {
            #expect(GameKey(text) == nil, "\(text)")
        }
    }

    @Test("A game key is read from bytes as from a string")
    func keysInBytes() {
        let others = ["", "mov", "mope", "moves", "col0", "rowé"]
        for text in (GameKey.fixed + [.column(7), .row(400)]).map(\.text) + others {
            let bytes = Array(text.utf8)
            #expect(GameKey(bytes.span) == GameKey(text), "\(text)")
        }
        #expect(GameKey("mope") == nil && GameKey("moves") == nil)
    }

    @Test("Only the canonical text of a cell is parsed as a cell")
    func cells() throws {
        let largest = try #require(BoardSize.all.last)
        #expect(largest.points.allSatisfy { Point(cell: $0.cell) == $0 })
        for text in ["", ",", "7", "7,", ",7", "7,7,7", "07,7", "7, 7", "-1,7", "20,0", "0,20", "7.0,7", "h8"] {
            #expect(Point(cell: text) == nil, "\(text)")
        }
    }
}
