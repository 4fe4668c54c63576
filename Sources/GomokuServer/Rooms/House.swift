import GameState

/// What every table needs of the house it stands in.
final class House {
    let store: any RoomStore
    let limits: Limits
    let counters = Counters()
    /// Server time, milliseconds since 1970.
    let now: () -> Int
    /// Called when coming and going at a large table should be told soon.
    var presenceChanged: (Table) -> Void = { _ in }
    /// Called when a table's room cannot be read any more.
    var broken: (Table) -> Void = { _ in }

    private var lives = 0

    /// A number that no life of any room has had before.
    func newLife() -> Int {
        lives += 1
        return lives
    }

    init(store: any RoomStore, limits: Limits, now: @escaping () -> Int) {
        self.store = store
        self.limits = limits
        self.now = now
    }
}
