import TestSupport
import Testing

@testable import GameState

@Suite struct OpeningTests {
    private static let h8 = Point(column: 7, row: 7)

    /// The end of one path through an opening.
    private struct Ending {
        var choices: [OpeningChoice]
        var state: OpeningState
    }

    /// Follows every choice, with a random selection of stones and alternatives. Checks every state
    /// on the way, and returns the ends of all paths.
    private func endings(of state: OpeningState, choices: [OpeningChoice] = [], using generator: inout SeededRandom)
        throws -> [Ending]
    {
        try check(state)
        var next: [(OpeningChoice?, OpeningDecision)] = []
        switch state.awaited {
        case nil: return [Ending(choices: choices, state: state)]
        case .choose(let words): next = words.map { ($0, .choose($0)) }
        case .place: next = [(nil, .place(try #require(state.allowedPoints.randomElement(using: &generator))))]
        case .offer: next = [(nil, .offer(try #require(state.allowedPoints.randomElement(using: &generator))))]
        case .pick(let points): next = points.map { (nil, .pick($0)) }
        }
        return try next.flatMap { choice, decision in
            var after = state
            try after.apply(decision)
            return try endings(of: after, choices: choices + (choice.map { [$0] } ?? []), using: &generator)
        }
    }

    /// Tries every possible decision on this state. Exactly the awaited ones must be accepted, and
    /// the others must change nothing.
    private func check(_ state: OpeningState) throws {
        let allowed = Set(state.allowedPoints)
        var off = [Point(column: -1, row: 0), Point(column: 0, row: state.size.side)]
        // After the end nothing is accepted anywhere, so a few points suffice.
        off += state.size.points.filter { !state.isFinished || $0.column == $0.row }
        for point in off {
            for decision in [OpeningDecision.place(point), .offer(point), .pick(point)] {
                let isAwaited =
                    switch (decision, state.awaited) {
                    case (.place, .place), (.offer, .offer): allowed.contains(point)
                    case (.pick, .pick(let points)): points.contains(point)
                    default: false
                    }
                expect(decision, isTaken: isAwaited, by: state)
            }
        }
        for choice in OpeningChoice.allCases {
            var isAwaited = false
            if case .choose(let words) = state.awaited { isAwaited = words.contains(choice) }
            expect(.choose(choice), isTaken: isAwaited, by: state)
        }
        #expect(
            try OpeningState(state.opening, rule: state.rule, size: state.size, decisions: state.decisions) == state)
        #expect(state.board.count == state.stones.count)
    }

    private func expect(_ decision: OpeningDecision, isTaken: Bool, by state: OpeningState) {
        var after = state
        do throws(OpeningError) {
            try after.apply(decision)
            if !isTaken { Issue.record("\(decision) was accepted in \(state.phase)") }
        } catch {
            if isTaken { Issue.record("\(decision) was refused in \(state.phase)") }
            if after != state { Issue.record("\(decision) was refused and changed the state") }
            if error.code.isEmpty || !error.description.hasSuffix(".") { Issue.record("\(error)") }
        }
    }

    @Test("Every path through an opening ends in a game with the right stones and seats", arguments: Opening.allCases)
    func everyWayThrough(opening: Opening) throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        print("\(opening) seed \(seed)")
        var generator = SeededRandom(seed: seed)
        let rule: Rule = opening.isPlayed(under: .freestyle) ? .freestyle : .renju
        // The number of paths: the choices, multiplied by the alternatives that can be picked.
        let soosorv = 2 * 2 * (1...8).reduce(0, +)
        let ways: [Opening: Int] = [
            .none: 1, .swap: 2, .swap2: 4, .pro: 1, .longPro: 1, .rif: 2 * 2, .soosorv8: soosorv,
            .taraguchi10: 8 * (2 * 2 + 10),
        ]
        let stones: [Opening: Set<Int>] = [
            .none: [0], .swap: [3], .swap2: [3, 5], .pro: [3], .longPro: [3], .rif: [5], .soosorv8: [5],
            .taraguchi10: [5],
        ]
        let endings = try endings(of: OpeningState(opening, rule: rule), using: &generator)
        #expect(endings.count == ways[opening])
        for ending in endings {
            #expect(ending.state.isFinished)
            #expect(stones[opening]?.contains(ending.state.stones.count) == true)
            #expect(ending.state.holder(of: .x) == holderOfX(opening, ending.choices), "\(opening) \(ending.choices)")
            #expect(ending.state.awaitedSeat == ending.state.holder(of: ending.state.nextStone))
            for (index, point) in ending.state.stones.enumerated() {
                #expect(ending.state.board[point] == .ofMove(index + 1))
            }
        }
    }

    /// Derives the holder of X from the choices alone.
    private func holderOfX(_ opening: Opening, _ choices: [OpeningChoice]) -> OpeningState.Seat {
        switch (choices.first, choices.last) {
        case (.more, .black): .first
        case (.more, .white): .second
        case (.black, _): .second
        case (.white, _): .first
        default: choices.count { $0 == .swap }.isMultiple(of: 2) ? .first : .second
        }
    }

    @Test("Openings can be completed on every board size") func everySizeGoesThrough() throws {
        var generator = SeededRandom(seed: 8)
        for size in BoardSize.all {
            for opening in [Opening.longPro, .pro, .rif, .swap2] {
                _ = try endings(of: OpeningState(opening, rule: .renju, size: size), using: &generator)
            }
        }
    }

    /// Counts the allowed points in each phase: an area around the centre, minus the stones in it.
    @Test("Each opening allows exactly its area for each stone", arguments: BoardSize.all)
    func areas(size: BoardSize) throws {
        let all = size.area
        func square(_ side: Int, less stones: Int) -> Int { side * side - stones }
        let expected: [Opening: [OpeningPhase: Int]] = [
            .swap: [.place1: all, .place2: all - 1, .place3: all - 2],
            .swap2: [.place1: all, .place2: all - 1, .place3: all - 2, .place4: all - 3, .place5: all - 4],
            .pro: [.place1: 1, .place2: all - 1, .place3: all - 25],
            .longPro: [.place1: 1, .place2: all - 1, .place3: all - 49],
            .rif: [.place1: 1, .place2: 8, .place3: square(5, less: 2), .place4: all - 3, .offer: all - 4],
            .soosorv8: [.place1: 1, .place2: 8, .place3: square(5, less: 2), .place4: all - 3, .offer: all - 4],
            .taraguchi10: [
                .place1: 1, .place2: 8, .place3: square(5, less: 2), .place4: square(7, less: 3),
                .place5: square(9, less: 4),
            ],
        ]
        let center = size.center
        // Stones in the lower half of the central square without any symmetry, so that every area
        // keeps its shape.
        let next = [center, center.moved(1, 0), center.moved(-1, 1), center.moved(2, 2), center.moved(0, -2)]
        let wide = [center, center.moved(1, 1), center.moved(4, 1)]
        for (opening, areas) in expected {
            var state = try OpeningState(opening, rule: .renju, size: size)
            var seen: Set<OpeningPhase> = []
            while let awaited = state.awaited {
                if let count = areas[state.phase], seen.insert(state.phase).inserted {
                    #expect(state.allowedPoints.count == count, "\(opening) \(state.phase)")
                    for point in state.allowedPoints {
                        let distance = max(abs(point.column - center.column), abs(point.row - center.row))
                        switch (opening, state.phase) {
                        case (.pro, .place3): #expect(distance >= 3)
                        case (.longPro, .place3): #expect(distance >= 4)
                        case (.taraguchi10, let phase):
                            #expect(
                                distance <= [.place1: 0, .place2: 1, .place3: 2, .place4: 3, .place5: 4][phase] ?? 20)
                        default: break
                        }
                    }
                }
                switch awaited {
                case .place:
                    try state.apply(.place((opening == .pro || opening == .longPro ? wide : next)[state.stones.count]))
                case .choose(let words): try state.apply(.choose(words.contains(.more) ? .more : words[0]))
                case .offer: try state.apply(.offer(try #require(state.allowedPoints.first)))
                case .pick(let points): try state.apply(.pick(points[0]))
                }
            }
            #expect(seen.count == areas.count)
        }
    }

    /// The 26 openings: two positions for the second stone, and for each of them thirteen for the
    /// third, up to symmetry.
    @Test("Renju has thirteen direct and thirteen indirect openings") func twentySixOpenings() throws {
        var shapes: [Bool: Set<Set<[Int]>>] = [:]
        var start = try OpeningState(.rif, rule: .renju)
        try start.apply(.place(Self.h8))
        for second in start.allowedPoints {
            var state = start
            try state.apply(.place(second))
            for third in state.allowedPoints {
                let direct = second.column == 7 || second.row == 7
                // A shape is represented by the set of its eight transformations.
                let appearances = (0..<8).map { turn in
                    [second, third].flatMap { point -> [Int] in
                        var (column, row) = (point.column - 7, point.row - 7)
                        if turn & 1 != 0 { column = -column }
                        if turn & 2 != 0 { row = -row }
                        return turn & 4 != 0 ? [row, column] : [column, row]
                    }
                }
                shapes[direct, default: []].insert(Set(appearances))
            }
        }
        #expect(shapes[true]?.count == 13)
        #expect(shapes[false]?.count == 13)
    }

    /// Returns a state of Soosõrv-8 in which the first fifth move is to be offered.
    private func offering(_ names: [String]) throws -> OpeningState {
        var state = try OpeningState(.soosorv8, rule: .renju)
        for (index, name) in names.enumerated() {
            try state.apply(.place(try #require(state.size.point(named: name))))
            if index == 2 { try state.apply(.choose(.stay)) }
        }
        try state.apply(.choose(.fifths(8)))
        try state.apply(.choose(.stay))
        return state
    }

    @Test("A fifth move that is symmetric to one already offered is refused") func symmetricFifthsAreRefused() throws {
        // In column h X is on 8 and 7, and O on 9 and 6. The position is symmetric about the column
        // and about the line between rows 7 and 8.
        var state = try offering(["h8", "h9", "h7", "h6"])
        func point(_ name: String) throws -> Point { try #require(state.size.point(named: name)) }
        try state.apply(.offer(try point("g8")))
        for twin in ["g7", "i8", "i7"] {
            let refused = try point(twin)
            #expect(throws: OpeningError.symmetric(refused, with: try point("g8"))) { try state.apply(.offer(refused)) }
        }
        #expect(throws: OpeningError.self) { try state.apply(.offer(point("g8"))) }
        try state.apply(.offer(try point("i9")))
        #expect(state.offered.count == 2)
        // A point on an axis has one mirror image. Other points have three.
        #expect(state.allowedPoints.count == 15 * 15 - 4 - 4 - 4)

        // Without symmetry only the offered point itself is excluded.
        var free = try offering(["h8", "h9", "i7", "k10"])
        try free.apply(.offer(try point("g8")))
        #expect(free.allowedPoints.count == 15 * 15 - 4 - 1)
        // With four stones on a diagonal, reflection in it is a symmetry. A half turn is none,
        // because it would map X onto O.
        var diagonal = try offering(["h8", "i9", "g7", "j10"])
        try diagonal.apply(.offer(try point("h9")))
        #expect(!diagonal.allowedPoints.contains(try point("i8")))
        #expect(diagonal.allowedPoints.count == 15 * 15 - 4 - 2)
        try diagonal.apply(.offer(try point("h7")))
        #expect(diagonal.allowedPoints.contains(try point("i10")))
        // A half turn about the midpoint of h8 and i7.
        var turned = try offering(["h8", "h9", "i7", "i6"])
        try turned.apply(.offer(try point("g8")))
        #expect(!turned.allowedPoints.contains(try point("j7")))
        #expect(turned.allowedPoints.count == 15 * 15 - 4 - 2)
    }

    @Test("Renju openings are refused under other rules") func renjuOpeningsNeedRenju() {
        for opening in [Opening.rif, .soosorv8, .taraguchi10] {
            for rule in Rule.allCases where rule != .renju {
                #expect(throws: OpeningError.notUnderRule(opening, rule)) { try OpeningState(opening, rule: rule) }
            }
        }
    }

    @Test("An opening awaits the right player at each step") func whoIsAwaited() throws {
        var state = try OpeningState(.swap2, rule: .freestyle)
        var seats: [OpeningState.Seat] = []
        for decision in [
            OpeningDecision.place(Point(column: 0, row: 0)), .place(Point(column: 1, row: 0)),
            .place(Point(column: 2, row: 0)),
            .choose(.more), .place(Point(column: 3, row: 0)), .place(Point(column: 4, row: 0)), .choose(.white),
        ] {
            seats.append(state.awaitedSeat)
            try state.apply(decision)
        }
        #expect(seats == [.first, .first, .first, .second, .second, .second, .first])
        #expect(state.awaitedSeat == .first && state.nextStone == .o)

        var taraguchi = try OpeningState(.taraguchi10, rule: .renju)
        seats = []
        for decision in [
            OpeningDecision.place(Self.h8), .choose(.swap), .place(Self.h8.moved(0, 1)), .choose(.stay),
            .place(Self.h8.moved(1, 1)), .choose(.swap), .place(Self.h8.moved(2, 1)), .choose(.ten),
        ] {
            seats.append(taraguchi.awaitedSeat)
            try taraguchi.apply(decision)
        }
        // The second player takes X after one stone, so O's stone is the first player's. After the
        // third stone the first player takes X back.
        #expect(seats == [.first, .second, .first, .second, .second, .first, .second, .first])
        #expect(taraguchi.awaitedSeat == .first && taraguchi.awaited == .offer(remaining: 10))
    }

    @Test("Every opening choice is parsed from its word") func wordsReadBack() {
        for choice in OpeningChoice.allCases { #expect(OpeningChoice(rawValue: choice.rawValue) == choice) }
        #expect(OpeningChoice(rawValue: "fifths-9") == nil)
        #expect(OpeningChoice.allCases.count == 14)
    }
}

extension Point {
    fileprivate func moved(_ columns: Int, _ rows: Int) -> Point { Point(column: column + columns, row: row + rows) }
}
