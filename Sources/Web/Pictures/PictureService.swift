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
        let made: CachedWork<Drawing, [UInt8]>.Made

        init(_ made: CachedWork<Drawing, [UInt8]>.Made) { self.made = made }
    }

    /// The size of the cache. A picture has about 40 kB, and with a full board up to 260 kB.
    static let cacheBytes = 4 << 20
    private let work: CachedWork<Drawing, [UInt8]>

    /// - Parameter made: the mailbox for results. The owner of the loop passes them to
    ///   ``finished(_:)``.
    package init(made: Mailbox<Made>) {
        work = CachedWork(
            "pictures", limits: .init(cacheBytes: Self.cacheBytes, waiting: 32, perGroup: 4, askers: 256),
            size: \.count
        ) { made.post(Made($0)) }
    }

    /// Calls `done` with the file, now or later; with nil if too many requests wait.
    ///
    /// - Parameter group: the group of the client's address.
    func draw(_ drawing: Drawing, for group: String, _ done: @escaping ([UInt8]?) -> Void) {
        work.result(drawing, for: group, { drawing.file() }, done)
    }

    /// Takes a result of the thread.
    package func finished(_ made: Made) { work.finished(made.made) }
}
