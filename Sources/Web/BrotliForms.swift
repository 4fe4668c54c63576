import Compression
import Threads
import WebSockets

/// The page's files as brotli makes them: each when it is first wanted, on a thread beside the loop, and kept.
///
/// All of them together take a second, which nobody shall wait for at the start. Whoever comes before one is made is
/// given what gzip has made. There are no more than there are files, each smaller than gzip's form of it.
package final class BrotliForms {
    /// What the thread has made of the contents with that version; nil where gzip makes them no larger.
    package struct Made: Sendable {
        package let version: String
        let form: [UInt8]?
    }

    /// By version; `.some(nil)`: being made, or not worth it.
    private var forms: [String: [UInt8]?] = [:]
    private let thread = WorkerThreads(name: "brotli")
    private let made: Mailbox<Made>

    /// - Parameter made: where the thread puts what it has made; whoever has the loop gives it to ``finished(_:)``.
    package init(made: Mailbox<Made>) { self.made = made }

    /// The file in brotli's form, if that is there already; otherwise it is made.
    func form(of file: StaticFiles.File) -> [UInt8]? {
        if let known = forms[file.version] { return known }
        guard let compressed = file.compressed else { return nil }
        forms[file.version] = .some(nil)
        thread.run { [made] in
            let form = brotli(file.contents).flatMap { $0.count < compressed.count ? $0 : nil }
            made.post(Made(version: file.version, form: form))
        }
        return nil
    }

    /// The thread is done with one.
    package func finished(_ made: Made) { forms[made.version] = .some(made.form) }
}
