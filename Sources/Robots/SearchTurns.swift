import DequeModule
import GameState

/// Rooms that wait for a long search: which is next, and how long each search may take.
///
/// Every room is to be answered within ``duePercent`` of its search's usual time, waiting included, so searches become
/// shorter when more rooms wait. Groups (places where players come from, ``ClientConnection/group``) take turns, and
/// share the threads equally: however many rooms one group has, they shorten that group's searches alone.
struct SearchTurns {
    /// What waiting and searching may take together, in percent of the search's usual time.
    static let duePercent = 150
    /// The least that a search gets, in milliseconds.
    static let leastMilliseconds = 20
    /// Where more rooms of a group wait, its searches get the least without further calculation.
    static let sharingLimit = 256

    /// A search whose turn it is.
    struct Turn: Sendable {
        /// No other turn has had it.
        package let number: Int
        package let room: RoomName
        package let milliseconds: Int
        fileprivate let group: String
        fileprivate let due: Int
    }

    private struct Waiting {
        let room: RoomName
        /// Milliseconds.
        let usual: Int
        /// When it should be answered, server milliseconds.
        let due: Int
    }

    /// Searches at a time.
    private let slots: Int
    private var queues: [String: Deque<Waiting>] = [:]
    /// Groups in `queues`, the next one first.
    private var order = Deque<String>()
    private var members: Set<RoomName> = []
    private var running: [Int: Turn] = [:]
    private var lastNumber = 0

    init(slots: Int) { self.slots = slots }

    /// Whether no room waits.
    package var isEmpty: Bool { members.isEmpty }
    /// Rooms that wait.
    package var count: Int { members.count }

    /// Adds `room` for `group`, once: what waits already keeps its place.
    /// - Parameter usual: milliseconds that its search takes when nobody else waits.
    package mutating func add(_ room: RoomName, for group: String, usual: Int, now: Int) {
        guard members.insert(room).inserted else { return }
        if queues[group] == nil { order.append(group) }
        queues[group, default: Deque()]
            .append(Waiting(room: room, usual: usual, due: now + usual * Self.duePercent / 100))
    }

    /// Begins the next search.
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

    /// Notes that a search is over.
    package mutating func end(_ turn: Turn) { running[turn.number] = nil }

    /// How many milliseconds more a search may take that runs already, so that those that wait are answered in time.
    package func rest(of turn: Turn, now: Int) -> Int {
        share([turn.due] + (queues[turn.group]?.map(\.due) ?? []), ofOne: turn.group, now: now)
    }

    /// The longest time with which all searches of a group are over when they are due, if all take equally long.
    /// - Parameter dues: when each should be answered, in the order in which they have their turns.
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
