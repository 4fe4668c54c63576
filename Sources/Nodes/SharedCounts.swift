import GameState
import Storage

/// The counts of each address and identity on all servers: connections, and rooms that they have
/// created. At the end of each turn of its event loop, a server sends the changed counts to the
/// others.
package final class SharedCounts {
    /// The kind of count.
    package enum Kind: String {
        case connections = "c"
        case roomsOfAddress = "r"
        case roomsOfIdentity = "i"
    }

    private let links: NodeLinks
    private var own: [String: Int] = [:]
    private var changed: Set<String> = []
    private var foreign: [NodeID: [String: Int]] = [:]
    /// The sums over all other servers.
    private var sums: [String: Int] = [:]
    private var owesAll = false

    package init(_ links: NodeLinks) { self.links = links }

    /// Returns the sum of the counts on all other servers.
    package func elsewhere(_ kind: Kind, of whom: String) -> Int {
        sums.isEmpty ? 0 : sums[Self.key(kind, whom), default: 0]
    }

    /// Sets the count on this server.
    package func set(_ kind: Kind, of whom: String, to count: Int) {
        guard links.isShared else { return }
        let key = Self.key(kind, whom)
        own[key] = count > 0 ? count : nil
        changed.insert(key)
    }

    private static func key(_ kind: Kind, _ whom: String) -> String { kind.rawValue + whom }

    /// The servers whose counts are known.
    package var peers: [NodeID] { Array(foreign.keys) }

    /// Schedules all counts to be sent, because a server may not know them.
    package func scheduleAll() { owesAll = true }

    /// Sends the counts that changed in this turn of the event loop.
    package func endTurn() {
        if owesAll {
            links.broadcast(.news(.counts(own, isAll: true)))
        } else if !changed.isEmpty {
            let news = Dictionary(uniqueKeysWithValues: changed.map { ($0, own[$0] ?? 0) })
            links.broadcast(.news(.counts(news, isAll: false)))
        }
        owesAll = false
        changed = []
    }

    package func heard(_ counts: [String: Int], isAll: Bool, from node: NodeID) {
        if isAll { remove(node) }
        var known = foreign[node] ?? [:]
        for (key, count) in counts {
            add(count - (known[key] ?? 0), to: key)
            known[key] = count > 0 ? count : nil
        }
        foreign[node] = known
    }

    /// Removes the counts of a server that has failed.
    package func remove(_ node: NodeID) {
        for (key, count) in foreign.removeValue(forKey: node) ?? [:] { add(-count, to: key) }
    }

    private func add(_ count: Int, to key: String) {
        let sum = sums[key, default: 0] + count
        sums[key] = sum > 0 ? sum : nil
    }
}
