import Threads

/// Results that a worker thread makes, such as pictures. The newest ones are cached.
///
/// Requests for the same key wait for the same result. The limits keep an address group from
/// occupying the thread.
final class CachedWork<Key: Hashable & Sendable, Value: Sendable> {
    /// A result on its way from the worker thread.
    struct Made: Sendable {
        let key: Key
        let value: Value
    }

    struct Limits {
        /// The maximum size of all results in the cache, in bytes.
        let cacheBytes: Int
        /// The number of results that may wait for the worker thread. Further requests are refused.
        let waiting: Int
        /// The number of results that may wait for the clients of one address group.
        let perGroup: Int
        /// The number of requests that may wait for one result.
        let askers: Int
    }

    private let limits: Limits
    private let size: (Value) -> Int
    private var cache: [Key: Value] = [:]
    /// The keys in the cache, the oldest first.
    private var order: [Key] = []
    private var cachedBytes = 0
    private var waiting: [Key: [(Value?) -> Void]] = [:]
    /// The address groups whose clients asked first for the results that wait.
    private var groups: [Key: String] = [:]
    private let thread: WorkerThreads
    private let post: @Sendable (Made) -> Void

    /// - Parameters:
    ///   - name: the name of the thread.
    ///   - size: returns the size of a result, in bytes.
    ///   - post: takes a result on the worker thread, and makes the loop's thread pass it to
    ///     ``finished(_:)``.
    init(
        _ name: String, limits: Limits, size: @escaping (Value) -> Int, post: @escaping @Sendable (Made) -> Void
    ) {
        thread = WorkerThreads(name: name)
        self.limits = limits
        self.size = size
        self.post = post
    }

    /// Calls `done` with the result, now or later; with nil if too many requests wait.
    ///
    /// - Parameters:
    ///   - group: the group of the client's address.
    ///   - make: makes the result on the worker thread.
    func result(
        _ key: Key, for group: String, _ make: @escaping @Sendable () -> Value, _ done: @escaping (Value?) -> Void
    ) {
        if let known = cache[key] { return done(known) }
        if let others = waiting[key] {
            guard others.count < limits.askers else { return done(nil) }
            waiting[key]?.append(done)
            return
        }
        guard waiting.count < limits.waiting, groups.values.count(where: { $0 == group }) < limits.perGroup else {
            return done(nil)
        }
        waiting[key] = [done]
        groups[key] = group
        thread.run { [post] in post(Made(key: key, value: make())) }
    }

    /// Takes a result of the thread.
    func finished(_ made: Made) {
        let askers = waiting.removeValue(forKey: made.key) ?? []
        groups[made.key] = nil
        cache[made.key] = made.value
        order.append(made.key)
        cachedBytes += size(made.value)
        while cachedBytes > limits.cacheBytes, !order.isEmpty {
            if let old = cache.removeValue(forKey: order.removeFirst()) { cachedBytes -= size(old) }
        }
        for done in askers { done(made.value) }
    }
}
