import GameState
import Storage

/// Finished games as they stand in Redis.
enum GameText {
    static func text(_ stored: StoredGame) -> [UInt8] { stored.text }

    static func game(_ text: [UInt8]) throws(RedisTexts.Unreadable) -> StoredGame {
        guard let game = StoredGame(text: text) else { throw RedisTexts.Unreadable(what: "game") }
        return game
    }
}
