import GameState
import Storage

/// One end of a line between a front and a host: what goes over it arrives in order and once, or the line ends.
///
/// The front begins it. Packets are counted both ways; whoever misses one, or is told of a line that it does not know,
/// has the line end, and then all clients of it come back by a new one.
final class NodeLink {
    /// Which way a packet goes; the host's end of the line has sent those to the front.
    enum Direction: String {
        case toHost, toFront
    }

    let peer: NodeID
    package let session: String
    private let direction: Direction
    package private(set) var sent = 0
    private var received = 0
    private var waiting = NodeWriter()
    /// Of the message that was added last, if that was a frame: it goes to many clients, one after the other.
    private var frame: (object: AnyObject, clients: [Int], text: [UInt8])?

    init(_ peer: NodeID, session: String, sending direction: Direction) {
        self.peer = peer
        self.session = session
        self.direction = direction
    }

    /// Bytes after which a packet does not wait for the end of the turn.
    static let packetBytes = 1 << 20

    package func add(_ message: NodeMessage) {
        closeFrame()
        waiting.add(message)
    }

    /// A frame to one client; where the same one goes to many it is sent once.
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

    /// Whether something waits, and whether it is so much that it should leave now.
    var hasWaiting: Bool { frame != nil || !waiting.bytes.isEmpty }
    package var isFull: Bool { waiting.bytes.count + (frame?.text.count ?? 0) > Self.packetBytes }

    /// The packet with all that waits.
    func packet(from node: NodeID) -> [UInt8] {
        closeFrame()
        sent += 1
        defer { waiting = NodeWriter() }
        return NodePacket(from: node, direction: direction, session: session, kind: .messages, number: sent).bytes
            + waiting.bytes
    }

    /// Says up to where was sent, so that the loss of the last packet is found.
    package func count(from node: NodeID) -> [UInt8] {
        NodePacket(from: node, direction: direction, session: session, kind: .count, number: sent).bytes
    }

    package func end(from node: NodeID) -> [UInt8] {
        NodePacket(from: node, direction: direction, session: session, kind: .end, number: 0).bytes
    }

    /// What to do with an arriving packet.
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

/// What stands before the messages of a packet.
struct NodePacket {
    package enum Kind: String {
        case messages, count, end
    }

    package let from: NodeID
    let direction: NodeLink.Direction
    package let session: String
    package let kind: Kind
    package let number: Int

    /// Whether the line is of a version that speaks otherwise: its session begins with that version's number and a colon.
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
