import GameState
import Rooms
import Storage
import WebSockets

/// The origin of a client's attempts. This type alone decides which limits an attempt counts
/// against, and in which turn a password of the client is hashed.
///
/// An attempt from an IPv6 address counts against its /64, its /56 and its /48, each with its own
/// limit (``AttemptLimits/Table/share``). So the 65,536 networks of a /48 together may try 8 times
/// as often as one of them. IPv4 and IPv6 addresses share no limits.
struct AttemptOrigin {
    private struct Network {
        let table: AttemptLimits.Table
        let text: String
    }

    private let client: ClientConnection
    /// The client's networks, narrowest first; empty if its address has no limits.
    private let networks: [Network]
    private let isIPv6: Bool

    init(_ client: ClientConnection) {
        self.client = client
        let address = client.address.map { AddressGroup($0) }
        isIPv6 = address?.isIPv6 ?? false
        let tables: [AttemptLimits.Table] = isIPv6 ? [.ipv6, .ipv6Homes, .ipv6Sites] : [.ipv4]
        networks = zip(tables, address?.networks ?? []).map { Network(table: $0, text: $1) }
    }

    /// Returns attempts of `kind` that concern no name: one for each of the client's networks, or
    /// one for its participant if its address has no limits.
    func tries(_ kind: AttemptLimits.Kind) -> [AttemptLimits.Attempt] {
        guard !networks.isEmpty else { return [.init(kind, client.participant.id.text)] }
        return networks.map { .init(kind, $0.text, $0.table) }
    }

    /// Returns the attempts that a login by `name` counts as. From an address that the owner has
    /// used, it counts against that address only. It does not count against wider networks or the
    /// name, whose limits strangers may have exhausted.
    func login(by name: NameKey, isKnown: Bool) -> [AttemptLimits.Attempt] {
        let counted = isKnown ? Array(networks.prefix(1)) : networks
        var tries = counted.map { AttemptLimits.Attempt(.loginFromAddress, $0.text, $0.table) }
        tries += counted.map { .init(.loginOfPair, "\($0.text) \(name.text)", $0.table) }
        if networks.isEmpty { tries.append(.init(.loginOfPair, place(for: name))) }
        if !isKnown { tries.append(.init(isIPv6 ? .loginOfNameByIPv6 : .loginOfName, name.text)) }
        return tries
    }

    /// The client's widest network, or its participant if the address has no limits.
    var widest: String { networks.last?.text ?? client.participant.id.text }

    /// Returns the key of this origin in ``KnownLoginAddresses``.
    func place(for name: NameKey) -> String { "\(client.address ?? "here") \(name.text)" }

    /// Returns the turn in which a password of the client is hashed: that of its widest network.
    ///
    /// - Parameter isKnown: whether the client is known to be an owner, rather than a stranger.
    func turn(isKnown: Bool) -> HashTurn {
        HashTurn(group: networks.last?.text ?? client.payer, isKnown: isKnown)
    }
}
