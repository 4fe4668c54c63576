import Threads
import WebSockets

/// A picture that the server can draw.
enum Drawing: Hashable, Sendable {
    /// The position as a PNG file.
    case picture(BoardPosition)
    /// The game with numbered stones as an SVG file.
    case diagram(GameDiagram)

    /// Draws the file. For a full board this takes longer than the loop may be occupied.
    func file() -> [UInt8] {
        switch self {
        case .picture(let position): BoardPicture.png(position)
        case .diagram(let diagram): diagram.svg
        }
    }
}

/// Draws pictures on a worker thread, and caches the newest ones.
package final class PictureService {
    /// A finished picture, on its way from the worker thread.
    package struct Made: Sendable {
        let drawing: Drawing
        let file: [UInt8]
    }

    /// The maximum size of all pictures in the cache, in bytes. A picture has about 40 kB, and
    /// with a full board up to 260 kB.
    static let cacheBytes = 4 << 20
    /// The number of drawings that may wait for the worker thread. Further requests are refused.
    static let mostWaiting = 32
    /// The number of drawings that may wait for the clients of one address group.
    static let mostOfGroup = 4
    /// The number of requests that may wait for one drawing.
    static let mostAskers = 256

    private var cache: [Drawing: [UInt8]] = [:]
    /// The drawings in the cache, the oldest first.
    private var order: [Drawing] = []
    private var cachedBytes = 0
    private var waiting: [Drawing: [([UInt8]?) -> Void]] = [:]
    /// The address groups whose clients asked first for the drawings that wait.
    private var groups: [Drawing: String] = [:]
    private let thread = WorkerThreads(name: "pictures")
    private let made: Mailbox<Made>

    /// - Parameter made: the mailbox for results. The owner of the loop passes them to
    ///   ``finished(_:)``.
    package init(made: Mailbox<Made>) { self.made = made }

    /// Calls `done` with the file, now or later; with nil if too many requests wait.
    ///
    /// - Parameter group: the group of the client's address.
    func draw(_ drawing: Drawing, for group: String, _ done: @escaping ([UInt8]?) -> Void) {
        if let known = cache[drawing] { return done(known) }
        if let others = waiting[drawing] {
            guard others.count < Self.mostAskers else { return done(nil) }
            waiting[drawing]?.append(done)
            return
        }
        guard waiting.count < Self.mostWaiting, groups.values.count(where: { $0 == group }) < Self.mostOfGroup else {
            return done(nil)
        }
        waiting[drawing] = [done]
        groups[drawing] = group
        thread.run { [made] in made.post(Made(drawing: drawing, file: drawing.file())) }
    }

    /// Takes a result of the thread.
    package func finished(_ made: Made) {
        let askers = waiting.removeValue(forKey: made.drawing) ?? []
        groups[made.drawing] = nil
        cache[made.drawing] = made.file
        order.append(made.drawing)
        cachedBytes += made.file.count
        while cachedBytes > Self.cacheBytes, !order.isEmpty {
            cachedBytes -= cache.removeValue(forKey: order.removeFirst())?.count ?? 0
        }
        for done in askers { done(made.file) }
    }
}
