import GameState
import Storage

/// The lines between this server and others: those that it has begun as a front, and those that others have.
package final class NodeLinks {
    /// What came of a packet, or of a server's end.
    package enum Event {
        case fromFront(NodeID, [NodeMessage])
        case fromHost(NodeID, [NodeMessage])
        /// All clients of that front are gone; they come back by a new line.
        case frontEnded(NodeID)
        /// Clients that are in rooms there have to come back.
        case hostEnded(NodeID)
        /// Told outside the lines.
        case toAll(NodeID, [NodeMessage])
    }

    private let network: any NodeNetwork
    private let newSession: () -> String
    private var hosts: [NodeID: NodeLink] = [:]
    private var fronts: [NodeID: NodeLink] = [:]
    private var full: [NodeLink] = []

    /// - Parameter newSession: a text that no line has had before.
    package init(_ network: any NodeNetwork, newSession: @escaping () -> String) {
        self.network = network
        self.newSession = newSession
    }

    /// Whether other servers can share the store with this one.
    package var isShared: Bool { network.isShared }

    package var peers: [NodeID] { Array(Set(hosts.keys).union(fronts.keys)) }

    // MARK: out

    /// To the server that serves a room; a line is begun where there is none.
    package func tell(host: NodeID, _ message: NodeMessage) {
        let link = hosts[host] ?? NodeLink(host, session: newSession(), sending: .toHost)
        hosts[host] = link
        link.add(message)
        if link.isFull { send(link) }
    }

    /// Whether there is a line.
    package func knows(host: NodeID) -> Bool { hosts[host] != nil }

    /// The same, if there is a line.
    package func tellIfKnown(host: NodeID, _ message: NodeMessage) {
        if knows(host: host) { tell(host: host, message) }
    }

    /// To the server that a client is connected to.
    package func tell(front: NodeID, _ message: NodeMessage) {
        guard let link = fronts[front] else { return }
        link.add(message)
        if link.isFull { send(link) }
    }

    /// A frame to one of its clients.
    package func send(_ frame: AnyObject, to client: Int, of front: NodeID, _ text: () -> [UInt8]) {
        guard let link = fronts[front] else { return }
        link.add(frame, to: client, text)
        if link.isFull { send(link) }
    }

    package func tellAll(_ message: NodeMessage) { network.tellAll(bytes(message)) }

    /// Outside the lines, to that server or to all others; tells how many hear it.
    package func tell(_ news: NodeNews, to node: NodeID?, _ heard: @escaping (Int) -> Void = { _ in }) {
        network.tell(bytes(.news(news)), to: node, heard)
    }

    private func bytes(_ message: NodeMessage) -> [UInt8] {
        let head = NodePacket(from: network.id, direction: .toHost, session: "", kind: .messages, number: 0)
        var writer = NodeWriter()
        writer.add(message)
        return head.bytes + writer.bytes
    }

    /// What was said in this turn leaves.
    package func endTurn() {
        for link in hosts.values where link.hasWaiting { send(link) }
        for link in fronts.values where link.hasWaiting { send(link) }
    }

    private func send(_ link: NodeLink) { network.send(link.packet(from: network.id), to: link.peer) }

    /// Each end tells the other what it has sent.
    package func beat() {
        for link in hosts.values where link.sent > 0 { network.send(link.count(from: network.id), to: link.peer) }
        for link in fronts.values { network.send(link.count(from: network.id), to: link.peer) }
    }

    // MARK: in

    package func received(_ bytes: [UInt8]) -> [Event] {
        var reader = NodeReader(bytes)
        guard let packet = NodePacket(&reader), packet.from != network.id else { return [] }
        // Of what is told to all each server hears what it knows.
        if packet.session.isEmpty { return [.toAll(packet.from, Self.messages(&reader).known)] }
        switch packet.direction {
        case .toHost: return fromFront(packet, &reader)
        case .toFront: return fromHost(packet, &reader)
        }
    }

    private func fromFront(_ packet: NodePacket, _ reader: inout NodeReader) -> [Event] {
        var events: [Event] = []
        if let known = fronts[packet.from], known.session != packet.session {
            // It has begun a new line; what still comes of an older one is not heard.
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
        // Whoever asks for something else would wait for ever.
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

    /// Says that a line is no more.
    private func end(_ packet: NodePacket, as direction: NodeLink.Direction) {
        let link = NodeLink(packet.from, session: packet.session, sending: direction)
        network.send(link.end(from: network.id), to: packet.from)
    }

    /// What can be read, and whether all of it is known here that has to be.
    private static func messages(_ reader: inout NodeReader) -> (known: [NodeMessage], isAll: Bool) {
        var (known, isAll): ([NodeMessage], Bool) = ([], true)
        while !reader.isAtEnd {
            let bytes = reader.bytes()
            if let message = bytes.flatMap({ NodeMessage($0) }) {
                known.append(message)
            } else if bytes.map(NodeMessage.mayBePassedOver) != true {
                isAll = false
            }
        }
        return (known, isAll)
    }

    /// That server is gone, or cannot be reached: lines are ended, as far as it can be told.
    package func drop(_ node: NodeID) -> [Event] {
        var events: [Event] = []
        if hosts.removeValue(forKey: node) != nil { events.append(.hostEnded(node)) }
        if fronts.removeValue(forKey: node) != nil { events.append(.frontEnded(node)) }
        return events
    }
}
