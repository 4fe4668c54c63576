/// Names and the addresses that somebody has logged in by them from, the newest ones.
struct KnownPlaces {
    /// How many are kept.
    static let limit = 10_000

    private var pairs: Set<String> = []
    private var order = Queue<String>()

    func contains(_ pair: String) -> Bool { pairs.contains(pair) }

    mutating func add(_ pair: String) {
        guard pairs.insert(pair).inserted else { return }
        order.append(pair)
        guard pairs.count > Self.limit, let oldest = order.first else { return }
        order.removeFirst()
        pairs.remove(oldest)
    }
}
