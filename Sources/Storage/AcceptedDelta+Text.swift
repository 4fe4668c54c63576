import GameState

/// The stored form of a delta: `rev,"by",at,"id",{…}`, where the id may be null.
extension JSONWriter {
    /// Writes the parts of a delta into an array that the caller has begun.
    public mutating func parts(of delta: AcceptedDelta) {
        integer(delta.rev)
        string(delta.by.text)
        integer(delta.at)
        if let id = delta.id { string(id) } else { null() }
        self.delta(delta.delta)
    }
}

extension AcceptedDelta {
    /// Parses `[rev,"by",at,"id",{…}]`. Returns `nil` for any other text.
    public init?(text: [UInt8]) {
        guard let json = try? JSONParser.parse(text) else { return nil }
        self.init(json)
    }

    init?(_ json: JSON) {
        guard let parts = json.array, parts.count == 5, let rev = parts[0].integer,
            let by = parts[1].string, let at = parts[2].integer, parts[3].isNull || parts[3].string != nil,
            let changes = parts[4].members
        else { return nil }
        self.init(rev: rev, by: ParticipantID(by), at: at, id: parts[3].string, delta: Delta(changes))
    }
}
