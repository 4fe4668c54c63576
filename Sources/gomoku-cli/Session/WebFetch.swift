import Foundation
import FoundationNetworking
import GameState
import Synchronization

/// Gets JSON from the server by HTTP.
enum WebFetch {
    enum Answer: Sendable, Equatable {
        case json(JSON)
        /// The server's code and its sentence.
        case refused(code: String, String)
        /// No answer of a server of ours; a sentence.
        case failed(String)
    }

    /// Longest answer that is read, in bytes.
    private static let sizeLimit = 4_194_304
    /// How long a report may take to be made, in seconds.
    private static let patience: TimeInterval = 120

    /// - Parameter done: called once, on a thread of its own.
    static func get(_ url: String, _ done: @escaping @Sendable (Answer) -> Void) {
        guard let url = URL(string: url) else { return done(.failed("\"\(SafeText(url).text)\" is no address.")) }
        let settings = URLSessionConfiguration.ephemeral
        settings.timeoutIntervalForRequest = patience
        let session = URLSession(configuration: settings)
        session.dataTask(with: url) { data, response, failure in
            done(answer(data, status: (response as? HTTPURLResponse)?.statusCode, failure: failure))
            session.finishTasksAndInvalidate()
        }.resume()
    }

    /// Waits for the answer.
    static func get(_ url: String) -> Answer {
        let done = DispatchSemaphore(value: 0)
        let box = Box()
        get(url) { answer in
            box.set(answer)
            done.signal()
        }
        done.wait()
        return box.get() ?? .failed("There was no answer.")
    }

    static func answer(_ data: Data?, status: Int?, failure: (any Error)?) -> Answer {
        guard let data, let status else {
            return .failed("The server was not reached: \(failure.map { $0.localizedDescription } ?? "no answer").")
        }
        guard data.count <= sizeLimit, let json = try? JSONParser.parse(Array(data)) else {
            return .failed("The server answered with status \(status) and nothing that this program understands.")
        }
        if (200..<300).contains(status) { return .json(json) }
        return .refused(
            code: json["code"]?.string ?? "\(status)", json["message"]?.string ?? "The server refuses that (\(status))."
        )
    }

    private final class Box: Sendable {
        private let answer = Mutex<Answer?>(nil)
        func set(_ new: Answer) { answer.withLock { $0 = new } }
        func get() -> Answer? { answer.withLock { $0 } }
    }
}
