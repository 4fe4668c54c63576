import GameState
import Storage
import Wire

/// The findings of `check` as JSON lines. Pure.
enum FindingsLines {
    /// Returns a line with the counts, then one for each fault that is described.
    static func json(_ findings: StoreFindings) -> [String] {
        var head = JSONWriter()
        head.beginObject()
        head.member("type", "check")
        head.member("rooms", findings.rooms)
        head.member("deltas", findings.deltas)
        head.member("participants", findings.participants)
        head.member("accounts", findings.accounts)
        head.member("games", findings.games)
        head.member("faults", findings.faultCount)
        head.endObject()
        let faults = findings.faults.map { fault in
            var line = JSONWriter()
            line.beginObject()
            line.member("type", "fault")
            if let room = fault.room { line.member("room", room) }
            if let owner = fault.owner { line.member("owner", owner) }
            if let rev = fault.rev { line.member("rev", rev) }
            line.member("what", fault.what)
            line.endObject()
            return line
        }
        return ([head] + faults).map { String(decoding: $0.bytes, as: UTF8.self) }
    }
}
