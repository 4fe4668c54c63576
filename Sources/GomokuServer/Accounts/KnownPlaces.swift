/// Names and the addresses that somebody has logged in by them from, the newest ones. Servers that share a store tell
/// each other.
final class KnownPlaces {
    /// How many are kept.
    static let limit = 10_000

    private let others: NodeLinks?
    private var pairs: Set<String> = []
    private var order = Queue<String>()

    init(others: NodeLinks? = nil) { self.others = others }

    func contains(_ pair: String) -> Bool { pairs.contains(pair) }

    func add(_ pair: String) {
        if !contains(pair) { others?.tellAll(.news(.loggedIn(pair))) }
        heard(pair)
    }

    /// Here, or on another server.
    func heard(_ pair: String) {
        guard pairs.insert(pair).inserted else { return }
        order.append(pair)
        guard pairs.count > Self.limit, let oldest = order.first else { return }
        order.removeFirst()
        pairs.remove(oldest)
    }
}
