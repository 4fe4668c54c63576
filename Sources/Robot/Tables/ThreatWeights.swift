import GameState

/// The value of both sides' threats together, which is added to the values of single cells.
///
/// A position is classified in several ways, such as the number of the opponent's open fours, or
/// whether a side has a double three. It belongs to one kind in each way. Each kind and each pair
/// of kinds has a weight. `Benchmarks/fit/cells` fits these weights, together with those of the
/// cells, by logistic regression on the robot's games against itself.
enum ThreatWeights {
    /// The number of kinds in each way, in the order of ``Position/threatIndex(_:)``.
    static let ways = [4, 2, 2, 2, 4, 4, 4, 4]

    /// Returns the sums of weights, in eighths of a score point, by ``Position/threatIndex(_:)``.
    static func of(_ rule: Rule) -> [Int16] { freestyle }

    private static let freestyle = table(Weights.numbers(text))

    /// Returns the sum of weights for each combination of kinds.
    ///
    /// - Parameter numbers: the weights by pairs of kinds, as the rows of an upper triangular
    ///   matrix. A pair of a kind with itself stands for the weight of the kind alone.
    static func table(_ numbers: [Int16]) -> [Int16] {
        let kinds = ways.reduce(0, +)
        guard numbers.count == kinds * (kinds + 1) / 2 else {
            return [Int16](repeating: 0, count: Position.threatKinds)
        }
        return (0..<Position.threatKinds).map { index in
            var present: [Int] = []
            var rest = index
            var end = kinds
            for way in ways.reversed() {
                end -= way
                present.insert(end + rest % way, at: 0)
                rest /= way
            }
            var sum = 0
            for (place, a) in present.enumerated() {
                for b in present[place...] { sum += Int(numbers[a * kinds - a * (a - 1) / 2 + b - a]) }
            }
            return Int16(clamping: sum)
        }
    }

    private static let text = #"""
        P4FP00P00P00P6JOmnOoYP4^OlOP7hP2HP1LP0kOoZOncP11P1QP32OknOoNP3MP5NOkHOo9P3EP6QOnfP00P00OnCP0SP17Om_P1VOmAP00P02
        OoSOoAOo7OoTOonP0?P1mP0iOo8OlgP1aP0hOoMOlaOmJP00On9OoBP1FOl5P2DOk7P00OoNOnjOo2P0[OnNOnOOocP3PP0`OmSOkYP2GP0eOmd
        OlKOnIOnUOodOnLOomOn]Oo\P00OoYOomOnbP0<P09P0WOmMP04OoAOoDOo_OoiOniOo<P0IP1KP00P06P1DOn<P3?P2HP02P0COn_OnhOo`P0U
        P2>P0GOocP0DP0mOmAOo;P1MP3ROmVP0JOm;P0jOl\P00P0TOo2On0OoiOoJP00OnCP18P0VOo9OlaP28P0VOnDOlTP0RP00P0>P0CP0GP03Oon
        P0:OoZP01P0WP0@OoDP06P0[P0MP0WOoUP03P0COnOOngOoXP21P0SOoFOlVOo8Oo9OonP0AP2<P0BOnbOmAOncP0;Oo_OocOo6P00On2P1;Ooa
        P07OnUOooP04P0MP1EP0HOn7OoAP0aOonOo@Oo7OolP4FOoKOoSOlXP0<Oo;P0QP04P0:P01P1EOnKOnYOoaP0QP0oP2HP00P00P00P0AP1fP1E
        OnkOn5OolP2JP1lOlnOmjP1bP5]P0VP00P00Oo9OoXP0TP1AP0eP0GOoiOoPOoHP0=P0QP0POoDP00Oo5OndP0@P1;P1RP0WOnoOn<P0UP0`Oo:
        OneOl_P0BOniOnLOo9P14OoLOn9On5P2NP0iOnEOk4OnaP00P00P00P1VP10Oo?OllP1bOoQOn@Oo>Oo:P00P00P1?P06Oo?OnVOnZOoUP05P0g
        P0UP00OogOobP0=P0^Oo9P0@P0RP0ZP0QOnbOoPP0bP1MOodP0IP0kOoHP1OP00P00P00P1NOoeOoSP0YP0IP00P00P1aP0JOoVOnXOoLP00OoV
        Oo^Oo[P0LOm]OlUOocP0mP0IOoJP00P00P00Oo`P00P00OobP00P06
        """#
}
