import DequeModule
import GameState
import Nodes

/// A queue of searches for the new positions of rated games in analyses.
///
/// A search of a large analysis takes milliseconds, and a player may be in many analyses. So each
/// turn of the event loop performs one search. The queue holds each pair of player and room once.
///
/// Confined to the event loop's thread.
final class StudySearches {
    private struct Search: Hashable {
        let player: ParticipantID
        let room: RoomName
    }

    private let timer: (@escaping () -> Void) -> any OneShotTimer
    private let search: (ParticipantID, RoomName) -> Void
    private var waiting: Deque<Search> = []
    private var known: Set<Search> = []
    private var turnTimer: (any OneShotTimer)?
    /// Whether a turn is scheduled, which performs the next search.
    private var isTurnScheduled = false

    /// - Parameters:
    ///   - timer: makes a timer that calls the closure when it fires.
    ///   - search: removes the participant from the analysis if it shows a position of their game.
    init(
        timer: @escaping (@escaping () -> Void) -> any OneShotTimer,
        search: @escaping (ParticipantID, RoomName) -> Void
    ) {
        self.timer = timer
        self.search = search
    }

    func add(_ player: ParticipantID, in room: RoomName) {
        let next = Search(player: player, room: room)
        guard known.insert(next).inserted else { return }
        waiting.append(next)
        if !isTurnScheduled { beginTurn() }
    }

    private func beginTurn() {
        isTurnScheduled = false
        guard let next = waiting.popFirst() else { return }
        known.remove(next)
        isTurnScheduled = true
        let timer = turnTimer ?? timer { [weak self] in self?.beginTurn() }
        timer.schedule(afterMilliseconds: 0)
        turnTimer = timer
        search(next.player, next.room)
    }
}
