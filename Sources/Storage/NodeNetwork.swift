import GameState

/// The unique ID of one of the servers that share a store.
public struct NodeID: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    public init(_ text: String) { self.text = text }
    public var description: String { text }
}

/// A running server, as the store knows it.
public struct ServerSign: Equatable, Sendable {
    public let id: NodeID
    /// The name of its machine, and the process ID there.
    public let host: String
    public let process: Int
    /// The time of its last heartbeat, in server milliseconds since 1970.
    public let lastHeartbeat: Int

    public init(id: NodeID, host: String, process: Int, heard: Int) {
        self.id = id
        self.host = host
        self.process = process
        self.lastHeartbeat = heard
    }
}

/// The server that serves a room. Only one server does so at a time, and the store refuses the
/// deltas of any other.
public enum RoomAssignment: Equatable, Sendable {
    /// The server that asked serves the room, until it releases the room.
    ///
    /// `lastAlive` is set if the previous server of the room failed. It is the time at which that
    /// server last ran, in milliseconds since 1970. `nil` means that the previous server released
    /// the room.
    case here(lastAlive: Int?)
    case there(NodeID)
}

/// The network of servers that share a store. It assigns rooms to servers, detects failed servers,
/// and carries messages. Asynchronous like ``RoomStore``.
///
/// The network may lose or repeat messages, but keeps the order of messages from one server to
/// another. Receivers that need more guarantees count their messages.
public protocol NodeNetwork: AnyObject {
    var id: NodeID { get }
    /// Whether no other server is known.
    var isAlone: Bool { get }
    /// Whether other servers can share the store with this one.
    var isShared: Bool { get }
    /// Whether the store, and through it the other servers, responded recently.
    var isReachable: Bool { get }
    /// Starts to deliver events to `observer` and makes this server visible to others.
    func begin(_ observer: any NodeObserver)
    /// Loads the list of running servers, including this one.
    func servers(_ done: @escaping (Result<[ServerSign], StoreFailure>) -> Void)
    /// Finds the server of `room`. If there is none, or it has failed, this server serves the room
    /// from now on.
    func place(_ room: RoomName, _ done: @escaping (Result<RoomAssignment, StoreFailure>) -> Void)
    /// Stops serving `room`.
    func release(_ room: RoomName)
    /// Returns the rooms among `rooms` that another server has taken over.
    func lost(of rooms: [RoomName], _ done: @escaping ([RoomName]) -> Void)
    /// Gives `room` a new epoch, because the store has lost deltas that clients saw under `epoch`.
    func rewind(_ room: RoomName, epoch: String)
    func send(_ bytes: [UInt8], to node: NodeID)
    /// Broadcasts to the other servers that are listening now.
    func broadcast(_ bytes: [UInt8])
    /// Sends to one server, or (`nil`) to all others. Returns the number of servers that were
    /// listening.
    func publish(_ bytes: [UInt8], to node: NodeID?, _ heard: @escaping (Int) -> Void)
    /// Returns the other server that serves `room`, or `nil` if there is none or it is unknown.
    func holder(of room: RoomName, _ done: @escaping (NodeID?) -> Void)
}

extension NodeNetwork {
    public var isShared: Bool { true }
    public var isReachable: Bool { true }
}

/// The receiver of a network's events.
public protocol NodeObserver: AnyObject {
    /// The servers whose failure must be reported to this observer.
    var peers: [NodeID] { get }
    func received(_ bytes: [UInt8])
    /// Reports that a server has failed or is unreachable.
    func gone(_ node: NodeID)
    /// Reports that another server has taken over a room.
    func lost(_ room: RoomName)
    /// Reports that the store has lost deltas of a room that clients have seen.
    func lostDeltas(_ room: RoomName)
    /// Reports that this server sent no heartbeat for so long that others may have taken over its
    /// rooms.
    ///
    /// - Parameter done: The observer calls it after it has released the rooms that others have
    ///   taken.
    func missedHeartbeats(_ done: @escaping () -> Void)
    /// Reports that the store was out of reach for so long that others may serve this server's
    /// rooms. Its clients should reconnect to another server.
    func lostStore()
    /// Reports that this server may have missed broadcasts of other servers.
    func mayHaveMissed()
    /// Called about once per second.
    func beat()
    /// Called at the end of each turn of the event loop, to send the messages that wait for the end
    /// of the turn.
    func endTurn()
}

extension NodeObserver {
    public func lostStore() {}
}
