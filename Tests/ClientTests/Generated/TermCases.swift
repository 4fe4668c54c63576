import Client
import GameState
import TestSupport
import Wire

/// Cases with a game's terms in every format that carries them.
enum TermCases {
    static func all() throws -> [JSON] {
        var random = SeededRandom(seed: 2009)
        return try (0..<60).map { _ in
            func flag() -> Bool { Bool.random(using: &random) }
            var terms = GameTerms()
            terms.rule = Rule.allCases.randomElement(using: &random) ?? .freestyle
            terms.size = BoardSize.all.randomElement(using: &random) ?? .standard
            terms.opening =
                Opening.allCases.filter { $0.isPlayed(under: terms.rule) }.randomElement(using: &random) ?? .none
            terms.clock = flag() ? ClockSetting.presets.randomElement(using: &random) : nil
            terms.allowsTakebacks = flag()
            terms.isRated = terms.clock != nil && flag()
            terms.isListed = flag()
            let scene = try Scene(terms)
            return .members([
                "delta": JSON(GameView().newGame(terms, seats: ByStone(x: nil, o: nil))),
                "state": JSON(scene.room.state), "seek": .object(terms.members),
                "rematch": JSON(scene.view.acceptedRematch), "speed": .text(terms.clock.map { Speed($0).rawValue }),
            ])
        }
    }

    static func clocks() -> [JSON] {
        let texts =
            ClockSetting.presets.map(\.description) + [
                "1+0", "0+5", "0/1x30", "604800+3600", "604801+0", "300+3601", "300/100x3600", "300/101x30", "300/0x30",
                "300/5x0",
                "0300+5", "300+05", "300", "+5", "300+", "300/5", "300/5x", "-1+5", "300.5+5", " 300+5", "300+5 ", "",
                "a+b",
            ]
        return texts.map { text in
            let setting = ClockSetting(text)
            let reads: JSON? = setting.map {
                switch $0 {
                case .fischer(let main, let increment): .members(["main": JSON(main), "increment": JSON(increment)])
                case .byoyomi(let main, let periods, let length):
                    .members(["main": JSON(main), "periods": JSON(periods), "length": JSON(length)])
                }
            }
            return .members([
                "text": .string(text), "reads": reads ?? .null, "speed": .text(setting.map { Speed($0).rawValue }),
            ])
        }
    }
}
