import GameState
import Storage

/// Reads the players, dates and results of the finished games that an analysis comes from.
enum StudyHeadings {
    typealias Headings = [String: [GameRecord.Property]]

    /// Returns the IDs of the games that the chapters of an analysis room come from, at most
    /// ``Chapter/limit``.
    static func games(of state: SharedState) -> [GameID] {
        let records = (1...AnalysisReferee.Limit.chapterNumber).compactMap { number in
            state[AnalysisKey.chapter(number).text]?["record"]?.string
        }
        return Set(records).compactMap { GameID($0) }
    }

    /// Reads the games one after the other. Calls `done` with the properties by the games' IDs, or
    /// with nil if the store cannot be read. Games that do not exist have none.
    static func read(
        _ games: [GameID], _ known: Headings = [:], from store: any RoomStore, _ done: @escaping (Headings?) -> Void
    ) {
        guard let game = games.last else { return done(known) }
        store.game(game) { result in
            switch result {
            case .failure: done(nil)
            case .success(let stored):
                var known = known
                known[game.description] = stored?.record.headings
                read(games.dropLast(), known, from: store, done)
            }
        }
    }
}
