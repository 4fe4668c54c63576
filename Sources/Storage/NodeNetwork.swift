import GameState

/// One of several servers over one store: a text that no other has ever had.
public struct NodeID: Hashable, Sendable, CustomStringConvertible {
    public let text: String
    public init(_ text: String) { self.text = text }
    public var description: String { text }
}

/// A server that is there, as the store knows it.
public struct ServerSign: Equatable, Sendable {
    public let id: NodeID
    /// The name of its machine, and its process there.
    public let host: String
    public let process: Int
    /// When it was last heard of, server milliseconds since 1970.
    public let heard: Int

    public init(id: NodeID, host: String, process: Int, heard: Int) {
        self.id = id
        self.host = host
        self.process = process
        self.heard = heard
    }
}

/// Which server serves a room. One at a time does; the store refuses the deltas of any other.
public enum RoomPlace: Equatable, Sendable {
    /// The one that has asked, until it lets go of it. `lastAlive`: when the one that has served it before, and is no
    /// more, was last known to run, milliseconds since 1970; nil: it let go of it in good order.
    case here(lastAlive: Int?)
    case there(NodeID)
}

/// Several servers over one store: who serves which room, who is still there, and messages between them. Asynchronous
/// as ``RoomStore`` is.
///
/// A message arrives once, or not at all, or again; what one server sends to another arrives in order. Whoever needs
/// more counts.
public protocol NodeNetwork: AnyObject {
    var id: NodeID { get }
    /// No other server is known.
    var isAlone: Bool { get }
    /// Whether other servers can share the store with this one.
    var isShared: Bool { get }
    /// Whether the store, and the others by it, could be asked within the last moments.
    var isReachable: Bool { get }
    /// From now on `observer` is told, and others may find this server.
    func begin(_ observer: any NodeObserver)
    /// The servers that are there, this one among them.
    func servers(_ done: @escaping (Result<[ServerSign], StoreFailure>) -> Void)
    /// Who serves `room`; this one, from now on, where nobody does or whoever did is gone.
    func place(_ room: RoomName, _ done: @escaping (Result<RoomPlace, StoreFailure>) -> Void)
    /// This one serves `room` no longer.
    func release(_ room: RoomName)
    /// Which of `rooms` another server has taken.
    func lost(of rooms: [RoomName], _ done: @escaping ([RoomName]) -> Void)
    /// What was shown of a room in the life `epoch` is not stored any more: it has another one from now on.
    func rewind(_ room: RoomName, epoch: String)
    func send(_ bytes: [UInt8], to node: NodeID)
    /// To all others, as far as they listen just now.
    func tellAll(_ bytes: [UInt8])
    /// To that one, or with nil to all others; tells how many of them listen just now.
    func tell(_ bytes: [UInt8], to node: NodeID?, _ heard: @escaping (Int) -> Void)
    /// Which other server serves `room`, as far as it is known; nil: none, or this one.
    func holder(of room: RoomName, _ done: @escaping (NodeID?) -> Void)
}

extension NodeNetwork {
    public var isShared: Bool { true }
    public var isReachable: Bool { true }
}

/// What a ``NodeNetwork`` tells a server.
public protocol NodeObserver: AnyObject {
    /// Servers whose end it has to be told of.
    var peers: [NodeID] { get }
    func received(_ bytes: [UInt8])
    /// That one is gone, or cannot be reached.
    func gone(_ node: NodeID)
    /// Another server has that room.
    func lost(_ room: RoomName)
    /// What was shown of that room is not stored any more.
    func rewound(_ room: RoomName)
    /// The others could not hear of this server for so long that they may have taken its rooms.
    /// - Parameter done: to be called once the rooms are let go of that others have taken.
    func wasUnheard(_ done: @escaping () -> Void)
    /// This server has not reached the store for so long that others may serve its rooms, and its clients had better be with
    /// one of them.
    func wasCutOff()
    /// What was told to all may have been missed.
    func mayHaveMissed()
    /// Time goes by: about once a second.
    func beat()
    /// The loop's turn ends: what is to leave with it is to be sent.
    func endTurn()
}

extension NodeObserver {
    public func wasCutOff() {}
}
