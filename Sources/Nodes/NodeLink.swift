import GameState
import Storage

/// An endpoint of a link between two servers: the front, to which clients are connected, and the
/// host, which serves rooms.
///
/// Packets on a link arrive exactly once and in order, or the link ends. The front opens it. Both
/// ends number their packets. If an end misses a packet or does not know the link, it ends the
/// link. All clients of that link then join again over a new one.
final class NodeLink {
    /// The direction of a packet.
    enum Direction: String {
        case toHost, toFront
    }

    let peer: NodeID
    package let session: String
    private let direction: Direction
    package private(set) var sent = 0
    private var received = 0
    private var waiting = NodeWriter()
    /// The last message if it is a frame, with its receivers. The same frame usually goes to many
    /// clients in a row.
    private var frame: (object: AnyObject, clients: [Int], text: [UInt8])?

    init(_ peer: NodeID, session: String, sending direction: Direction) {
        self.peer = peer
        self.session = session
        self.direction = direction
    }

    /// The size above which a packet is sent before the end of the event loop's turn, in bytes.
    static let packetBytes = 1 << 20

    package func add(_ message: NodeMessage) {
        closeFrame()
        waiting.add(message)
    }

    /// Adds a frame for a client. If the same frame goes to several clients in a row, it is sent
    /// once.
    package func add(_ object: AnyObject, to client: Int, _ text: () -> [UInt8]) {
        if frame?.object === object {
            frame?.clients.append(client)
            return
        }
        closeFrame()
        frame = (object, [client], text())
    }

    private func closeFrame() {
        guard let last = frame else { return }
        frame = nil
        waiting.add(.frame(clients: last.clients, last.text))
    }

    /// Whether messages wait to be sent.
    var hasWaiting: Bool { frame != nil || !waiting.bytes.isEmpty }
    /// Whether the waiting messages are so large that a packet should be sent at once.
    package var isFull: Bool { waiting.bytes.count + (frame?.text.count ?? 0) > Self.packetBytes }

    /// Returns a packet with all waiting messages.
    func packet(from node: NodeID) -> [UInt8] {
        closeFrame()
        sent += 1
        defer { waiting = NodeWriter() }
        return NodePacket(from: node, direction: direction, session: session, kind: .messages, number: sent).bytes
            + waiting.bytes
    }

    /// Returns a packet with the number of packets sent so far, so that the peer detects the loss
    /// of the last one.
    package func count(from node: NodeID) -> [UInt8] {
        NodePacket(from: node, direction: direction, session: session, kind: .count, number: sent).bytes
    }

    package func end(from node: NodeID) -> [UInt8] {
        NodePacket(from: node, direction: direction, session: session, kind: .end, number: 0).bytes
    }

    /// The action for an arriving packet.
    enum Arrival {
        case read, drop, end
    }

    func arrives(_ packet: NodePacket) -> Arrival {
        switch packet.kind {
        case .end: return .end
        case .count: return packet.number > received ? .end : .drop
        case .messages:
            guard packet.number == received + 1 else { return packet.number <= received ? .drop : .end }
            received += 1
            return .read
        }
    }
}

/// The header of a packet.
struct NodePacket {
    package enum Kind: String {
        case messages, count, end
    }

    package let from: NodeID
    let direction: NodeLink.Direction
    package let session: String
    package let kind: Kind
    package let number: Int

    /// Whether a server with another version of this protocol has opened the link. The sessions of
    /// other versions begin with the version's number and a colon.
    var isOfOtherVersion: Bool { session.contains(":") }

    package var bytes: [UInt8] {
        var writer = NodeWriter()
        for text in [from.text, direction.rawValue, session, kind.rawValue] { writer.add(text) }
        writer.add(number)
        return writer.bytes
    }

    init(from: NodeID, direction: NodeLink.Direction, session: String, kind: Kind, number: Int) {
        self.from = from
        self.direction = direction
        self.session = session
        self.kind = kind
        self.number = number
    }

    init?(_ reader: inout NodeReader) {
        guard let from = reader.text(), let direction = reader.text().flatMap(NodeLink.Direction.init(rawValue:)),
            let session = reader.text(), let kind = reader.text().flatMap(Kind.init(rawValue:)),
            let number = reader.number()
        else { return nil }
        self.init(from: NodeID(from), direction: direction, session: session, kind: kind, number: number)
    }
}
