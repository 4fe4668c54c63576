import GameState

/// The numbers the evaluation and the ordering of moves are made of: four a combination of line patterns.
///
/// They were fitted to games the robot played against itself: `toMove` and `waiting` by logistic regression on the
/// results blended with the scores of the searches, `attack` and `defence` by softmax regression on the moves chosen.
/// Values of a cell are eighths of a score point; orders are hundredths of a natural logarithm.
struct Weights: Sendable {
    let toMove: [Int16]
    let waiting: [Int16]
    let attack: [Int16]
    let defence: [Int16]
    /// What having the move is worth by itself.
    let tempo: Int

    /// Score points times this.
    static let scale = 8

    /// Combinations of four of ``LinePattern/count`` patterns, order left out.
    static let combinations = 3060

    init(_ text: String) {
        let numbers = Self.numbers(text)
        func table(_ index: Int) -> [Int16] {
            let start = index * Self.combinations
            guard numbers.count >= start + Self.combinations else {
                return [Int16](repeating: 0, count: Self.combinations)
            }
            return Array(numbers[start..<start + Self.combinations])
        }
        toMove = table(0)
        waiting = table(1)
        attack = table(2)
        defence = table(3)
        tempo = numbers.last.map(Int.init) ?? 0
    }

    /// Reads what the fit wrote: three characters a number, six bits each from `0` on, offset by 2^17.
    static func numbers(_ text: String) -> [Int16] {
        var numbers: [Int16] = []
        numbers.reserveCapacity(text.utf8.count / 3)
        var number = 0
        var digits = 0
        for byte in text.utf8 where byte >= 48 {
            number = number << 6 | Int(byte - 48)
            digits += 1
            if digits == 3 {
                numbers.append(Int16(clamping: number - 1 << 17))
                digits = 0
                number = 0
            }
        }
        return numbers
    }

    func entry(_ combination: Int, cellClass: UInt8) -> CodeEntry {
        CodeEntry(
            toMove: toMove[combination], waiting: waiting[combination], attack: attack[combination],
            defence: defence[combination], cellClass: cellClass)
    }

    private static let freestyle = Weights(FreestyleWeights.text)

    static func of(_ rule: Rule, x: Bool) -> Weights { freestyle }
}
