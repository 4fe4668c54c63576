import GRDB
import GameState
import Storage

/// The contents of the journal by room and owner. Reading them verifies each row.
struct JournalCheck {
    /// A delta as the journal has it.
    struct Item {
        let rev: Int
        let text: ArraySlice<UInt8>
    }

    private struct Key: Hashable {
        let room: Int64
        let owner: String
    }

    let fingerprint: Fingerprint
    private var items: [Key: [Item]] = [:]
    private var owners: [Int64: Set<String>] = [:]
    private(set) var fault: String?

    init(_ db: Database) throws {
        fingerprint = try Fingerprint(db)
        do {
            try JournalTable.read(db) { _, body in
                var scanner = ItemScanner(body)
                while let range = try scanner.next() {
                    let item = try JournalItem(range, of: body)
                    owners[item.room, default: []].insert(item.owner)
                    items[Key(room: item.room, owner: item.owner), default: []].append(
                        Item(rev: item.rev, text: [UInt8(ascii: "[")] + body[item.start..<range.upperBound]))
                }
            }
        } catch let error as Rows.Unreadable {
            fault = error.description
        }
    }

    /// Notes damage of the journal. Deltas of removed rooms are no fault, because room IDs are
    /// never reused.
    func run(_ check: inout StoreFindings) { if let fault { check.note(fault) } }

    func owners(of room: Int64) -> Set<String> { owners[room] ?? [] }
    func items(room: Int64, owner: String) -> [Item] { items[Key(room: room, owner: owner)] ?? [] }
}
