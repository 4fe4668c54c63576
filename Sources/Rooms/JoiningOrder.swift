import GameState

/// The order in which participants first joined a room. It is the same for all clients and survives
/// reconnects.
///
/// A returning participant gets the old place back, unless too many others have left since. The
/// store keeps the order for when the room is evicted or the server stops.
struct JoiningOrder {
    /// The number of absent participants who keep their places. If there are more, all absent ones
    /// lose theirs.
    static let absentLimit = 500

    /// The number of participants whose order the store keeps.
    static let keptLimit = 500

    private var places = SmallTable<ParticipantID, Int>()
    private var next = 1
    /// Whether the store does not know the newest participants yet.
    private(set) var isNew = false
    /// The first participants with a place, in order, as many as the store keeps.
    private var kept: [ParticipantID] = []
    /// The participants present, by place.
    private var line: [(place: Int, id: ParticipantID)] = []

    /// - Parameter kept: earlier participants, in order of arrival, as stored.
    init(kept: [ParticipantID] = []) {
        for id in kept where places.updateValue(next, forKey: id) == nil {
            next += 1
            if self.kept.count < Self.keptLimit { self.kept.append(id) }
        }
    }

    /// Returns the order of arrival to store.
    mutating func toStore() -> [ParticipantID] {
        isNew = false
        return kept
    }

    /// Notes that the participant is present, and returns the place.
    package mutating func enter(_ id: ParticipantID) -> Int {
        let place = places[id] ?? next
        if places.updateValue(place, forKey: id) == nil {
            next += 1
            if kept.count < Self.keptLimit {
                kept.append(id)
                isNew = true
            }
        }
        let index = index(of: place)
        if index == line.count || line[index].place != place { line.insert((place, id), at: index) }
        return place
    }

    /// Notes that the participant has left, and may come back.
    package mutating func leave(_ id: ParticipantID) {
        guard let place = places[id] else { return }
        let index = index(of: place)
        if index < line.count, line[index].place == place { line.remove(at: index) }
        guard places.count - line.count > Self.absentLimit else { return }
        places = SmallTable()
        for one in line { places[one.id] = one.place }
        kept = line.prefix(Self.keptLimit).map(\.id)
    }

    /// Whether the participant was the last of those present to join.
    func isLast(_ id: ParticipantID) -> Bool { line.last?.id == id }

    /// Returns the participants present with the lowest places, at most `count`.
    package func first(_ count: Int) -> some Sequence<ParticipantID> { line.prefix(count).lazy.map(\.id) }

    /// Returns the index of `place` in `line`, or the index at which it would be inserted.
    private func index(of place: Int) -> Int {
        var low = 0
        var high = line.count
        while low < high {
            let middle = (low + high) / 2
            if line[middle].place < place { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
