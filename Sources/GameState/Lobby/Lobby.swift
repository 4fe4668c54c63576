/// The open seeks, and the rules for pairing them. A value that returns the effects of each
/// request, which the server then sends to clients.
///
/// If several seeks fit, the oldest one is paired. Each connection has at most one seek, so that it
/// is never paired twice.
public struct Lobby: Sendable {
    /// An effect of a request. Callers carry out effects in order.
    public enum Effect: Equatable, Sendable {
        /// The seek is new in the list or has changed.
        case listed(Seek)
        /// The seek is no longer in the list.
        case unlisted(Seek)
        /// The seek was evicted to make room for an address that has fewer seeks.
        case pushedOut(Seek)
        /// Two seekers play each other. Their seeks are no longer in the list.
        case paired(Pair)
    }

    /// Two seekers that play each other.
    public struct Pair: Equatable, Sendable {
        /// The seeker who was waiting.
        public let first: PairedSeeker
        public let second: PairedSeeker
        public let terms: GameTerms
    }

    /// A seeker of a pair, with connection and request.
    public struct PairedSeeker: Equatable, Sendable {
        public let connection: Int
        /// The `id` of the seeker's request (`seek` or `accept`), for the answer.
        public let id: String?
        public let seeker: Seeker
    }

    /// The limits of the lobby.
    public struct Limits: Sendable {
        /// The number of open seeks in total.
        public var seeks = 5_000
        /// The number of open seeks per group. A group is a client's address.
        public var seeksPerGroup = 64
        /// The number of open seeks per participant.
        public var seeksPerParticipant = 8

        public init() {}
    }

    private let bounds: Limits
    private var lastNumber = 0
    private var open: [Int: Seek] = [:]
    private var numbers: [Int: Int] = [:]
    /// The numbers of the open seeks by their terms, oldest first.
    private var waiting: [GameTerms: [Int]] = [:]
    private var groups: [String: Int] = [:]
    private var seekers: [ParticipantID: Int] = [:]
    private var groupOf: [Int: String] = [:]

    public init(bounds: Limits = Limits()) { self.bounds = bounds }

    /// The open seeks, oldest first.
    public var seeks: [Seek] { open.values.sorted { $0.number < $1.number } }
    public var count: Int { open.count }

    /// The open seek with the given number.
    public subscript(number: Int) -> Seek? { open[number] }

    /// Returns the open seek of a connection.
    public func seek(of connection: Int) -> Seek? { numbers[connection].flatMap { open[$0] } }

    /// Pairs `seeker` with the oldest fitting seek, or lists a new seek. Removes an earlier seek of
    /// the same connection.
    ///
    /// - Parameter group: The group whose seeks ``Limits/seeksPerGroup`` limits, or `nil` for no
    ///   limit.
    public mutating func seek(
        _ terms: GameTerms, range: RatingRange = .any, by seeker: Seeker, on connection: Int, group: String? = nil,
        id: String? = nil
    ) throws(LobbyRefusal) -> [Effect] {
        guard !terms.isRated || seeker.participant.isClaimed else { throw .notClaimed }
        let old = seek(of: connection)
        if let group, old == nil, groups[group, default: 0] >= bounds.seeksPerGroup {
            throw .full(limit: bounds.seeksPerGroup)
        }
        guard old != nil || seekers[seeker.participant.id, default: 0] < bounds.seeksPerParticipant else {
            throw .full(limit: bounds.seeksPerParticipant)
        }
        let makesWay = old == nil && open.count >= bounds.seeks ? newestOfMost(besides: group) : nil
        guard open.count < bounds.seeks || old != nil || makesWay != nil else { throw .full(limit: bounds.seeks) }
        var effects = unseek(connection)
        lastNumber += 1
        let seek = Seek(number: lastNumber, connection: connection, id: id, seeker: seeker, terms: terms, range: range)
        guard let other = oldest(fitting: seek) else {
            if let makesWay {
                remove(makesWay)
                effects += [.unlisted(makesWay), .pushedOut(makesWay)]
            }
            add(seek, group)
            return effects + [.listed(seek)]
        }
        remove(other)
        let place = PairedSeeker(connection: connection, id: id, seeker: seeker)
        effects += [.unlisted(other), .paired(Pair(first: PairedSeeker(other), second: place, terms: terms))]
        return effects
    }

    /// Returns the newest seek of the largest group, if `group` would still be smaller after one
    /// more seek. A single address therefore cannot fill the lobby and lock out others.
    private func newestOfMost(besides group: String?) -> Seek? {
        guard let group, let most = groups.max(by: { $0.value < $1.value }), most.value > groups[group, default: 0] + 1
        else { return nil }
        return groupOf.filter { $0.value == most.key }.keys.max().flatMap { open[$0] }
    }

    private func oldest(fitting seek: Seek) -> Seek? {
        for number in waiting[seek.terms] ?? [] {
            if let other = open[number], other.fits(seek) { return other }
        }
        return nil
    }

    /// Removes the seek of `connection`, if there is one.
    public mutating func unseek(_ connection: Int) -> [Effect] {
        guard let seek = seek(of: connection) else { return [] }
        remove(seek)
        return [.unlisted(seek)]
    }

    /// Pairs `seeker` with the owner of the open seek `number`. Removes the seeker's own seek too.
    public mutating func accept(
        _ number: Int, by seeker: Seeker, on connection: Int, id: String? = nil
    ) throws(LobbyRefusal) -> [Effect] {
        guard let seek = open[number] else { throw .gone }
        guard seek.seeker.participant.id != seeker.participant.id else { throw .own }
        guard !seek.terms.isRated || seeker.participant.isClaimed else { throw .notClaimed }
        guard seek.range.contains(seeker.rating) else { throw .outOfRange(seek.range) }
        remove(seek)
        let place = PairedSeeker(connection: connection, id: id, seeker: seeker)
        return [.unlisted(seek)] + unseek(connection) + [
            .paired(Pair(first: PairedSeeker(seek), second: place, terms: seek.terms))
        ]
    }

    /// Updates the participant of the seek of `connection` after a change of name.
    public mutating func renamed(_ connection: Int, _ participant: Participant) -> [Effect] {
        guard var seek = seek(of: connection), seek.seeker.participant != participant else { return [] }
        seek.seeker.participant = participant
        open[seek.number] = seek
        return [.listed(seek)]
    }

    private mutating func add(_ seek: Seek, _ group: String?) {
        open[seek.number] = seek
        numbers[seek.connection] = seek.number
        waiting[seek.terms, default: []].append(seek.number)
        seekers[seek.seeker.participant.id, default: 0] += 1
        guard let group else { return }
        groupOf[seek.number] = group
        groups[group, default: 0] += 1
    }

    private mutating func remove(_ seek: Seek) {
        open[seek.number] = nil
        numbers[seek.connection] = nil
        waiting[seek.terms]?.removeAll { $0 == seek.number }
        if waiting[seek.terms]?.isEmpty == true { waiting[seek.terms] = nil }
        let seeker = seek.seeker.participant.id
        if let count = seekers[seeker] { seekers[seeker] = count > 1 ? count - 1 : nil }
        guard let group = groupOf.removeValue(forKey: seek.number), let count = groups[group] else { return }
        groups[group] = count > 1 ? count - 1 : nil
    }
}

extension Lobby.PairedSeeker {
    fileprivate init(_ seek: Seek) {
        self.init(connection: seek.connection, id: seek.id, seeker: seek.seeker)
    }
}
