import GameState

extension JSONWriter {
    public mutating func participant(_ participant: Participant) {
        beginObject()
        members(of: participant)
        endObject()
    }

    private mutating func members(of participant: Participant) {
        member("id", participant.id.text)
        member("name", participant.name)
        name("bot")
        bool(participant.isBot)
        flag("claimed", participant.isClaimed)
        memberIfAny("place", participant.place)
    }

    mutating func member(_ name: StaticString, _ participants: [Participant]) {
        member(name, participants) { writer, participant in writer.members(of: participant) }
    }
}

extension Participant {
    /// Parses a participant. Returns `nil` if there is no id.
    public init?(_ json: JSON) {
        guard let id = json["id"]?.string else { return nil }
        self.init(
            id: ParticipantID(id), name: json["name"]?.string ?? id, isBot: json["bot"]?.bool ?? false,
            isClaimed: json["claimed"]?.bool ?? false, place: json["place"]?.integer)
    }
}

extension Fields {
    /// Returns the valid participants in a list. Empty if there is no list.
    func participants(_ name: String) -> [Participant] {
        (self[name]?.array ?? []).compactMap { Participant($0) }
    }
}
