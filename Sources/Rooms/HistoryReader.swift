import GameState
import Storage
import Wire

/// A reader of a room's stored deltas, page by page, for replays.
package struct HistoryReader {
    package let services: RoomServices

    package init(services: RoomServices) {
        self.services = services
    }

    /// Reads the page that starts at revision `from`. It ends at `to`, at the newest revision, or
    /// when the page is full.
    ///
    /// - Parameter wanted: whether the client is still connected. Otherwise nothing is read.
    package func page(
        of live: LiveRoom, from: Int, to: Int?, id: String?, wanted: @escaping () -> Bool = { true },
        _ done: @escaping (Result<Notice.HistoryPage, StoreFailure>) -> Void
    ) {
        let from = max(1, from)
        // Wait until the shown state is durable, because a page must not reveal more than the room
        // does.
        live.durableSnapshot { snapshot in
            guard let snapshot, wanted() else { return done(.failure(.roomUnreadable)) }
            let end = min(to ?? Int.max, snapshot.state.rev)
            let limits = services.limits
            func finish(_ deltas: [AcceptedDelta]) {
                done(
                    .success(
                        Notice.HistoryPage(
                            room: snapshot.room, epoch: snapshot.epoch, from: from, deltas: deltas,
                            rev: snapshot.state.rev, next: deltas.last.flatMap { $0.rev < end ? $0.rev + 1 : nil },
                            id: id)))
            }
            guard from <= end else { return finish([]) }
            live.services.store.history(
                snapshot.room, from: from, to: end, limit: limits.historyPage, bytes: limits.historyPageBytes
            ) { result in
                switch result {
                case .success(let deltas): finish(deltas)
                case .failure(let failure): done(.failure(failure))
                }
            }
        }
    }
}

extension StoreFailure {
    /// The failure when a room is closed while a client waits for its state to become durable.
    package static let roomUnreadable = StoreFailure("The room cannot be read from the store.")
}
