import GameState

extension JSONWriter {
    mutating func member(_ name: StaticString, _ state: SharedState) {
        self.name(name)
        object(state)
    }

    /// The receiver's own state; nothing for somebody who has none.
    mutating func own(_ own: SharedState?) {
        guard let own else { return }
        member("private", own)
        member("privateRev", own.rev)
    }
}

extension SharedState {
    /// About how long ``json`` is.
    var jsonCapacity: Int { 16 + bytes + 8 * count }

    /// Keys and values as one JSON object in UTF-8.
    public var json: [UInt8] {
        var writer = JSONWriter(reserving: jsonCapacity)
        writer.object(self)
        return writer.bytes
    }

    /// As it comes over the wire: when each key changed is not told, so it counts as just now.
    public init(_ members: [JSON.Member], rev: Int) {
        let entries = Delta(members).changes.filter { $0.value != nil }.map { (key: $0.key, value: $0.value, rev: rev) }
        self.init(SharedState.Archive(rev: rev, forgottenBefore: rev, entries: entries))
    }
}

extension Fields {
    /// The private state comes whole with every join; nil where nothing is said of it.
    func own() -> SharedState? {
        self["private"]?.members.map { members in
            SharedState(members, rev: self["privateRev"]?.integer.flatMap { $0 >= 0 ? $0 : nil } ?? 0)
        }
    }
}
