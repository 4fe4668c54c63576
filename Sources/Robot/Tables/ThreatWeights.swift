import GameState

/// What the threats of both sides are worth beside what their cells are worth one by one.
///
/// A position is of one kind in each of a few ways (``ways``): how many open fours the opponent threatens, whether
/// somebody has a double three, and so on. Fitted were a number for each kind and one for each two kinds, by logistic
/// regression on the robot's games against itself, with the cells' sum given (`Benchmarks/fit/threats`).
enum ThreatWeights {
    /// How many kinds there are in each way, in the order of ``Position/threatIndex(_:)``.
    static let ways = [4, 2, 2, 2, 4, 4, 4, 4]

    /// The sums, in eighths of a point, by ``Position/threatIndex(_:)``.
    static func of(_ rule: Rule) -> [Int16] { freestyle }

    private static let freestyle = table(Weights.numbers(text))

    /// A row for each kind: what it is worth together with itself and with each kind after it.
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
        P41P00P00P00P5UOnMOoKP4WOl?P7cP22P1HP0ZOooOo=P0oP1BP2TOl`OnoP2`P5ROl;Oo3P2PP6DOngP00P00OnQP0FP18Om_P1FOmRP00Ool
        OoOOoLOoBOoTP06OolP1EP14OoOOloP1EP0gP02OlZOmYP00OnCOoFP1VOl3P2JOk@P00OoIOoEOnkP0ZOnZOnIOolP2oP0oOn5OkWP2;P0lOn0
        OlSOnMOnYOodOnPOomOn`Oo]P00OoYOomOngP0=P09P0XOmOP04OoDOoEOo_OoiOnjOo?P0JP12P00OolP16OmQP3RP22OohP0AOniOoFOodP09
        P1_P03OobP0MP0aOmROo2P1CP3;OmmP0\Om@P1>Ol_P00P0NOo;OnDP00OoQP0@On<P15P0UOo=Om7P22P0_OnMOl_P0YP00OooP0YOoeOokP0G
        P0SP0GP0FP0>Oo]OnjOooP14P0\P0GOo]P0KP0:OnFOn_OoWP2=P0KOo4Ol[OnoOnoP0;P0>P2>P0GOnVOm<Oo=P03OoFOoaOn_P00OmbP0gOo[
        P0KOnjP0:OocOogP0oP0EOn0OoJP0mOolOnnOnhP0AP4@OoOOo`OlbP0LOo;P0VP04P08P02P1YOnMOnWOodP0bP13P22P00P00P00OomP1XP1W
        OneOnQOobP1fP1iOlYOn0P1_P5YP0FP00P00OoAOo`P06P1?P0PP0=P0;OoMOoJP09P0MP0FOoKP00OoPOnlP04P0kP19P0\Oo>OnHP0lP0ROo4
        OniOm=P0XOo2OnXOnkP0oOoZOnJOn:P2TP15OnQOk3OoFP00P00P00P1aP0oOo<OmJP1JOolOnaOo?OoEP00P00P0iP0HOoOOnUOo0Oo\OohP0b
        P0IP00OoXOo[P0NP0WOoNP01P0BP0XOokOneOoDP0QP1AOo\P07P0fOoBP18P00P00P00P1UOo[OoFP0RP0GP00P00P1VP0IOohOnPOoYP00OoL
        OokOo`P0ROmgOlmOoaP0bP0GOoTP00P00P00Oo`P00P00OoaP00Ook
        """#
}
