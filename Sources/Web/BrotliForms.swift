import Compression
import Threads
import WebSockets

/// The page's files compressed with brotli. Those that `scripts/bundle` has not compressed are
/// compressed on a worker thread at their first request, and cached.
///
/// Compressing all files takes seconds, which would delay the start. Until a file is ready,
/// clients get its gzip form. The cache has at most one entry per file, each smaller than the gzip
/// form.
package final class BrotliForms {
    /// The result for the contents that have `version`; `form` is nil if brotli makes them no
    /// smaller than gzip does.
    package struct Made: Sendable {
        package let version: String
        let form: [UInt8]?
    }

    /// Compressed files by version. `.some(nil)` if a compression is in progress or was no use.
    private var forms: [String: [UInt8]?] = [:]
    private let thread = WorkerThreads(name: "brotli")
    private let made: Mailbox<Made>

    /// - Parameter made: the mailbox for results. The owner of the loop passes them to
    ///   ``finished(_:)``.
    package init(made: Mailbox<Made>) { self.made = made }

    /// Returns the compressed file if it is ready. The first call for a file starts its
    /// compression.
    func form(of file: StaticFiles.File) -> [UInt8]? {
        if let form = file.brotli { return form }
        if let known = forms[file.version] { return known }
        guard let compressed = file.compressed else { return nil }
        forms[file.version] = .some(nil)
        thread.run { [made] in
            let form = brotli(file.contents).flatMap { $0.count < compressed.count ? $0 : nil }
            made.post(Made(version: file.version, form: form))
        }
        return nil
    }

    /// Takes a result of the thread.
    package func finished(_ made: Made) { forms[made.version] = .some(made.form) }
}
