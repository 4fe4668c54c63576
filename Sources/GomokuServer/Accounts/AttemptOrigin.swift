import GameState
import Rooms
import Storage
import WebSockets

/// Where a client tries something from. This alone decides which counts a try is in, and in whose turn a password of
/// the client is hashed.
///
/// An IPv6 address counts as its /64, its /56 and its /48, each with a limit of its own (``Tries/Table/share``): the
/// 65,536 networks of a /48 have 8 budgets together. IPv4 and IPv6 have no count in common.
struct AttemptOrigin {
    private struct Network {
        let table: Tries.Table
        let text: String
    }

    private let client: ClientConnection
    /// The client's networks, the narrowest first; none for a client whose address is not counted.
    private let networks: [Network]
    private let isIPv6: Bool

    init(_ client: ClientConnection) {
        self.client = client
        let address = client.address.map { AddressGroup($0) }
        isIPv6 = address?.isIPv6 ?? false
        let tables: [Tries.Table] = isIPv6 ? [.ipv6, .ipv6Homes, .ipv6Sites] : [.ipv4]
        networks = zip(tables, address?.networks ?? []).map { Network(table: $0, text: $1) }
    }

    /// Tries of `kind` that have no name: of the client's networks, or of its participant.
    func tries(_ kind: Tries.Kind) -> [Tries.Try] {
        guard !networks.isEmpty else { return [.init(kind, client.participant.id.text)] }
        return networks.map { .init(kind, $0.text, $0.table) }
    }

    /// A login by `name`. Where the owner has been before, it counts against that address and not against the networks
    /// around it or the name, which strangers may have used up.
    func login(by name: NameKey, isKnown: Bool) -> [Tries.Try] {
        let counted = isKnown ? Array(networks.prefix(1)) : networks
        var tries = counted.map { Tries.Try(.loginFromAddress, $0.text, $0.table) }
        tries += counted.map { .init(.loginOfPair, "\($0.text) \(name.text)", $0.table) }
        if networks.isEmpty { tries.append(.init(.loginOfPair, place(for: name))) }
        if !isKnown { tries.append(.init(isIPv6 ? .loginOfNameByIPv6 : .loginOfName, name.text)) }
        return tries
    }

    /// The widest network of the client; its participant where the address is not counted.
    var widest: String { networks.last?.text ?? client.participant.id.text }

    /// What ``KnownPlaces`` knows this origin by.
    func place(for name: NameKey) -> String { "\(client.address ?? "here") \(name.text)" }

    /// The turn in which a password of the client is hashed: that of its widest network.
    ///
    /// - Parameter isKnown: whether the client has shown that it is not a stranger.
    func turn(isKnown: Bool) -> HashTurn {
        HashTurn(group: networks.last?.text ?? client.payer, isKnown: isKnown)
    }
}
