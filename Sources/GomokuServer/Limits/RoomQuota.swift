import GameState

/// Who has a room made.
struct RoomMaker {
    let identity: ParticipantID
    /// What the address counts as; nil: not counted.
    let address: String?

    init(identity: ParticipantID, address: String?) {
        self.identity = identity
        self.address = address
    }

    init(_ connection: ClientConnection) {
        self.init(identity: connection.participant.id, address: connection.address)
    }

    /// The server itself: as many as it takes.
    static let server = RoomMaker(identity: Room.server, address: nil)
}

/// How many of the rooms in memory one identity, and one address, may have made.
final class RoomQuota: RoomObserver {
    private let perIdentity: Int
    private let perAddress: Int
    private var makers: [RoomName: RoomMaker] = [:]
    private var identities: [ParticipantID: Int] = [:]
    private var addresses: [String: Int] = [:]

    init(perIdentity: Int, perAddress: Int) {
        self.perIdentity = perIdentity
        self.perAddress = perAddress
    }

    /// How many rooms `maker` may have, when that many are there already.
    func limit(reachedBy maker: RoomMaker) -> Int? {
        guard maker.identity != Room.server else { return nil }
        if identities[maker.identity, default: 0] >= perIdentity { return perIdentity }
        guard let address = maker.address, addresses[address, default: 0] >= perAddress else { return nil }
        return perAddress
    }

    /// `maker` has made that room.
    func add(_ name: RoomName, by maker: RoomMaker) {
        guard maker.identity != Room.server else { return }
        makers[name] = maker
        identities[maker.identity, default: 0] += 1
        if let address = maker.address { addresses[address, default: 0] += 1 }
    }

    func observe(_ event: RoomEvent) {
        guard case .closed(let name) = event, let maker = makers.removeValue(forKey: name) else { return }
        if let count = identities[maker.identity] { identities[maker.identity] = count > 1 ? count - 1 : nil }
        if let address = maker.address, let count = addresses[address] {
            addresses[address] = count > 1 ? count - 1 : nil
        }
    }
}
