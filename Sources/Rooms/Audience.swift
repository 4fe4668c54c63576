import GameState
import WebSockets
import Wire

/// Who gets what happens in a room, and who is said to be here.
///
/// Connections are admitted when their snapshot goes out; a participant is present from its first join to its last
/// leave. What cannot be sent to all of them at once waits in a backlog (``FanOut``), and each gets it in order.
package struct Audience {
    /// From this many connections on, coming and going within a moment is told together.
    static let crowdSize = 8
    /// From this many connections on, it is told a few times a second.
    static let coalescingSize = 50
    /// Participants named in a snapshot.
    static let namedLimit = 500

    /// Bytes of frames that may wait in the backlog; where more do, nobody may cause more.
    static let backlogBytes = 1 << 20

    /// Who of those here gets a frame.
    package enum Recipients {
        case everybody
        case besides(ClientConnection)
        case hearing((ParticipantID) -> Bool)

        fileprivate func include(_ connection: ClientConnection) -> Bool {
            switch self {
            case .everybody: true
            case .besides(let one): connection !== one
            case .hearing(let mayHear): mayHear(connection.participant.id)
            }
        }
    }

    private struct Waiting {
        let frame: Frame
        let recipients: Recipients
    }

    private var connections: [ClientConnection] = []
    /// For each of them, the number of the frame that it gets next.
    private var nextFrames: [Int] = []
    /// Frames that not everybody has got, the oldest first, and the number of the first one.
    private var backlog: [Waiting] = []
    private var firstFrame = 0
    private var bytesInBacklog = 0
    /// Whose turn it is to get what waits: a place in `connections`.
    private var cursor = 0
    private var places = SmallTable<ObjectIdentifier, Int>()
    private var present = SmallTable<ParticipantID, (participant: Participant, connections: Int)>()
    private var here = SmallTable<ObjectIdentifier, Bool>()
    /// The participants who joined, or changed their name, since the last news; and whether earlier news named them.
    private var joined: [ParticipantID: (participant: Participant, wasAnnounced: Bool)] = [:]
    private var left: Set<ParticipantID> = []
    private var order: JoiningOrder
    /// What ``participantsText()`` has written, as long as it is true.
    private var written: [UInt8]?
    /// Where fewer are present, that is written anew each time.
    private static let writtenFrom = 8

    /// - Parameter order: who was here before, the first first.
    init(order: [ParticipantID] = []) { self.order = JoiningOrder(kept: order) }

    /// Connections that are told.
    package var count: Int { connections.count }
    package var isEmpty: Bool { here.isEmpty }
    /// Participants present.
    package var presentCount: Int { present.count }
    /// Participants present, in the order in which they first came; at most ``namedLimit``.
    package var participants: [Participant] { order.first(Self.namedLimit).compactMap { present[$0]?.participant } }

    /// Who has come into the room, the first first, if the store is not told of all of them; nil: it is.
    mutating func orderToKeep() -> [ParticipantID]? { order.isNew ? order.toKeep() : nil }

    /// Whether the connection has joined and not left.
    func hasJoined(_ connection: ClientConnection) -> Bool { here[ObjectIdentifier(connection)] != nil }
    package func isPresent(_ participant: ParticipantID) -> Bool { present[participant] != nil }

    /// Whether coming and going waits to be told together.
    var hasNews: Bool { !joined.isEmpty || !left.isEmpty }

    // MARK: presence

    /// Its participant is here with one more connection, or has a new name.
    mutating func announce(_ connection: ClientConnection) {
        var participant = connection.participant
        participant.place = order.enter(participant.id)
        let isNew = here.updateValue(true, forKey: ObjectIdentifier(connection)) == nil
        let known = present[participant.id]
        present[participant.id] = (participant, (known?.connections ?? 0) + (isNew ? 1 : 0))
        if known?.participant != participant {
            write(participant, isNew: known == nil)
            let hadLeft = left.remove(participant.id) != nil
            let wasAnnounced = known == nil ? hadLeft : joined[participant.id]?.wasAnnounced ?? true
            joined[participant.id] = (participant, wasAnnounced)
        }
    }

    /// It gets nothing more, and its participant is gone with its last connection.
    package mutating func remove(_ connection: ClientConnection) {
        withhold(connection)
        guard here.removeValue(forKey: ObjectIdentifier(connection)) != nil,
            let known = present[connection.participant.id]
        else { return }
        if known.connections > 1 {
            present[connection.participant.id] = (known.participant, known.connections - 1)
        } else {
            present[connection.participant.id] = nil
            written = nil
            order.leave(connection.participant.id)
            // Somebody who came and went between two tellings was never there.
            let news = joined.removeValue(forKey: connection.participant.id)
            if news?.wasAnnounced ?? true { left.insert(connection.participant.id) }
        }
    }

    /// Removes the participant's name. Clients in the room are not told: they soon hear that the participant has left.
    package mutating func anonymize(_ participant: ParticipantID) {
        guard var known = present[participant] else { return }
        known.participant.anonymize()
        present[participant] = known
        joined[participant]?.participant.anonymize()
        written = nil
    }

    /// What to tell of coming and going since the last call; nil when nothing is new.
    package mutating func news(in room: RoomName) -> Notice? {
        guard hasNews else { return nil }
        defer {
            joined = [:]
            left = []
        }
        let newcomers = joined.values.map(\.participant).sorted { ($0.place ?? .max) < ($1.place ?? .max) }
        return .participants(room: room, joined: newcomers, left: Array(left))
    }

    /// ``participants`` as the elements of a JSON list. In a large room that is most of a snapshot, and nearly the same
    /// for the next who comes.
    mutating func participantsText() -> [UInt8] {
        if let written { return written }
        var writer = JSONWriter()
        for participant in participants { writer.participant(participant) }
        if present.count >= Self.writtenFrom { written = writer.bytes }
        return writer.bytes
    }

    /// Who comes last stands last in the list; whatever else changes in it, it is written anew.
    private mutating func write(_ participant: Participant, isNew: Bool) {
        guard var text = written else { return }
        written = nil
        guard isNew, order.isLast(participant.id), present.count <= Self.namedLimit else { return }
        var writer = JSONWriter()
        writer.participant(participant)
        text.append(UInt8(ascii: ","))
        text.append(contentsOf: writer.bytes)
        written = text
    }

    // MARK: fan-out

    /// It is told nothing until it is admitted again: a snapshot is on its way, behind what is not stored yet.
    mutating func withhold(_ connection: ClientConnection) {
        guard let place = places.removeValue(forKey: ObjectIdentifier(connection)) else { return }
        let last = connections.removeLast()
        let lastFrame = nextFrames.removeLast()
        if last !== connection {
            connections[place] = last
            nextFrames[place] = lastFrame
        }
        if cursor >= connections.count { forgetDelivered() }
        guard last !== connection else { return }
        places[ObjectIdentifier(last)] = place
    }

    /// From now on it gets what happens.
    package mutating func admit(_ connection: ClientConnection) {
        let key = ObjectIdentifier(connection)
        guard here[key] != nil, places[key] == nil else { return }
        places[key] = connections.count
        connections.append(connection)
        nextFrames.append(endOfBacklog)
    }

    /// Sends a frame to those concerned: now, if `isDirect` and nothing waits; otherwise it waits.
    package mutating func spread(_ frame: Frame, to recipients: Recipients = .everybody, isDirect: Bool) {
        guard !connections.isEmpty else { return }
        guard !isDirect || hasBacklog else {
            if case .everybody = recipients {
                for connection in connections where !connection.isBehind { connection.outlet.send(frame) }
            } else {
                for connection in connections where !connection.isBehind && recipients.include(connection) {
                    connection.outlet.send(frame)
                }
            }
            return
        }
        backlog.append(Waiting(frame: frame, recipients: recipients))
        bytesInBacklog += frame.count
    }

    /// Sends a frame to the connections of one participant, after what waits for them.
    package mutating func spread(_ frame: Frame, onlyTo participant: ParticipantID) {
        for (place, connection) in connections.enumerated() where connection.participant.id == participant {
            catchUp(at: place)
            if !connection.isBehind { connection.outlet.send(frame) }
        }
    }

    /// Somebody who is here.
    package func participant(_ id: ParticipantID) -> Participant? { present[id]?.participant }

    // MARK: backlog

    /// Whether something waits for somebody.
    var hasBacklog: Bool { !backlog.isEmpty }
    /// Whether so much waits that nobody may cause more.
    package var isBacklogFull: Bool { bytesInBacklog > Self.backlogBytes }

    private var endOfBacklog: Int { firstFrame + backlog.count }

    /// Sends what waits to the next connections.
    /// - Parameter limit: deliveries, about; a connection that gets nothing counts as one.
    /// - Returns: the number of deliveries.
    mutating func deliver(atMost limit: Int) -> Int {
        var deliveries = 0
        while hasBacklog, deliveries < limit {
            deliveries += max(1, catchUp(at: cursor))
            cursor += 1
            if cursor >= connections.count { forgetDelivered() }
        }
        return deliveries
    }

    /// Sends what waits to this connection.
    mutating func catchUp(_ connection: ClientConnection) {
        if hasBacklog, let place = places[ObjectIdentifier(connection)] { catchUp(at: place) }
    }

    /// Sends what waits to the connections of whoever has caused it and of the players.
    mutating func catchUp(_ cause: ParticipantID, _ players: [ParticipantID]) {
        for (place, connection) in connections.enumerated() {
            let id = connection.participant.id
            if id == cause || players.contains(id) { catchUp(at: place) }
        }
    }

    @discardableResult
    private mutating func catchUp(at place: Int) -> Int {
        let connection = connections[place]
        let first = nextFrames[place] - firstFrame
        guard first < backlog.count else { return 0 }
        nextFrames[place] = endOfBacklog
        guard !connection.isBehind else { return 0 }
        var count = 0
        for waiting in backlog[first...] where waiting.recipients.include(connection) {
            connection.outlet.send(waiting.frame)
            count += 1
        }
        return count
    }

    /// Drops the frames that everybody has got, and begins with the first connection again.
    private mutating func forgetDelivered() {
        cursor = 0
        let first = nextFrames.min() ?? endOfBacklog
        for waiting in backlog.prefix(first - firstFrame) { bytesInBacklog -= waiting.frame.count }
        backlog.removeFirst(first - firstFrame)
        firstFrame = first
    }

    // MARK: the line

    /// Asks how long a message is on its way to `participant`.
    package func measureRoundTrip(to participant: ParticipantID) {
        for connection in connections where connection.participant.id == participant {
            connection.outlet.measureRoundTrip()
        }
    }

    /// How long a message takes to `participant` and back, over the quickest of its lines; nil where that is not known.
    func roundTrip(to participant: ParticipantID) -> Int? {
        connections.lazy.filter { $0.participant.id == participant }.compactMap(\.outlet.roundTripMilliseconds).min()
    }

    /// Everybody who is told.
    package var everybody: [ClientConnection] { connections }
}
