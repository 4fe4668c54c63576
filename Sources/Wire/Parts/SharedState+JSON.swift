import GameState

extension JSONWriter {
    mutating func member(_ name: StaticString, _ state: SharedState) {
        self.name(name)
        object(state)
    }

    /// Writes the receiver's private state, or nothing if there is none.
    mutating func own(_ own: SharedState?) {
        guard let own else { return }
        member("private", own)
        member("privateRev", own.rev)
    }
}

extension SharedState {
    /// The approximate length of ``json``.
    var jsonCapacity: Int { 16 + bytes + 8 * count }

    /// The keys and values as one JSON object in UTF-8.
    public var json: [UInt8] {
        var writer = JSONWriter(reserving: jsonCapacity)
        writer.object(self)
        return writer.bytes
    }

    /// Creates a state from the wire. The wire does not contain the revision of each key's last
    /// change, so every key counts as changed at `rev`.
    public init(_ members: [JSON.Member], rev: Int) {
        let entries = Delta(members).changes.filter { $0.value != nil }.map { (key: $0.key, value: $0.value, rev: rev) }
        self.init(SharedState.Snapshot(rev: rev, forgottenBefore: rev, entries: entries))
    }
}

extension Fields {
    /// Returns the private state, which every answer to a `join` contains as a whole. Returns `nil`
    /// if the member is missing.
    func own() -> SharedState? {
        self["private"]?.members.map { members in
            SharedState(members, rev: self["privateRev"]?.integer.flatMap { $0 >= 0 ? $0 : nil } ?? 0)
        }
    }
}
