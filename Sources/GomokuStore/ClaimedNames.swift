import GRDB
import GameState
import Storage

/// Which names may be claimed, or have been by somebody who is called otherwise now, so that a guest's name is looked up only
/// where it could be somebody's: a hash of each, eight bytes. What is free again stays in, and nobody else writes to the
/// directory.
///
/// Confined to the loop's thread, as the store is.
struct ClaimedNames {
    private var hashes: Set<Int> = []

    init(_ db: Database) throws {
        let keys = try PersonTables.names(db)
        while let key = try keys.next() { hashes.insert(key.hashValue) }
    }

    mutating func add(_ key: NameKey) { hashes.insert(key.text.hashValue) }

    /// False: nobody has claimed it.
    func mayContain(_ key: NameKey) -> Bool { hashes.contains(key.text.hashValue) }
}
