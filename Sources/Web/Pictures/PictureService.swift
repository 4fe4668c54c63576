import Threads
import WebSockets

/// Draws pictures of positions on a worker thread, and caches the newest ones.
package final class PictureService {
    /// A finished picture, on its way from the worker thread.
    package struct Made: Sendable {
        let position: BoardPosition
        let png: [UInt8]
    }

    /// The maximum size of all pictures in the cache, in bytes. A picture has about 20 kB.
    static let cacheBytes = 4 << 20
    /// The number of positions that may wait for the worker thread. Further requests are refused.
    static let mostWaiting = 32
    /// The number of requests that may wait for one position.
    static let mostAskers = 256

    private var cache: [BoardPosition: [UInt8]] = [:]
    /// The positions in the cache, the least recently drawn first.
    private var order: [BoardPosition] = []
    private var cachedBytes = 0
    private var waiting: [BoardPosition: [([UInt8]?) -> Void]] = [:]
    private let thread = WorkerThreads(name: "pictures")
    private let made: Mailbox<Made>

    /// - Parameter made: the mailbox for results. The owner of the loop passes them to
    ///   ``finished(_:)``.
    package init(made: Mailbox<Made>) { self.made = made }

    /// Calls `done` with the picture of `position`, now or later; with nil if too many requests
    /// wait.
    func png(_ position: BoardPosition, _ done: @escaping ([UInt8]?) -> Void) {
        if let known = cache[position] { return done(known) }
        if let others = waiting[position] {
            guard others.count < Self.mostAskers else { return done(nil) }
            waiting[position]?.append(done)
            return
        }
        guard waiting.count < Self.mostWaiting else { return done(nil) }
        waiting[position] = [done]
        thread.run { [made] in made.post(Made(position: position, png: BoardPicture.png(position))) }
    }

    /// Takes a result of the thread.
    package func finished(_ made: Made) {
        let askers = waiting.removeValue(forKey: made.position) ?? []
        cache[made.position] = made.png
        order.append(made.position)
        cachedBytes += made.png.count
        while cachedBytes > Self.cacheBytes, !order.isEmpty {
            cachedBytes -= cache.removeValue(forKey: order.removeFirst())?.count ?? 0
        }
        for done in askers { done(made.png) }
    }
}
