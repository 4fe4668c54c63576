import Foundation
import GameState

/// The file with the last lost game on each server. Several programs may use it at once.
struct LostGameFile {
    /// The greatest number of games, one per server. The oldest are dropped.
    static let limit = 50
    /// The greatest size of the file, in bytes.
    static let sizeLimit = 32_768

    private struct Entry {
        let server: String
        let game: LostGame

        init(server: String, game: LostGame) { (self.server, self.game) = (server, game) }

        init?(_ json: JSON) {
            guard let server = json["server"]?.string, let id = json["game"]?.string,
                let loser = json["participant"]?.string, let game = LostGame(id: id, loser: ParticipantID(loser))
            else { return nil }
            self.init(server: server, game: game)
        }

        var json: JSON {
            .object([
                .init("server", .string(server)), .init("game", .string(game.id)),
                .init("participant", .string(game.loser.text)),
            ])
        }
    }

    /// The path, or nil to remember nothing.
    private let path: String?

    /// - Parameter folder: the directory of the file; nil to remember nothing.
    init(folder: String?) { path = folder.map { $0 + "/lost-games.json" } }

    /// Returns the last lost game on a server, if there is one.
    func game(on server: String) -> LostGame? { entries.last { $0.server == server }?.game }

    /// Stores the last lost game on a server. Ignores errors, because the game at the table goes
    /// on without the file.
    func note(_ game: LostGame, on server: String) {
        guard let path else { return }
        StateFile.locked(path) {
            let others = entries.filter { $0.server != server }
            var kept = (others + [Entry(server: server, game: game)]).suffix(Self.limit)
            while Self.text(kept).utf8.count > Self.sizeLimit { kept.removeFirst() }
            _ = StateFile.write(Self.text(kept), to: path)
        }
    }

    private static func text(_ entries: ArraySlice<Entry>) -> String {
        JSON.object([.init("games", .array(entries.map(\.json)))]).description + "\n"
    }

    /// The stored games, the latest last. A damaged file counts as no file.
    private var entries: [Entry] {
        guard let path, let bytes = StateFile.bytes(path, limit: Self.sizeLimit),
            let games = (try? JSONParser.parse(bytes))?["games"]?.array
        else { return [] }
        return games.suffix(Self.limit).compactMap { Entry($0) }
    }
}
