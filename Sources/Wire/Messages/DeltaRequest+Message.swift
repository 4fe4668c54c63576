import GameState

/// The request `delta`, which changes a room's state.
extension DeltaRequest: Message {
    public static let type: StaticString = "delta"

    public init(_ fields: Fields) throws(BadMember) {
        let room = try fields.room()
        guard let id = fields.id, !id.isEmpty else {
            throw BadMember(
                "id",
                "A delta needs an \"id\": a string of 1 to \(fields.limits.idBytes) bytes, different for each delta.")
        }
        func reject(_ name: String, _ expected: String) -> BadMember {
            let rejection = Rejection.badValue(key: name, expected: expected)
            return BadMember(name, "\(rejection)", target: .init(room: room, id: id, rejection: rejection))
        }
        guard let members = fields["set"]?.members else { throw reject("set", "an object of keys and values") }
        let base: Int?
        switch fields["base"] {
        case nil, .null: base = nil
        case .some(let value):
            guard let rev = value.integer, rev >= 0 else {
                throw reject("base", "a revision: a whole number, 0 or more")
            }
            base = rev
        }
        let guards: Guard
        switch fields["guard"] {
        case nil, .null, .bool(false): guards = .none
        case .bool(true): guards = .all
        case .array(let elements):
            let keys = elements.compactMap(\.string)
            guard keys.count == elements.count else { throw reject("guard", Self.guardForm) }
            guards = .keys(keys)
        default: throw reject("guard", Self.guardForm)
        }
        let scope: Scope
        switch fields["scope"] {
        case nil, .null: scope = .shared
        case .string("private"): scope = .own
        default: throw reject("scope", "\"private\" or absent")
        }
        self.init(room: room, id: id, base: base, guards: guards, scope: scope, delta: Delta(members))
    }

    private static let guardForm = "true, false or a list of keys"

    public func write(into writer: inout JSONWriter) {
        writer.member("room", room.text)
        writer.member("id", id)
        writer.memberIfAny("base", base)
        switch guards {
        case .none: break
        case .all: writer.flag("guard", true)
        case .keys(let keys): writer.member("guard", keys)
        }
        if scope == .own { writer.member("scope", "private") }
        writer.name("set")
        writer.delta(delta)
    }
}
