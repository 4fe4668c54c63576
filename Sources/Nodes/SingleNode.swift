import GameState
import Storage

/// The network of a server that does not share its store. Such a server serves every room and has
/// no peers.
package final class SingleNode: NodeNetwork {
    package let id = NodeID("")
    package let isAlone = true
    package let isShared = false

    package init() {}

    package func begin(_ observer: any NodeObserver) {}
    package func servers(_ done: @escaping (Result<[ServerSign], StoreFailure>) -> Void) { done(.success([])) }
    package func place(_ room: RoomName, _ done: @escaping (Result<RoomAssignment, StoreFailure>) -> Void) {
        done(.success(.here(lastAlive: nil)))
    }
    package func release(_ room: RoomName) {}
    package func lost(of rooms: [RoomName], _ done: @escaping ([RoomName]) -> Void) { done([]) }
    package func rewind(_ room: RoomName, epoch: String) {}
    package func send(_ bytes: [UInt8], to node: NodeID) {}
    package func broadcast(_ bytes: [UInt8]) {}
    package func publish(_ bytes: [UInt8], to node: NodeID?, _ heard: @escaping (Int) -> Void) { heard(0) }
    package func holder(of room: RoomName, _ done: @escaping (NodeID?) -> Void) { done(nil) }
}

extension NodeLinks {
    /// The links of a server that does not share its store.
    package static var single: NodeLinks { NodeLinks(SingleNode()) { "" } }
}
