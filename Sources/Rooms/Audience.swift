import GameState
import WebSockets
import Wire

/// The connections of a room that receive its broadcasts, and the participants who are present.
///
/// A connection is admitted when its snapshot is sent. A participant is present from its first join
/// to its last leave. Frames that cannot be sent to every connection at once wait in a backlog
/// (``FanOut``), and each connection receives them in order.
package struct Audience {
    /// The number of connections from which on a room announces joins and leaves together, after
    /// ``PresenceNews/momentMilliseconds``.
    static let crowdSize = 8
    /// The number of connections from which on a room announces joins and leaves only every
    /// ``PresenceNews/milliseconds``.
    static let coalescingSize = 50
    /// The maximum number of participants in a snapshot.
    static let namedLimit = 500

    /// The size of the backlog above which only players may add to it, in bytes.
    static let backlogBytes = 1 << 20

    /// The recipients of a frame.
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
    /// The number of the next frame for each connection.
    private var nextFrames: [Int] = []
    /// Frames that some connections have not received, oldest first, and the number of the first
    /// one.
    private var backlog: [Waiting] = []
    private var firstFrame = 0
    private var bytesInBacklog = 0
    /// The index in `connections` of the next connection that receives its backlog.
    private var cursor = 0
    private var places = SmallTable<ObjectIdentifier, Int>()
    private var present = SmallTable<ParticipantID, (participant: Participant, connections: Int)>()
    private var here = SmallTable<ObjectIdentifier, ClientConnection>()
    /// Participants who joined or changed their name since the last announcement, and whether an
    /// earlier announcement named them.
    private var joined: [ParticipantID: (participant: Participant, wasAnnounced: Bool)] = [:]
    private var left: Set<ParticipantID> = []
    private var order: JoiningOrder
    /// The cached result of ``participantsText()``; nil if it is out of date.
    private var cachedParticipants: [UInt8]?
    /// The number of participants from which on ``participantsText()`` caches its result.
    private static let writtenFrom = 8

    /// - Parameter order: participants who were in the room before, in order of arrival.
    init(order: [ParticipantID] = []) { self.order = JoiningOrder(kept: order) }

    /// The number of connections that receive broadcasts.
    package var count: Int { connections.count }
    package var isEmpty: Bool { here.isEmpty }
    /// The number of participants present.
    package var presentCount: Int { present.count }
    /// The participants present, in the order in which they first joined; at most ``namedLimit``.
    package var participants: [Participant] { order.first(Self.namedLimit).compactMap { present[$0]?.participant } }

    /// Returns the order in which participants first joined, or nil if the store already has it.
    mutating func orderToStore() -> [ParticipantID]? { order.isNew ? order.toStore() : nil }

    /// Whether the connection has joined and not left.
    func hasJoined(_ connection: ClientConnection) -> Bool { here[ObjectIdentifier(connection)] != nil }
    package func isPresent(_ participant: ParticipantID) -> Bool { present[participant] != nil }

    /// Whether joins or leaves wait to be announced.
    var hasNews: Bool { !joined.isEmpty || !left.isEmpty }

    // MARK: presence

    /// Notes that the participant of `connection` is present over this connection, and notes a new
    /// name of the participant.
    mutating func announce(_ connection: ClientConnection) {
        var participant = connection.participant
        participant.place = order.enter(participant.id)
        let isNew = here.updateValue(connection, forKey: ObjectIdentifier(connection)) == nil
        let known = present[participant.id]
        present[participant.id] = (participant, (known?.connections ?? 0) + (isNew ? 1 : 0))
        if known?.participant != participant {
            write(participant, isNew: known == nil)
            let hadLeft = left.remove(participant.id) != nil
            let wasAnnounced = known == nil ? hadLeft : joined[participant.id]?.wasAnnounced ?? true
            joined[participant.id] = (participant, wasAnnounced)
        }
    }

    /// Stops broadcasts to the connection. The participant leaves when no connection of the
    /// participant remains.
    package mutating func remove(_ connection: ClientConnection) {
        suspend(connection)
        guard here.removeValue(forKey: ObjectIdentifier(connection)) != nil,
            let known = present[connection.participant.id]
        else { return }
        if known.connections > 1 {
            present[connection.participant.id] = (known.participant, known.connections - 1)
        } else {
            present[connection.participant.id] = nil
            cachedParticipants = nil
            order.leave(connection.participant.id)
            // A participant who came and went between two announcements is never announced.
            let news = joined.removeValue(forKey: connection.participant.id)
            if news?.wasAnnounced ?? true { left.insert(connection.participant.id) }
        }
    }

    /// Removes the participant's name without notifying clients. They soon learn that the
    /// participant has left.
    package mutating func anonymize(_ participant: ParticipantID) {
        guard var known = present[participant] else { return }
        known.participant.anonymize()
        present[participant] = known
        joined[participant]?.participant.anonymize()
        cachedParticipants = nil
    }

    /// Returns the joins and leaves since the last call, or nil if there are none.
    package mutating func news(in room: RoomName) -> Notice? {
        guard hasNews else { return nil }
        defer {
            joined = [:]
            left = []
        }
        let newcomers = joined.values.map(\.participant).sorted { ($0.place ?? .max) < ($1.place ?? .max) }
        return .participants(room: room, joined: newcomers, left: Array(left))
    }

    /// Returns ``participants`` as the elements of a JSON list. In a large room this list is most
    /// of a snapshot, and nearly the same for the next client that joins, so its text is cached.
    mutating func participantsText() -> [UInt8] {
        if let cachedParticipants { return cachedParticipants }
        var writer = JSONWriter()
        for participant in participants { writer.participant(participant) }
        if present.count >= Self.writtenFrom { cachedParticipants = writer.bytes }
        return writer.bytes
    }

    /// Updates the cached text of the list of participants. A newcomer is appended to the list; any
    /// other change discards the text.
    private mutating func write(_ participant: Participant, isNew: Bool) {
        guard var text = cachedParticipants else { return }
        cachedParticipants = nil
        guard isNew, order.isLast(participant.id), present.count <= Self.namedLimit else { return }
        var writer = JSONWriter()
        writer.participant(participant)
        text.append(UInt8(ascii: ","))
        text.append(contentsOf: writer.bytes)
        cachedParticipants = text
    }

    // MARK: fan-out

    /// Stops broadcasts to the connection until it is admitted again, because a new snapshot for it
    /// waits behind uncommitted deltas.
    mutating func suspend(_ connection: ClientConnection) {
        guard let place = places.removeValue(forKey: ObjectIdentifier(connection)) else { return }
        let last = connections.removeLast()
        let lastFrame = nextFrames.removeLast()
        if last !== connection {
            connections[place] = last
            nextFrames[place] = lastFrame
        }
        if cursor >= connections.count { dropDelivered() }
        guard last !== connection else { return }
        places[ObjectIdentifier(last)] = place
    }

    /// Starts broadcasts to the connection.
    package mutating func admit(_ connection: ClientConnection) {
        let key = ObjectIdentifier(connection)
        guard here[key] != nil, places[key] == nil else { return }
        places[key] = connections.count
        connections.append(connection)
        nextFrames.append(endOfBacklog)
    }

    /// Sends a frame to its recipients at once if `isDirect` and the backlog is empty. Otherwise
    /// the frame is queued.
    package mutating func broadcast(_ frame: Frame, to recipients: Recipients = .everybody, isDirect: Bool) {
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

    /// Sends a frame to the connections of one participant, after their backlog.
    package mutating func send(_ frame: Frame, onlyTo participant: ParticipantID) {
        for (place, connection) in connections.enumerated() where connection.participant.id == participant {
            catchUp(at: place)
            if !connection.isBehind { connection.outlet.send(frame) }
        }
    }

    /// Returns the participant if present.
    package func participant(_ id: ParticipantID) -> Participant? { present[id]?.participant }

    // MARK: backlog

    /// Whether frames wait for some connection.
    var hasBacklog: Bool { !backlog.isEmpty }
    /// Whether the backlog is so large that only players may add to it.
    package var isBacklogFull: Bool { bytesInBacklog > Self.backlogBytes }

    private var endOfBacklog: Int { firstFrame + backlog.count }

    /// Sends the waiting frames to the next connections.
    /// - Parameter limit: the approximate number of deliveries. A connection that receives nothing
    ///   counts as one.
    /// - Returns: the number of deliveries.
    mutating func deliver(atMost limit: Int) -> Int {
        var deliveries = 0
        while hasBacklog, deliveries < limit {
            deliveries += max(1, catchUp(at: cursor))
            cursor += 1
            if cursor >= connections.count { dropDelivered() }
        }
        return deliveries
    }

    /// Sends `connection` the frames that wait for it.
    mutating func catchUp(_ connection: ClientConnection) {
        if hasBacklog, let place = places[ObjectIdentifier(connection)] { catchUp(at: place) }
    }

    /// Sends the waiting frames to the connections of the players, and of the participant `cause`
    /// who caused the newest frame.
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

    /// Drops the frames that every connection has received, and starts again at the first
    /// connection.
    private mutating func dropDelivered() {
        cursor = 0
        let first = nextFrames.min() ?? endOfBacklog
        for waiting in backlog.prefix(first - firstFrame) { bytesInBacklog -= waiting.frame.count }
        backlog.removeFirst(first - firstFrame)
        firstFrame = first
    }

    // MARK: round-trip times

    /// Starts a measurement of the round-trip time to `participant`.
    package func measureRoundTrip(to participant: ParticipantID) {
        for connection in connections where connection.participant.id == participant {
            connection.outlet.measureRoundTrip()
        }
    }

    /// Returns the round-trip time to `participant` over the fastest connection, in milliseconds,
    /// or nil if it has not been measured.
    func roundTrip(to participant: ParticipantID) -> Int? {
        connections.lazy.filter { $0.participant.id == participant }.compactMap(\.outlet.roundTripMilliseconds).min()
    }

    /// Returns the participant's connections, including those that receive no broadcasts yet.
    func all(of participant: ParticipantID) -> [ClientConnection] {
        here.values.filter { $0.participant.id == participant }
    }

    /// The connections that receive broadcasts.
    package var everybody: [ClientConnection] { connections }
}
