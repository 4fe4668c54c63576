import Foundation
import FoundationNetworking
import GameState
import Synchronization
import Wire

/// HTTP requests to the server, with JSON answers.
enum WebFetch {
    enum Answer: Sendable, Equatable {
        case json(JSON)
        case refused(Notice.Reason)
        /// The answer did not come from a Gomoku server, or there was none.
        case failed(Failure)
    }

    /// A reason why a server was not reached.
    enum Cause: Equatable, Sendable {
        case noAnswer
        /// The port is closed.
        case refused
        case unknownName
        case broken
        /// The certificate is not trusted, or the server does not use TLS.
        case notSecure
        /// The system's error number.
        case other(Int)

        init(_ failure: (any Error)?) {
            guard let failure else {
                self = .noAnswer
                return
            }
            switch (failure as? URLError)?.code {
            case .timedOut: self = .noAnswer
            case .cannotConnectToHost: self = .refused
            case .cannotFindHost, .dnsLookupFailed: self = .unknownName
            case .networkConnectionLost: self = .broken
            case .secureConnectionFailed, .serverCertificateUntrusted, .serverCertificateHasBadDate,
                .serverCertificateHasUnknownRoot, .serverCertificateNotYetValid:
                self = .notSecure
            default: self = .other((failure as NSError).code)
            }
        }
    }

    enum Failure: Error, Equatable, CustomStringConvertible {
        case address(String)
        case notReached(host: String, Cause)
        case notUnderstood(status: Int)

        var description: String { EnglishWords().fetchFailed(self) }
    }

    /// The greatest size of an answer, in bytes.
    private static let sizeLimit = 4_194_304
    /// The time limits for an answer, and for creating a report, in seconds.
    static let patience = 10, reportPatience = 120

    /// - Parameters:
    ///   - secret: the room's secret, sent in a header so that it does not appear in logs.
    ///   - done: called once, on another thread.
    static func get(
        _ url: String, secret: RoomSecret? = nil, patience: Int = patience, _ done: @escaping @Sendable (Answer) -> Void
    ) {
        guard let url = URL(string: url) else { return done(.failed(.address(url))) }
        let settings = URLSessionConfiguration.ephemeral
        settings.timeoutIntervalForRequest = TimeInterval(patience)
        let session = URLSession(configuration: settings)
        var request = URLRequest(url: url)
        if let secret { request.setValue("Bearer \(secret.text)", forHTTPHeaderField: "Authorization") }
        session.dataTask(with: request) { data, response, failure in
            done(
                answer(
                    data, status: (response as? HTTPURLResponse)?.statusCode, failure: failure,
                    host: (url.host ?? "the server") + (url.port.map { ":\($0)" } ?? "")))
            session.finishTasksAndInvalidate()
        }.resume()
    }

    /// Blocks until the answer arrives, and returns it.
    static func get(_ url: String, secret: RoomSecret? = nil, patience: Int = patience) -> Answer {
        let done = DispatchSemaphore(value: 0)
        let box = Box()
        get(url, secret: secret, patience: patience) { answer in
            box.set(answer)
            done.signal()
        }
        done.wait()
        return box.get() ?? .failed(.notReached(host: url, .noAnswer))
    }

    static func answer(_ data: Data?, status: Int?, failure: (any Error)?, host: String) -> Answer {
        guard let data, let status else {
            return .failed(.notReached(host: host, Cause(failure)))
        }
        guard data.count <= sizeLimit, let json = try? JSONParser.parse(Array(data)) else {
            return .failed(.notUnderstood(status: status))
        }
        if (200..<300).contains(status) { return .json(json) }
        let word = json["code"]?.string ?? "\(status)"
        return .refused(
            .init(word: word, message: json["message"]?.string ?? "The server refused the request (\(status)).")
        )
    }

    private final class Box: Sendable {
        private let answer = Mutex<Answer?>(nil)
        func set(_ new: Answer) { answer.withLock { $0 = new } }
        func get() -> Answer? { answer.withLock { $0 } }
    }
}
