import GameState

/// The network of a server that does not share its store. It serves every room and has no peers.
final class SingleNode: NodeNetwork {
    let id = NodeID("")
    let isAlone = true
    let isShared = false

    func begin(_ observer: any NodeObserver) {}
    func servers(_ done: @escaping (Result<[ServerSign], StoreFailure>) -> Void) { done(.success([])) }
    func place(_ room: RoomName, _ done: @escaping (Result<RoomPlace, StoreFailure>) -> Void) {
        done(.success(.here(lastAlive: nil)))
    }
    func release(_ room: RoomName) {}
    func lost(of rooms: [RoomName], _ done: @escaping ([RoomName]) -> Void) { done([]) }
    func rewind(_ room: RoomName, epoch: String) {}
    func send(_ bytes: [UInt8], to node: NodeID) {}
    func tellAll(_ bytes: [UInt8]) {}
    func tell(_ bytes: [UInt8], to node: NodeID?, _ heard: @escaping (Int) -> Void) { heard(0) }
    func holder(of room: RoomName, _ done: @escaping (NodeID?) -> Void) { done(nil) }
}

extension NodeLinks {
    /// The links of a server that does not share its store.
    static var single: NodeLinks { NodeLinks(SingleNode()) { "" } }
}
