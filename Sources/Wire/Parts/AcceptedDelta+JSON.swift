import GameState

extension JSONWriter {
    mutating func members(of accepted: AcceptedDelta) {
        member("rev", accepted.rev)
        member("by", accepted.by.text)
        member("at", accepted.at)
        memberIfAny("id", accepted.id)
        name("set")
        delta(accepted.delta)
    }

    mutating func deltas(_ deltas: [AcceptedDelta]) {
        member("deltas", deltas) { writer, accepted in writer.members(of: accepted) }
    }
}

extension Fields {
    func accepted() throws(BadMember) -> AcceptedDelta {
        guard let rev = self["rev"]?.integer, rev > 0 else {
            throw BadMember("rev", "\"rev\" must be a whole number, 1 or more.")
        }
        return AcceptedDelta(
            rev: rev, by: ParticipantID(self["by"]?.string ?? ""), at: self["at"]?.integer ?? 0,
            id: self["id"]?.string, delta: Delta(try members("set")))
    }

    func deltas() throws(BadMember) -> [AcceptedDelta] {
        var deltas: [AcceptedDelta] = []
        for element in try array("deltas") { deltas.append(try Fields(element, limits: limits).accepted()) }
        return deltas
    }
}
