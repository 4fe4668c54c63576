import Foundation
import GameState
import GomokuStore
import Storage

/// A measurement of the durable store without a network. It prints one JSON object per line.
///
///     store-bench DIRECTORY [ROOMS[:DELTAS] ...]     saturated: each room has one delta in flight
///     store-bench DIRECTORY --start BYTES ROOMS      the start with a journal of BYTES, and ROOMS
///
/// DIRECTORY is on the disk to measure. The program removes the files that it makes there.
@main
enum StoreBench {
    static func main() throws {
        var words = CommandLine.arguments.dropFirst()
        guard let directory = words.popFirst() else {
            return print("usage: store-bench DIRECTORY [ROOMS[:DELTAS] ...]")
        }
        switch words.first {
        case "--start":
            let numbers = words.dropFirst().compactMap { Int($0) }
            guard numbers.count == 2 else { return print("usage: store-bench DIRECTORY --start BYTES ROOMS") }
            try StartRun(directory: directory, journalBytes: numbers[0], rooms: numbers[1]).run()
        case "--rooms": try StartRun.makeRooms(words.last.flatMap { Int($0) } ?? 0, in: directory)
        case "--asleep": try StartRun.measureAsleep(words.last.flatMap { Int($0) } ?? 1, in: directory)
        case "--journal": try StartRun.makeJournal(bytes: words.last.flatMap { Int($0) } ?? 0, in: directory)
        default:
            let shapes = words.isEmpty ? ["1:4000", "50", "500", "5000"] : Array(words)
            for shape in shapes {
                let parts = shape.split(separator: ":").compactMap { Int($0) }
                guard let rooms = parts.first else { return print("no number of rooms: \(shape)") }
                try SaturatedRun(rooms: rooms, deltas: parts.count > 1 ? parts[1] : 200_000).run(in: directory)
            }
        }
    }
}

/// A temporary folder. Deallocation removes it.
final class Scratch {
    let path: String

    init(in directory: String) throws {
        path = "\(directory)/store-bench-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}

/// A store with a blocking wait for its completions.
final class Driven {
    private let arrivals = DispatchSemaphore(value: 0)
    private let completions = Completions()
    let store: DurableStore

    private final class Completions: @unchecked Sendable {
        // Sendable because of the lock.
        private let lock = NSLock()
        private var waiting: [StoreCompletion] = []
        func add(_ one: StoreCompletion) { lock.withLock { waiting.append(one) } }
        func next() -> StoreCompletion { lock.withLock { waiting.removeFirst() } }
    }

    init(_ path: String, _ durability: StoreDurability = .full, filing: JournalOptions = JournalOptions()) throws {
        let (arrivals, completions) = (arrivals, completions)
        store = try DurableStore(
            directory: path, durability: durability, filing: filing, now: { Int(Date().timeIntervalSince1970 * 1_000) }
        ) {
            completions.add($0)
            arrivals.signal()
        }
    }

    /// Waits for the next commit and calls the completion handlers in it. Returns their number.
    @discardableResult
    func step() -> Int {
        arrivals.wait()
        let completion = completions.next()
        store.complete(completion)
        return completion.count
    }

    func close() {
        var isClosed = false
        store.close { isClosed = true }
        while !isClosed { step() }
    }
}

/// A room in which a game is played.
struct Game {
    let header: RoomHeader
    private(set) var rev = 0

    init(_ name: String) {
        header = RoomHeader(
            name: RoomName(name) ?? .lobby, kind: .open, epoch: "k7xv0qmpr2w4", host: ParticipantID("p-kq3v9x7m2c1d"),
            created: 1_700_000_000_000)
    }

    /// Returns the next move, about as long as a real one.
    mutating func next() -> Append {
        rev += 1
        let delta = Delta(changes: [
            Delta.Change("move", .string("\(rev)")), Delta.Change("col\(rev)", .string("\(rev % 15)")),
            Delta.Change("row\(rev)", .string("\(rev / 15 % 15)")),
        ])
        let accepted = AcceptedDelta(
            rev: rev, by: ParticipantID(rev % 2 == 0 ? "p-kq3v9x7m2c1d" : "p-z81hfw0b6ynt"),
            at: 1_700_000_000_000 + rev,
            id: "m\(rev)", delta: delta)
        return Append(room: header, scope: .shared, delta: accepted)
    }
}
