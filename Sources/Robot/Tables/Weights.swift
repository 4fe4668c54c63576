import GameState

/// The weights of the evaluation and of move ordering: four numbers per combination of line
/// patterns.
///
/// The weights are fitted to the robot's games against itself. `toMove` and `waiting` come from a
/// logistic regression on the games' results blended with search scores, and are in eighths of a
/// score point. `attack` and `defence` come from a softmax regression on the chosen moves, and are
/// in hundredths of a natural logarithm.
struct Weights: Sendable {
    let toMove: [Int16]
    let waiting: [Int16]
    let attack: [Int16]
    let defence: [Int16]
    /// The value of having the move, in eighths of a score point.
    let tempo: Int

    /// The number of weight units in a score point.
    static let scale = 8

    /// The number of combinations of four out of ``LinePattern/count`` patterns, regardless of
    /// order.
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

    /// Decodes the numbers of a fit. A number has three characters with six bits each, counted from
    /// `0`, and is offset by 2^17.
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
