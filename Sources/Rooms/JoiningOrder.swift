import GameState

/// The order in which people first came into a room: the same for everybody, and kept when a line breaks.
///
/// Who comes back has its old place again, as long as not too many others have left since. The store keeps it for when
/// the room leaves memory, or the server ends.
struct JoiningOrder {
    /// How many who have left are remembered; then all of them are forgotten.
    static let absentLimit = 500

    /// How many the store is told of.
    static let keptLimit = 500

    private var places = SmallTable<ParticipantID, Int>()
    private var next = 1
    /// Whether the store has not been told of somebody.
    private(set) var isNew = false
    /// Who has a place, by their places: the first, as many as the store keeps.
    private var kept: [ParticipantID] = []
    /// Those who are here, by their places.
    private var line: [(place: Int, id: ParticipantID)] = []

    /// - Parameter kept: who was here before, the first first, as the store has it.
    init(kept: [ParticipantID] = []) {
        for id in kept where places.updateValue(next, forKey: id) == nil {
            next += 1
            if self.kept.count < Self.keptLimit { self.kept.append(id) }
        }
    }

    /// What the store is to keep: who has come, the first first.
    mutating func toKeep() -> [ParticipantID] {
        isNew = false
        return kept
    }

    /// It is here, now or already; returns its place.
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

    /// It is gone, and may come back.
    package mutating func leave(_ id: ParticipantID) {
        guard let place = places[id] else { return }
        let index = index(of: place)
        if index < line.count, line[index].place == place { line.remove(at: index) }
        guard places.count - line.count > Self.absentLimit else { return }
        places = SmallTable()
        for one in line { places[one.id] = one.place }
        kept = line.prefix(Self.keptLimit).map(\.id)
    }

    /// Whether it came last of those who are here.
    func isLast(_ id: ParticipantID) -> Bool { line.last?.id == id }

    /// The first of those who are here, at most so many.
    package func first(_ count: Int) -> some Sequence<ParticipantID> { line.prefix(count).lazy.map(\.id) }

    /// Where `place` stands in the line, or would stand.
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
