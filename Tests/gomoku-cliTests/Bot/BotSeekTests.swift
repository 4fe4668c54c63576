import GameState
import TestSupport
import Testing

@testable import gomoku_cli

@Suite struct BotSeekTests {
    @Test("Words are parsed into the terms of a seek") func wordsBecomeTerms() {
        #expect(BotSeek("any") == .any)
        #expect(BotSeek("") == .terms(GameTerms(), .any))
        let terms = GameTerms(
            rule: .renju, size: BoardSize(15)!, opening: .rif, clock: ClockSetting("300+5"), allowsTakebacks: false,
            isRated: true)
        #expect(BotSeek("1300-1700, rated renju 15 rif no-takebacks 300+5") == .terms(terms, RatingRange("1300-1700")!))
    }

    @Test(
        "Words that are unknown or contradict each other are refused",
        arguments: ["any renju", "renju standard", "16", "300", "rif", "swap3", "rated rated", "1700-1300", "RENJU"])
    func otherWordsAreRefused(text: String) {
        #expect(BotSeek(text) == nil)
    }

    private func lobby(_ seeks: [(String, String, Bool)]) -> SharedState {
        var state = SharedState()
        for (key, by, isRated) in seeks {
            let value: JSON = .object(
                [.init("by", .string(by)), .init("name", .string(by))] + GameTerms(isRated: isRated).members)
            state.apply(Delta(changes: [.init(key, value)]))
        }
        return state
    }

    /// The bot takes the oldest unrated seek of another player that it has not been refused. It
    /// skips entries that are not seeks.
    @Test("The oldest acceptable seek is taken") func theOldestSeekIsTaken() {
        let me = ParticipantID("p-me")
        let state = lobby([
            ("seek.12", "p-b", false), ("seek.9", "p-a", false), ("seek.2", "p-me", false), ("seek.3", "p-c", true),
            ("play.a", "p-d", false),
            ("seek.x", "p-e", false),
        ])
        #expect(BotSeek.any.choice(in: state, me: me, besides: []) == "seek.9")
        #expect(BotSeek.any.choice(in: state, me: me, besides: ["seek.9"]) == "seek.12")
        #expect(BotSeek.any.choice(in: state, me: me, besides: ["seek.9", "seek.12"]) == nil)
        #expect(BotSeek.terms(GameTerms(), .any).choice(in: state, me: me, besides: []) == nil)
    }
}
