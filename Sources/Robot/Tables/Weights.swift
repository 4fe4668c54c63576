import GameState

/// The numbers the evaluation and the ordering of moves are made of.
struct Weights: Sendable {
    static func of(_ rule: Rule, x: Bool) -> Weights { Weights() }

    private static let lineToMove: [Int] = [0, 0, 1, 2, 3, 8, 9, 10, 10, 34, 38, 36, 120, 0, 0]
    private static let lineWaiting: [Int] = [0, 0, 1, 2, 3, 7, 8, 9, 8, 22, 25, 22, 60, 0, 0]
    private static let lineOrder: [Int] = [0, 0, 2, 4, 8, 20, 22, 24, 22, 56, 60, 60, 200, 400, 0]
    private static let classOrder: [Int] = [0, 2, 6, 12, 24, 50, 90, 130, 220, 80, 120, 400, 800, 2000, 0, -400]

    func entry(_ patterns: [UInt8], cellClass: UInt8) -> CodeEntry {
        var entry = CodeEntry(cellClass: cellClass)
        let rank = Int(cellClass & CellClass.rankMask)
        var order = Self.classOrder[rank]
        for pattern in patterns { order += Self.lineOrder[Int(pattern)] }
        entry.attack = Int16(order)
        entry.defence = Int16(order * 3 / 4)
        if cellClass & CellClass.rankMask != CellClass.forbidden {
            entry.toMove = Int16(patterns.reduce(0) { $0 + Self.lineToMove[Int($1)] })
            entry.waiting = Int16(patterns.reduce(0) { $0 + Self.lineWaiting[Int($1)] })
        }
        return entry
    }
}
