import Client
import GameState
import TestSupport
import Wire

/// Cases with states of a room. For each participant they list the rights, and the requests that
/// the referee accepts or refuses.
enum Positions {
    static func all() throws -> [JSON] {
        try scenes().map { name, scene in
            let view = scene.view
            let people: [ParticipantID?] = [Scene.ann, Scene.bob, Scene.eve, nil]
            return .members([
                "name": .string(name), "state": JSON(scene.room.state),
                "me": .object(people.map { .init($0?.text ?? "", rights(of: $0, view)) }),
                "asks": .object(people.compactMap(\.self).map { .init($0.text, asks($0, scene)) }),
                "forbidden": view.rule == .renju && view.turn == .x ? forbidden(view) : nil,
            ])
        }
    }

    private static func scenes() throws -> [(String, Scene)] {
        let one = "h8 i9 h9 i8"
        let five = "h8 a1 h9 a2 h10 a3 h11 a4 h12"
        var scenes: [(String, Scene)] = []
        func add(_ name: String, _ scene: Scene, _ next: (inout Scene) throws -> Void = { _ in }) throws {
            var scene = scene
            try next(&scene)
            scenes.append((name, scene))
        }
        func offer(_ kind: Offer.Kind, _ stone: Stone) -> Delta { GameView().offering(Offer(kind, by: stone)) }
        let refuse = GameView().refusing
        try add("nothing yet", Scene())
        for rule in Rule.allCases { try add("a new game of \(rule.rawValue)", Scene(GameTerms(rule: rule))) }
        for size in BoardSize.all {
            try add("a board of \(size.side)", Scene(GameTerms(size: size))) { try $0.play("h8") }
        }
        try add("a seat is open", Scene(GameTerms(), o: nil))
        try add("a seat is open after a move", Scene(GameTerms(), o: nil)) { try $0.play("h8") }
        try add("against the computer", Scene(GameTerms(), o: ParticipantID("robot:3"))) { try $0.play("h8") }
        try add("the computer waits", Scene(GameTerms(), x: ParticipantID("robot:3"), o: nil))
        try add("two computers", Scene(GameTerms(), x: ParticipantID("robot:3"), o: ParticipantID("robot:4")))
        try add("alone", Scene(GameTerms(), o: Scene.ann)) { try $0.play(one) }
        try add("alone without takebacks", Scene(GameTerms(allowsTakebacks: false), o: Scene.ann)) { try $0.play(one) }
        for count in 1...4 {
            try add("after \(count) moves", Scene(GameTerms())) {
                try $0.play(one.split(separator: " ").prefix(count).joined(separator: " "))
            }
        }
        for kind in [Offer.Kind.draw, .takeback] {
            for (stone, who, other) in [(Stone.x, Scene.ann, Scene.bob), (.o, Scene.bob, Scene.ann)] {
                var scene = try Scene(GameTerms())
                try scene.play(one)
                try scene.ask(who, offer(kind, stone))
                try add("\(kind) offered by \(stone)", scene)
                try scene.ask(other, refuse)
                try add("\(kind) of \(stone) refused", scene)
                try scene.play("a1 a3 a5 a7 a9")
                try add("\(kind) of \(stone) refused 5 moves ago", scene)
                try scene.play("a11")
                try add("\(kind) of \(stone) refused 6 moves ago", scene)
            }
        }
        try add("no takebacks", Scene(GameTerms(allowsTakebacks: false))) { try $0.play(one) }
        try add("rated", Scene(GameTerms(clock: ClockSetting("300+5"), isRated: true))) { try $0.play(one) }
        try add("with a clock", Scene(GameTerms(clock: ClockSetting("600/5x30")))) { try $0.play(one) }
        try add("the other has left", Scene(GameTerms())) {
            try $0.play(one)
            $0.happens(.absence(Absence(side: .o, claimableAt: $0.now - 1)))
        }
        var over = try Scene(GameTerms())
        try over.play(five)
        try add("five in a row", over)
        try over.ask(Scene.ann, offer(.rematch, .x))
        try add("a rematch is offered", over)
        try over.ask(Scene.bob, refuse)
        try add("a rematch was refused", over)
        try add("resigned", Scene(GameTerms(opening: .swap2))) { try $0.ask(Scene.bob, $0.view.resigning(.o)) }
        try add("a draw by agreement", Scene(GameTerms())) {
            try $0.play(one)
            try $0.ask(Scene.ann, offer(.draw, .x))
            try $0.ask(Scene.bob, $0.view.accepting(Offer(.draw, by: .x)) ?? Delta())
        }
        try add("called off", Scene(GameTerms())) { try $0.ask(Scene.ann, $0.view.aborting) }
        try add("renju: double three", Scene(GameTerms(rule: .renju))) { try $0.play("h10 a1 h9 a3 g8 a5 f8 a7") }
        try add("renju: double four and overline", Scene(GameTerms(rule: .renju))) {
            try $0.play("c8 a1 d8 a3 e8 a5 h11 b15 h10 d15 h9 f15 i8 a14 j8 a12")
        }
        return scenes
    }

    private static func rights(of participant: ParticipantID?, _ view: GameView) -> JSON {
        let rights = view.rights(of: participant)
        return .members([
            "sides": .texts(rights.sides.map(\.rawValue)), "move": .bool(rights.move != nil || rights.fifth),
            "choices": .texts(rights.choices.map(\.rawValue)), "resign": .text(rights.resign?.rawValue),
            "join": .text(rights.seat?.rawValue), "start": .bool(rights.newGame),
        ])
    }

    /// Returns the referee's answer to every request that the page offers, by name: `true` or the
    /// code of the refusal.
    private static func asks(_ who: ParticipantID, _ scene: Scene) -> JSON {
        let view = scene.view
        var asks: [(String, Delta?)] = [
            ("no", view.refusing), ("agree", view.accepting(Offer(.draw, by: .x))), ("abort", view.aborting),
            ("again", view.number == nil ? nil : view.acceptedRematch),
            ("new", view.newGame(GameTerms(), seats: ByStone(x: who, o: nil))),
        ]
        for stone in Stone.allCases {
            asks.append(("resign \(stone)", view.resigning(stone)))
            asks.append(("join \(stone)", view.taking(stone, by: who)))
            for kind in Offer.Kind.allCases { asks.append(("\(kind) \(stone)", view.offering(Offer(kind, by: stone)))) }
        }
        for count in 1...2 where view.moves.count >= count { asks.append(("back \(count)", view.takingBack(count))) }
        return .object(
            asks.compactMap { name, delta in
                guard let delta else { return nil }
                let said: JSON
                switch scene.judgement(who, delta) {
                case .accepted, .again: said = .bool(true)
                case .rejected(let rejection): said = .string(rejection.code.rawValue)
                }
                return .init(name, .members(["set": JSON(delta), "says": said]))
            })
    }

    private static func forbidden(_ view: GameView) -> JSON {
        .object(
            view.size.points.compactMap { point in
                guard case .forbidden(let prohibition) = view.rule.verdict(on: .x, at: point, of: view.board) else {
                    return nil
                }
                return .init(point.cell, .string(prohibition.name.replacing(" ", with: "-")))
            })
    }
}
