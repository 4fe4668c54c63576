import GameState
import Storage
import Wire

/// A reader of the record of a game from a room's stored deltas, page by page.
package struct RecordReader {
    package let services: RoomServices

    package init(services: RoomServices) {
        self.services = services
    }

    /// A game's record, and the reader of its deltas, which knows the seats and the beginning.
    package typealias Found = (record: GameRecord, recorder: GameRecorder)

    /// Calls `done` with the record of game `number` of the room, or with nil if there is no such
    /// game.
    package func record(
        of live: LiveRoom, game number: Int, _ done: @escaping (Result<GameRecord?, StoreFailure>) -> Void
    ) {
        game(of: live, number) { done($0.map { $0?.record }) }
    }

    /// Calls `done` with game `number` of the room, or with nil if there is no such game.
    package func game(
        of live: LiveRoom, _ number: Int, _ done: @escaping (Result<Found?, StoreFailure>) -> Void
    ) {
        live.durableSnapshot { snapshot in
            guard let snapshot else { return done(.failure(.roomUnreadable)) }
            read(GameRecorder(game: number), snapshot, from: 1, done)
        }
    }

    private func read(
        _ recorder: GameRecorder, _ snapshot: Notice.Snapshot, from: Int,
        _ done: @escaping (Result<Found?, StoreFailure>) -> Void
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

    private func name(_ recorder: GameRecorder, _ done: @escaping (Result<Found?, StoreFailure>) -> Void) {
        let ids = Stone.allCases.compactMap { recorder.seats[$0] }
        services.store.participants(ids) { result in
            let known = (try? result.get()) ?? []
            func name(_ stone: Stone) -> String? {
                guard let id = recorder.seats[stone] else { return nil }
                return id.robotName ?? known.first { $0.id == id }?.name
            }
            let record = recorder.record(names: ByStone(x: name(.x), o: name(.o)))
            done(.success(record.map { ($0, recorder) }))
        }
    }

    /// The maximum number of deltas per page, and of bytes.
    private static let page = 1_000, pageBytes = 262_144
}
