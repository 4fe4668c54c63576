import GameState
import Storage

/// How many of something each address and each identity has on all servers together: connections, and rooms that they
/// have made. Each server tells the others what has changed at the end of the turn in which it did.
package final class SharedCounts {
    /// What is counted.
    package enum Kind: String {
        case connections = "c"
        case roomsOfAddress = "r"
        case roomsOfIdentity = "i"
    }

    private let links: NodeLinks
    private var own: [String: Int] = [:]
    private var changed: Set<String> = []
    private var foreign: [NodeID: [String: Int]] = [:]
    /// Of all others.
    private var sums: [String: Int] = [:]
    private var owesAll = false

    package init(_ links: NodeLinks) { self.links = links }

    /// Those that others have.
    package func elsewhere(_ kind: Kind, of whom: String) -> Int {
        sums.isEmpty ? 0 : sums[Self.key(kind, whom), default: 0]
    }

    /// This server has so many.
    package func set(_ kind: Kind, of whom: String, to count: Int) {
        guard links.isShared else { return }
        let key = Self.key(kind, whom)
        own[key] = count > 0 ? count : nil
        changed.insert(key)
    }

    private static func key(_ kind: Kind, _ whom: String) -> String { kind.rawValue + whom }

    /// Whose numbers are known.
    package var peers: [NodeID] { Array(foreign.keys) }

    /// Everything is to be told: somebody may not know it.
    package func tellAll() { owesAll = true }

    /// What has changed in this turn leaves.
    package func endTurn() {
        if owesAll {
            links.tellAll(.news(.counts(own, isAll: true)))
        } else if !changed.isEmpty {
            let news = Dictionary(uniqueKeysWithValues: changed.map { ($0, own[$0] ?? 0) })
            links.tellAll(.news(.counts(news, isAll: false)))
        }
        owesAll = false
        changed = []
    }

    package func heard(_ counts: [String: Int], isAll: Bool, from node: NodeID) {
        if isAll { forget(node) }
        var known = foreign[node] ?? [:]
        for (key, count) in counts {
            add(count - (known[key] ?? 0), to: key)
            known[key] = count > 0 ? count : nil
        }
        foreign[node] = known
    }

    /// That server is gone, and with it what it had.
    package func forget(_ node: NodeID) {
        for (key, count) in foreign.removeValue(forKey: node) ?? [:] { add(-count, to: key) }
    }

    private func add(_ count: Int, to key: String) {
        let sum = sums[key, default: 0] + count
        sums[key] = sum > 0 ? sum : nil
    }
}
