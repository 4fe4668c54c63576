import GameState
import Nodes

/// The creator of a room.
package struct RoomMaker {
    package let identity: ParticipantID
    /// The group of the creator's address; nil if the address has no budgets.
    package let address: String?

    package init(identity: ParticipantID, address: String?) {
        self.identity = identity
        self.address = address
    }

    package init(_ connection: ClientConnection) {
        self.init(identity: connection.participant.id, address: connection.address)
    }

    /// The server itself, which has no quota.
    package static let server = RoomMaker(identity: Room.server, address: nil)
}

/// A limit on the number of rooms in memory that one identity or address has created. Servers that
/// share a store count together.
package final class RoomQuota: RoomObserver {
    private let perIdentity: Int
    private let perAddress: Int
    private let shared: SharedCounts
    private var makers: [RoomName: RoomMaker] = [:]
    private var identities: [ParticipantID: Int] = [:]
    private var addresses: [String: Int] = [:]

    package init(perIdentity: Int, perAddress: Int, shared: SharedCounts = SharedCounts(.single)) {
        self.shared = shared
        self.perIdentity = perIdentity
        self.perAddress = perAddress
    }

    /// Returns the limit that `maker` has reached, or nil if `maker` may create another room.
    package func limit(reachedBy maker: RoomMaker) -> Int? {
        guard maker.identity != Room.server else { return nil }
        let made = identities[maker.identity, default: 0]
        if made + shared.elsewhere(.roomsOfIdentity, of: maker.identity.text) >= perIdentity {
            return perIdentity
        }
        guard let address = maker.address,
            addresses[address, default: 0] + shared.elsewhere(.roomsOfAddress, of: address) >= perAddress
        else { return nil }
        return perAddress
    }

    /// Counts a room that `maker` has created.
    package func add(_ name: RoomName, by maker: RoomMaker) {
        guard maker.identity != Room.server else { return }
        makers[name] = maker
        identities[maker.identity, default: 0] += 1
        if let address = maker.address { addresses[address, default: 0] += 1 }
        report(maker)
    }

    private func report(_ maker: RoomMaker) {
        shared.set(.roomsOfIdentity, of: maker.identity.text, to: identities[maker.identity, default: 0])
        if let address = maker.address {
            shared.set(.roomsOfAddress, of: address, to: addresses[address, default: 0])
        }
    }

    package func observe(_ event: RoomEvent) {
        guard case .closed(let name) = event, let maker = makers.removeValue(forKey: name) else { return }
        if let count = identities[maker.identity] { identities[maker.identity] = count > 1 ? count - 1 : nil }
        if let address = maker.address, let count = addresses[address] {
            addresses[address] = count > 1 ? count - 1 : nil
        }
        report(maker)
    }
}
