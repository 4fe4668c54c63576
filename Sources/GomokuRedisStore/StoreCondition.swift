import GameState
import Redis
import Storage

/// The store's health, and the sentences about it for clients and operators.
final class StoreCondition {
    private let now: () -> Int
    private let looked: () -> Void
    private let gaveUp: (RedisStoreFailure) -> Void
    /// The sentence that says why Redis refuses writes.
    private var refusal: String?
    /// The sentence that says why Redis cannot be reached.
    private var unreachable: String?
    private var since: Int?
    /// Whether the store has been given up for good.
    private(set) var isLost = false

    init(
        now: @escaping () -> Int, looked: @escaping () -> Void, gaveUp: @escaping (RedisStoreFailure) -> Void
    ) {
        self.now = now
        self.looked = looked
        self.gaveUp = gaveUp
    }

    var health: StoreHealth {
        guard let since, let why = unreachable ?? refusal else { return .ok }
        return .failing(since: since, why)
    }

    private func judge() {
        since = unreachable == nil && refusal == nil ? nil : since ?? now()
        looked()
    }

    func connection(_ trouble: RedisFailure?) {
        unreachable = trouble.map(Self.sentence)
        if case .silent(let milliseconds) = trouble { since = since ?? now() - milliseconds }
        judge()
    }

    /// Notes a successful write.
    func wrote() {
        guard refusal != nil else { return }
        refusal = nil
        judge()
    }

    /// Gives up the store for good, because a server of another version has it or its data has been
    /// replaced.
    func lose(_ failure: RedisStoreFailure) {
        guard !isLost else { return }
        isLost = true
        gaveUp(failure)
    }

    // MARK: sentences

    static let stopping = "The server is stopping. Try again in a moment."

    /// Returns the failure of a call that was not answered.
    static func failure(_ failure: RedisFailure) -> StoreFailure {
        switch failure {
        // Other servers use the same Redis and would fail in the same way.
        case .overloaded, .fewReplicas: StoreFailure(sentence(failure))
        default: StoreFailure(sentence(failure), isOutOfReach: true)
        }
    }

    /// Returns a sentence for clients that says why a call was not made.
    static func sentence(_ failure: RedisFailure) -> String {
        switch failure {
        case .overloaded: "The server's Redis is too slow for the current load. Try again in a moment."
        case .fewReplicas(let found, let needed):
            "Only \(found) of the \(needed) required replicas of the server's Redis have acknowledged the write, so nothing can be stored. Try again in a moment."
        case .closed: stopping
        case .unanswered:
            "The server's Redis does not answer, so it is not known yet whether this was stored. Reconnect and check."
        default: "The server cannot reach its Redis (\(failure)), so nothing can be stored. Try again in a moment."
        }
    }

    /// Returns a sentence for clients for an error of Redis.
    func refused(_ text: String) -> String {
        if text.hasPrefix("FENCED ") {
            lose(.takenOver)
            return "Another server has replaced this one. Reconnect."
        }
        switch RedisRefusal(error: text) {
        case .outOfMemory: refusal = "The server's Redis has no memory left, so nothing can be stored. Try again later."
        case .diskFailure:
            refusal = "The server's Redis cannot write to its disk, so nothing can be stored. Try again later."
        case .missingReplicas:
            refusal = "The server's Redis has lost its replicas, so nothing can be stored. Try again in a moment."
        case .loading, .isReplica, .lostPrimary, .demoted, nil:
            return "This cannot be stored right now (\(text)). Try again later."
        }
        judge()
        return refusal ?? text
    }
}
