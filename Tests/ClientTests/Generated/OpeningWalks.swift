import Client
import TestSupport
import Wire

@testable import GameState

/// Cases for every opening under every rule, step by step: the awaited decision and player, and the
/// points where a stone may be placed.
enum OpeningWalks {
    static func all() throws -> [JSON] {
        var walks: [JSON] = []
        for rule in Rule.allCases {
            for opening in Opening.allCases where opening != .none && opening.isPlayed(under: rule) {
                // The other rules do not change an opening. Renju gets two more walks for its
                // choices.
                for seed in UInt64(1)...(rule == .renju ? 3 : 1) {
                    let size = BoardSize.all[Int(seed * 3 % 5)]
                    walks.append(try walk(rule, opening, seed == 1 ? .standard : size, seed: seed))
                }
            }
        }
        return walks
    }

    private static func walk(_ rule: Rule, _ opening: Opening, _ size: BoardSize, seed: UInt64) throws -> JSON {
        var random = SeededRandom(seed: seed)
        var scene = try Scene(GameTerms(rule: rule, size: size, opening: opening))
        var steps: [JSON] = []
        while let running = scene.room.game?.runningOpening, let awaited = running.awaited, steps.count < 40 {
            let view = scene.view
            steps.append(step(scene, running))
            guard let player = view.turn.flatMap({ view.seats[$0] }) else { break }
            switch awaited {
            case .place:
                guard let point = running.allowedPoints.randomElement(using: &random) else { break }
                try scene.ask(player, view.moving(to: point))
            case .offer:
                guard let point = running.allowedPoints.randomElement(using: &random) else { break }
                try scene.ask(player, view.offeringFifth(point))
            case .pick(let points): try scene.ask(player, view.moving(to: points[0]))
            case .choose(let words): try scene.ask(player, view.choosing(words[Int(seed) % words.count]))
            }
        }
        return .members([
            "rule": .string(rule.rawValue), "opening": .string(opening.rawValue), "size": JSON(size.side),
            "steps": .array(steps), "after": JSON(scene.room.state),
        ])
    }

    private static func step(_ scene: Scene, _ running: OpeningState) -> JSON {
        let free = running.size.area - running.board.count
        let open: [Point]
        if case .pick(let points)? = running.awaited { open = points } else { open = running.allowedPoints }
        // A short list of closed points is easier to read than a long list of open ones.
        let closed = Set(running.size.points.filter { running.board[$0] == nil }).subtracting(open)
        return .members([
            "state": JSON(scene.room.state), "phase": .string(running.phase.rawValue),
            "awaits": .text(scene.view.turn?.rawValue), "next": .string(running.nextStone.rawValue),
            "choices": .texts(scene.view.choices.map(\.rawValue)),
            "open": open.isEmpty
                ? .string("none")
                : open.count == free
                    ? .string("all")
                    : open.count <= closed.count ? .texts(open.map(\.cell)) : nil,
            "closed": open.isEmpty || open.count == free || open.count <= closed.count
                ? nil : .texts(running.size.points.filter(closed.contains).map(\.cell)),
        ])
    }
}
