import GameState
import WebSockets

/// Reads files of other programs for the page, on a worker thread.
package final class FileConverter {
    /// The study in a file as JSON text, or the reason why the file cannot be read.
    typealias Answer = Result<[UInt8], StudyError>

    /// The result of a conversion, as the worker thread posts it.
    package struct Made: Sendable { let made: CachedWork<Int, Answer>.Made }

    private let work: CachedWork<Int, Answer>
    private var last = 0

    /// Files differ, so nothing is cached. A request has at most
    /// ``ListenConfiguration/maximumHTTPBodyBytes``.
    ///
    /// - Parameter made: the mailbox for answers. The owner of the loop passes them to
    ///   ``finished(_:)``.
    package init(made: Mailbox<Made>) {
        work = CachedWork(
            "file conversion", limits: .init(cacheBytes: 0, waiting: 32, perGroup: 4, askers: 1), size: { _ in 1 },
            post: { made.post(Made(made: $0)) })
    }

    /// Takes an answer of the thread.
    package func finished(_ made: Made) { work.finished(made.made) }

    /// Answers `POST /api/convert` with the study in the request's body. The query can name the
    /// `rule` and the `size` of the board, which some formats lack.
    func answer(_ request: HTTPRequest, _ done: @escaping (HTTPResponse) -> Void) {
        guard request.method == .post else { return done(.failure(.onlyPosting)) }
        let rule = request.query("rule").flatMap { Rule(rawValue: $0) }
        let size = request.query("size").flatMap { Int($0) }.flatMap { BoardSize($0) } ?? .standard
        let file = request.body
        last += 1
        let make: @Sendable () -> Answer = {
            Result { () throws(StudyError) in try Study(file, rule: rule, size: size).json }
        }
        work.result(last, for: AddressGroup(request.remoteAddress).text, make) { answer in
            switch answer {
            case nil: done(.failure(.filesBusy))
            case .failure(let error): done(.failure(.unreadableFile(error)))
            case .success(let json): done(.json(json))
            }
        }
    }
}
