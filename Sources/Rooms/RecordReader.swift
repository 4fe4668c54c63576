import GameState
import Storage
import Wire

/// A reader of the record of a game from a room's stored deltas, page by page.
package struct RecordReader {
    package let services: RoomServices

    package init(services: RoomServices) {
        self.services = services
    }

    /// Calls `done` with the record of game `number` of the room, or with nil if there is no such
    /// game.
    package func record(
        of live: LiveRoom, game number: Int, _ done: @escaping (Result<GameRecord?, StoreFailure>) -> Void
    ) {
        live.durableSnapshot { snapshot in
            guard let snapshot else { return done(.failure(.roomUnreadable)) }
            read(GameRecorder(game: number), snapshot, from: 1, done)
        }
    }

    private func read(
        _ recorder: GameRecorder, _ snapshot: Notice.Snapshot, from: Int,
        _ done: @escaping (Result<GameRecord?, StoreFailure>) -> Void
    ) {
        guard from <= snapshot.state.rev, !recorder.isComplete else { return name(recorder, done) }
        services.store.history(
            snapshot.room, from: from, to: snapshot.state.rev, limit: Self.page, bytes: Self.pageBytes
        ) { result in
            switch result {
            case .failure(let failure): done(.failure(failure))
            case .success(let deltas):
                var recorder = recorder
                for delta in deltas { recorder.apply(delta) }
                guard let last = deltas.last else { return name(recorder, done) }
                read(recorder, snapshot, from: last.rev + 1, done)
            }
        }
    }

    private func name(_ recorder: GameRecorder, _ done: @escaping (Result<GameRecord?, StoreFailure>) -> Void) {
        let ids = Stone.allCases.compactMap { recorder.seats[$0] }
        services.store.participants(ids) { result in
            let known = (try? result.get()) ?? []
            func name(_ stone: Stone) -> String? {
                guard let id = recorder.seats[stone] else { return nil }
                return id.robotName ?? known.first { $0.id == id }?.name
            }
            done(.success(recorder.record(names: ByStone(x: name(.x), o: name(.o)))))
        }
    }

    /// The maximum number of deltas per page, and of bytes.
    private static let page = 1_000, pageBytes = 262_144
}
