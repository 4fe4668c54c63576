import DequeModule
import Nodes

/// The newest addresses from which owners have claimed their names or logged in. Servers that share
/// a store tell each other about new addresses.
final class KnownLoginAddresses {
    /// The maximum number of pairs of a name and an address, in total and per name. An owner who
    /// logs in from many addresses evicts only their own pairs.
    static let limit = 10_000, limitOfName = 16

    private let links: NodeLinks
    private var pairs: Set<String> = []
    private var order = Deque<String>()
    /// The pairs of each name, oldest first.
    private var byName: [String: [String]] = [:]

    init(links: NodeLinks = .single) { self.links = links }

    func contains(_ pair: String) -> Bool { pairs.contains(pair) }

    /// - Parameter pair: the address, a space, and the name's key.
    func add(_ pair: String) {
        if !contains(pair) { links.broadcast(.news(.loggedIn(pair))) }
        heard(pair)
    }

    /// Adds a pair that this server or another one has seen.
    func heard(_ pair: String) {
        guard pairs.insert(pair).inserted else { return }
        order.append(pair)
        let name = Self.name(of: pair)
        byName[name, default: []].append(pair)
        let ofName = byName[name] ?? []
        if ofName.count > Self.limitOfName {
            if let index = order.firstIndex(of: ofName[0]) { order.remove(at: index) }
            remove(ofName[0])
        } else if pairs.count > Self.limit, let oldest = order.popFirst() {
            remove(oldest)
        }
    }

    private func remove(_ pair: String) {
        pairs.remove(pair)
        let name = Self.name(of: pair)
        byName[name]?.removeAll { $0 == pair }
        if byName[name]?.isEmpty == true { byName[name] = nil }
    }

    private static func name(of pair: String) -> String { String(pair.drop { $0 != " " }) }
}
