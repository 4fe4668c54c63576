import GRDB
import GameState

/// Which names may be claimed, so that a guest's name is looked up only where it could be somebody's: a hash of each, eight
/// bytes. Accounts are never removed, and nobody else writes to the directory.
///
/// Confined to the loop's thread, as the store is.
struct ClaimedNames {
    private var hashes: Set<Int> = []

    init(_ db: Database) throws {
        let keys = try Row.fetchCursor(db, sql: "SELECT key FROM account")
        while let row = try keys.next() { hashes.insert((row[0] as String).hashValue) }
    }

    mutating func add(_ key: NameKey) { hashes.insert(key.text.hashValue) }

    /// False: nobody has claimed it.
    func mayContain(_ key: NameKey) -> Bool { hashes.contains(key.text.hashValue) }
}
