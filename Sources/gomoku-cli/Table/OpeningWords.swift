import Client
import GameState

/// Every sentence about openings.
enum OpeningWords {
    static func name(_ opening: Opening) -> String {
        switch opening {
        case .none: "none"
        case .swap: "Swap"
        case .swap2: "Swap2"
        case .pro: "Pro"
        case .longPro: "Long Pro"
        case .rif: "RIF"
        case .soosorv8: "Soosõrv-8"
        case .taraguchi10: "Taraguchi-10"
        }
    }

    static func rule(_ opening: Opening) -> String {
        switch opening {
        case .none: "Play from the first stone."
        case .swap: "Three stones by one; the other takes a side."
        case .swap2: "Three stones by one; the other takes a side or adds two."
        case .pro: "First stone in the centre, X's second far from it."
        case .longPro: "First stone in the centre, X's second further off."
        case .rif: "Renju: a swap, then two fifth moves to pick from."
        case .soosorv8: "Renju: two swaps, and up to eight fifth moves."
        case .taraguchi10: "Renju: a swap after each stone, or ten fifth moves."
        }
    }

    /// What is awaited, from `who`: a name, or nil for oneself.
    static func awaited(_ game: GameView, from who: String?) -> String? {
        guard let phase = game.phase else { return nil }
        let stone = Words.side(.ofMove(game.moves.count + 1))
        let number = game.moves.count + 1
        switch phase {
        case .place1, .place2, .place3, .place4, .place5:
            let whereTo = area(game).map { " \($0)" } ?? ""
            return who.map { "\($0) places stone \(number) (\(stone))\(whereTo)." }
                ?? "Place stone \(number), \(stone)\(whereTo)."
        case .swap1, .swap2, .swap3, .swap4, .swap5, .side, .sideAgain, .count:
            return who.map { "\($0) chooses how to go on." } ?? "Choose with a digit:"
        case .offer:
            let left = game.openingState.flatMap {
                if case .offer(let remaining) = $0.awaited { remaining } else { nil }
            }
            let count = left.map { $0 == 1 ? "one more fifth move" : "\($0) more fifth moves" } ?? "fifth moves"
            return who.map { "\($0) offers \(count)." } ?? "Offer \(count)."
        case .pick:
            return who.map { "\($0) picks one of the fifth moves." } ?? "Pick a fifth move: play one that is marked."
        case .done: return nil
        }
    }

    /// Where a stone may go; nil where anywhere will do.
    private static func area(_ game: GameView) -> String? {
        guard let opening = game.openingState else { return nil }
        let points = opening.allowedPoints
        guard !points.isEmpty, points.count + game.moves.count < game.size.area else { return nil }
        let center = game.size.center
        let farthest = points.map { max(abs($0.column - center.column), abs($0.row - center.row)) }.max() ?? 0
        if farthest == 0 { return "in the centre" }
        let side = 2 * farthest + 1
        if side < game.size.side { return "within the central \(side)x\(side)" }
        let nearest = points.map { max(abs($0.column - center.column), abs($0.row - center.row)) }.min() ?? 0
        return "outside the central \(2 * nearest - 1)x\(2 * nearest - 1)"
    }

    static func choice(_ choice: OpeningChoice) -> String {
        switch choice {
        case .swap: "take the other side"
        case .stay: "keep your side"
        case .black: "play X"
        case .white: "play O"
        case .more: "two more stones, the other chooses"
        case .ten: "offer ten fifth moves"
        case .fifths(1): "one fifth move"
        case .fifths(let count): "\(count) fifth moves"
        }
    }

    /// Somebody has chosen.
    static func chosen(_ choice: OpeningChoice, by who: String) -> String {
        switch choice {
        case .swap: "\(who) has taken the other side."
        case .stay: "\(who) keeps the side."
        case .black: "\(who) plays X."
        case .white: "\(who) plays O."
        case .more: "\(who) adds two stones; then you choose."
        case .ten: "\(who) offers ten fifth moves."
        case .fifths(let count): "\(who) asks for \(count == 1 ? "one fifth move" : "\(count) fifth moves")."
        }
    }

    static func outside(_ point: String, _ game: GameView) -> String {
        switch game.phase {
        case .offer: "\(point) is the same as a fifth move already offered, as the stones lie."
        case .pick: "\(point) was not offered. Pick one that is marked."
        default: "The opening does not allow \(point): choose a point \(area(game) ?? "that it allows")."
        }
    }
}
