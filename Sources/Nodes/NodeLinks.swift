import GameState
import Storage

/// The links between this server and others. For some links this server is the front, for others it
/// is the host.
package final class NodeLinks {
    /// An event that results from a packet or from the failure of a server.
    package enum Event {
        case fromFront(NodeID, [NodeMessage])
        case fromHost(NodeID, [NodeMessage])
        /// The link of this front has ended. Its clients are gone, and join again over a new link.
        case frontEnded(NodeID)
        /// The clients that are in rooms of this host must join again.
        case hostEnded(NodeID)
        /// Messages that a server has sent outside the links.
        case toAll(NodeID, [NodeMessage])
    }

    private let network: any NodeNetwork
    private let newSession: () -> String
    private var hosts: [NodeID: NodeLink] = [:]
    private var fronts: [NodeID: NodeLink] = [:]
    private var full: [NodeLink] = []

    /// Creates the links of a server.
    ///
    /// - Parameter newSession: Returns a unique ID for a new link.
    package init(_ network: any NodeNetwork, newSession: @escaping () -> String) {
        self.network = network
        self.newSession = newSession
    }

    /// Whether other servers can share the store with this one.
    package var isShared: Bool { network.isShared }

    package var peers: [NodeID] { Array(Set(hosts.keys).union(fronts.keys)) }

    // MARK: Sending

    /// Sends a message to the server of a room. Opens a link if there is none.
    package func send(host: NodeID, _ message: NodeMessage) {
        let link = hosts[host] ?? NodeLink(host, session: newSession(), sending: .toHost)
        hosts[host] = link
        link.add(message)
        if link.isFull { send(link) }
    }

    /// Returns whether there is a link to the host.
    package func hasLink(to: NodeID) -> Bool { hosts[to] != nil }

    /// Sends a message to the host, if there is a link.
    package func sendIfLinked(host: NodeID, _ message: NodeMessage) {
        if hasLink(to: host) { send(host: host, message) }
    }

    /// Sends a message to the server of a client.
    package func send(front: NodeID, _ message: NodeMessage) {
        guard let link = fronts[front] else { return }
        link.add(message)
        if link.isFull { send(link) }
    }

    /// Sends a frame to a client of the front.
    package func send(_ frame: AnyObject, to client: Int, of front: NodeID, _ text: () -> [UInt8]) {
        guard let link = fronts[front] else { return }
        link.add(frame, to: client, text)
        if link.isFull { send(link) }
    }

    package func broadcast(_ message: NodeMessage) { network.broadcast(bytes(message)) }

    /// Sends news outside the links to one server, or (`nil`) to all others. Returns the number of
    /// receivers.
    package func tell(_ news: NodeNews, to node: NodeID?, _ heard: @escaping (Int) -> Void = { _ in }) {
        network.publish(bytes(.news(news)), to: node, heard)
    }

    private func bytes(_ message: NodeMessage) -> [UInt8] {
        let head = NodePacket(from: network.id, direction: .toHost, session: "", kind: .messages, number: 0)
        var writer = NodeWriter()
        writer.add(message)
        return head.bytes + writer.bytes
    }

    /// Sends the messages that were added in this turn of the event loop.
    package func endTurn() {
        for link in hosts.values where link.hasWaiting { send(link) }
        for link in fronts.values where link.hasWaiting { send(link) }
    }

    private func send(_ link: NodeLink) { network.send(link.packet(from: network.id), to: link.peer) }

    /// Tells each peer the number of packets sent to it, so that the peer detects a lost packet.
    package func beat() {
        for link in hosts.values where link.sent > 0 { network.send(link.count(from: network.id), to: link.peer) }
        for link in fronts.values { network.send(link.count(from: network.id), to: link.peer) }
    }

    // MARK: Receiving

    package func received(_ bytes: [UInt8]) -> [Event] {
        var reader = NodeReader(bytes)
        guard let packet = NodePacket(&reader), packet.from != network.id else { return [] }
        // Each server uses the broadcast messages that it knows and ignores the others.
        if packet.session.isEmpty { return [.toAll(packet.from, Self.messages(&reader).known)] }
        switch packet.direction {
        case .toHost: return fromFront(packet, &reader)
        case .toFront: return fromHost(packet, &reader)
        }
    }

    private func fromFront(_ packet: NodePacket, _ reader: inout NodeReader) -> [Event] {
        var events: [Event] = []
        if let known = fronts[packet.from], known.session != packet.session {
            // The front has opened a new link. Late packets of an older link are ignored.
            guard packet.kind == .messages, packet.number == 1 else { return [] }
            fronts[packet.from] = nil
            events.append(.frontEnded(packet.from))
        }
        if fronts[packet.from] == nil {
            guard packet.kind == .messages, packet.number == 1 else {
                if packet.kind != .end { end(packet, as: .toFront) }
                return events
            }
            fronts[packet.from] = NodeLink(packet.from, session: packet.session, sending: .toFront)
        }
        var read: (known: [NodeMessage], isAll: Bool) = ([], true)
        var arrival = fronts[packet.from]?.arrives(packet)
        if case .read = arrival { read = Self.messages(&reader) }
        // If a request is unknown, its sender would wait forever. The link ends instead.
        if !read.isAll || packet.isOfOtherVersion { arrival = .end }
        switch arrival {
        case .read: events.append(.fromFront(packet.from, read.known))
        case .end:
            if packet.kind != .end { end(packet, as: .toFront) }
            fronts[packet.from] = nil
            events.append(.frontEnded(packet.from))
        case .drop, nil: break
        }
        return events
    }

    private func fromHost(_ packet: NodePacket, _ reader: inout NodeReader) -> [Event] {
        guard let link = hosts[packet.from], link.session == packet.session else {
            if packet.kind != .end { end(packet, as: .toHost) }
            return []
        }
        var read: (known: [NodeMessage], isAll: Bool) = ([], true)
        var arrival = link.arrives(packet)
        if case .read = arrival { read = Self.messages(&reader) }
        if !read.isAll { arrival = .end }
        switch arrival {
        case .read: return [.fromHost(packet.from, read.known)]
        case .drop: return []
        case .end:
            if packet.kind != .end { end(packet, as: .toHost) }
            hosts[packet.from] = nil
            return [.hostEnded(packet.from)]
        }
    }

    /// Tells the sender of a packet that the link has ended.
    private func end(_ packet: NodePacket, as direction: NodeLink.Direction) {
        let link = NodeLink(packet.from, session: packet.session, sending: direction)
        network.send(link.end(from: network.id), to: packet.from)
    }

    /// Returns the messages that this server knows, and whether all required messages are known.
    private static func messages(_ reader: inout NodeReader) -> (known: [NodeMessage], isAll: Bool) {
        var (known, isAll): ([NodeMessage], Bool) = ([], true)
        while !reader.isAtEnd {
            let bytes = reader.bytes()
            if let message = bytes.flatMap({ NodeMessage($0) }) {
                known.append(message)
            } else if bytes.map(NodeMessage.isOptional) != true {
                isAll = false
            }
        }
        return (known, isAll)
    }

    /// Ends the links to a server that has failed or is unreachable.
    package func drop(_ node: NodeID) -> [Event] {
        var events: [Event] = []
        if hosts.removeValue(forKey: node) != nil { events.append(.hostEnded(node)) }
        if fronts.removeValue(forKey: node) != nil { events.append(.frontEnded(node)) }
        return events
    }
}
