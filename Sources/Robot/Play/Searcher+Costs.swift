import GameState

extension Searcher {
    /// The number of plies that ``SearchResult/pliesToFive`` reports, at least, for a win of
    /// unknown length, such as a win by threats.
    public static let unknownPlies = Score.win - Score.decided

    /// Measures the cost of the basic operations on this machine, in nanoseconds.
    public func costs() -> (makeAndUnmake: Double, winCheck: Double) {
        let rounds = 200_000
        setPosition(moves: [(7, 7), (8, 8), (6, 8), (8, 6), (8, 7), (6, 7)].map { Point(column: $0.0, row: $0.1) })
        var random = SplitMix(seed: 1)
        let cells = (0..<256).map { _ in
            let near = [-3, -2, -1, 1, 2, 3]
            return 105 + 15 * (near.randomElement(using: &random) ?? 1) + Int.random(in: 0..<15, using: &random)
        }.filter { position.stones[$0] == 0 }
        let clock = ContinuousClock()
        let making = clock.measure {
            for round in 0..<rounds {
                position.make(cells[round % cells.count])
                position.unmake()
            }
        }
        var wins = 0
        let checking = clock.measure {
            for round in 0..<rounds {
                let side = round & 1
                if position.classes(side)[cells[round % cells.count]] & CellClass.fiveFlag != 0 { wins += 1 }
            }
        }
        let nanoseconds = { (duration: Duration) in
            (Double(duration.components.seconds) * 1e9 + Double(duration.components.attoseconds) / 1e9) / Double(rounds)
        }
        return (nanoseconds(making), wins < 0 ? 0 : nanoseconds(checking))
    }
}
