import DequeModule
import GameState

/// The rooms that wait for a long search, their order, and the time of each search.
///
/// Every room should be answered within ``duePercent`` of its search's usual time, waiting
/// included. So searches become shorter as more rooms wait. Groups (``ClientConnection/group``)
/// take turns and share the threads equally, so that the rooms of one group shorten only that
/// group's searches.
struct SearchTurns {
    /// The total time for waiting and searching, in percent of the search's usual time.
    static let duePercent = 150
    /// The minimum time of a search, in milliseconds.
    static let leastMilliseconds = 20
    /// The number of rooms of a group above which its searches get the minimum time, without
    /// further calculation.
    static let sharingLimit = 256

    /// A search that may start.
    struct Turn: Sendable {
        /// A number that no other turn has.
        package let number: Int
        package let room: RoomName
        package let milliseconds: Int
        fileprivate let group: String
        fileprivate let due: Int
    }

    private struct Waiting {
        let room: RoomName
        /// The usual time of the search, in milliseconds.
        let usual: Int
        /// The time by which the room should be answered, in server milliseconds.
        let due: Int
    }

    /// The maximum number of searches at a time.
    private let slots: Int
    private var queues: [String: Deque<Waiting>] = [:]
    /// Groups in `queues`, next one first.
    private var order = Deque<String>()
    private var members: Set<RoomName> = []
    private var running: [Int: Turn] = [:]
    private var lastNumber = 0

    init(slots: Int) { self.slots = slots }

    /// Whether no room waits.
    package var isEmpty: Bool { members.isEmpty }
    /// The number of rooms that wait.
    package var count: Int { members.count }

    /// Adds `room` for `group`. A room that is already queued keeps its place.
    /// - Parameter usual: the time of its search if no other room waits, in milliseconds.
    package mutating func add(_ room: RoomName, for group: String, usual: Int, now: Int) {
        guard members.insert(room).inserted else { return }
        if queues[group] == nil { order.append(group) }
        queues[group, default: Deque()]
            .append(Waiting(room: room, usual: usual, due: now + usual * Self.duePercent / 100))
    }

    /// Removes the next room and returns its turn.
    package mutating func next(now: Int) -> Turn? {
        guard let group = order.first, let queue = queues[group], let first = queue.first else { return nil }
        let milliseconds = min(first.usual, share(queue.map(\.due), ofOne: group, now: now))
        order.removeFirst()
        queues[group]?.removeFirst()
        if queue.count == 1 { queues[group] = nil } else { order.append(group) }
        members.remove(first.room)
        lastNumber += 1
        let turn = Turn(
            number: lastNumber, room: first.room, milliseconds: milliseconds, group: group, due: first.due)
        running[turn.number] = turn
        return turn
    }

    /// Notes that a search has ended.
    package mutating func end(_ turn: Turn) { running[turn.number] = nil }

    /// Returns how many more milliseconds a running search may take if the waiting rooms are to be
    /// answered in time.
    package func rest(of turn: Turn, now: Int) -> Int {
        share([turn.due] + (queues[turn.group]?.map(\.due) ?? []), ofOne: turn.group, now: now)
    }

    /// Returns the longest time, in milliseconds, with which all searches of a group end in time if
    /// all take equally long.
    /// - Parameter dues: the times by which the rooms should be answered, in the order of their
    ///   turns.
    private func share(_ dues: [Int], ofOne group: String, now: Int) -> Int {
        guard dues.count <= Self.sharingLimit else { return Self.leastMilliseconds }
        let others = Set(running.values.map(\.group) + [group]).filter { queues[$0] == nil }
        let count = queues.count + others.count
        let times = dues.enumerated().map { index, due in
            min(due - now, (due - now) * slots / (count * (index + 1)))
        }
        return max(times.min() ?? .max, Self.leastMilliseconds)
    }
}
