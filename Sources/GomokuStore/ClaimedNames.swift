import GRDB
import GameState
import Storage

/// A filter of the names that are claimed now or were claimed before a rename, with an 8-byte hash
/// per name. The store looks up a guest's name in the database only if the filter may contain it.
///
/// Names that become free again stay in the filter. It is complete because no other process writes
/// to the directory.
///
/// Confined to the loop's thread, like the store.
struct ClaimedNames {
    private var hashes: Set<Int> = []

    init(_ db: Database) throws {
        let keys = try PersonTables.names(db)
        while let key = try keys.next() { hashes.insert(key.hashValue) }
    }

    mutating func add(_ key: NameKey) { hashes.insert(key.text.hashValue) }

    /// Whether the name may be claimed. If false, it certainly is not.
    func mayContain(_ key: NameKey) -> Bool { hashes.contains(key.text.hashValue) }
}
