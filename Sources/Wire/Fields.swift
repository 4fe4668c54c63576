import GameState

/// Reads the members of one message.
///
/// A server is strict with what it is asked (`try`); a client passes over what it can do without (the subscript).
public struct Fields: Sendable {
    public let json: JSON
    public let limits: Limits

    init(_ json: JSON, limits: Limits = Limits()) {
        self.json = json
        self.limits = limits
    }

    public subscript(name: String) -> JSON? { json[name] }

    /// What stands in `type`; nil for what is no message.
    var type: String? { json["type"]?.string }

    /// The id to repeat in an answer; nil when it is no usable one.
    public var id: String? { json["id"]?.string.flatMap { $0.utf8.count <= limits.idBytes ? $0 : nil } }

    // MARK: what must be there

    public func text(_ name: String) throws(BadMember) -> String {
        guard let text = json[name]?.string else { throw BadMember(name, "\"\(name)\" must be a text.") }
        return text
    }

    /// A whole number from 0.
    public func number(_ name: String) throws(BadMember) -> Int {
        guard let number = json[name]?.integer, number >= 0 else {
            throw BadMember(name, "\"\(name)\" must be a whole number from 0.")
        }
        return number
    }

    public func room() throws(BadMember) -> RoomName {
        guard let room = json["room"]?.string.flatMap({ RoomName($0) }) else {
            throw BadMember(
                "room",
                "\"room\" must be a name of 1 to \(RoomName.lengthLimit) letters, digits, \"-\", \"_\", \".\" or \"~\"."
            )
        }
        return room
    }

    /// An object's members.
    public func members(_ name: String) throws(BadMember) -> [JSON.Member] {
        guard let members = json[name]?.members else {
            throw BadMember(name, "\"\(name)\" must be an object of keys and values.")
        }
        return members
    }

    public func array(_ name: String) throws(BadMember) -> [JSON] {
        guard let elements = json[name]?.array else { throw BadMember(name, "\"\(name)\" must be a list.") }
        return elements
    }

    // MARK: what may be left out, but must be right where it is there

    /// Whether the member is left out, or null.
    private func lacks(_ name: String) -> Bool { json[name]?.isNull ?? true }

    public func textIfAny(_ name: String) throws(BadMember) -> String? { lacks(name) ? nil : try text(name) }

    public func numberIfAny(_ name: String) throws(BadMember) -> Int? { lacks(name) ? nil : try number(name) }

    /// False when it is left out.
    public func flag(_ name: String) throws(BadMember) -> Bool {
        guard !lacks(name) else { return false }
        guard let flag = json[name]?.bool else { throw BadMember(name, "\"\(name)\" must be true or false.") }
        return flag
    }

    /// The word of that name, read; nil when it is left out.
    public func wordIfAny<Word>(
        _ name: String, _ examples: @autoclosure () -> [String], _ read: (String) -> Word?
    ) throws(BadMember) -> Word? {
        guard !lacks(name) else { return nil }
        guard let word = json[name]?.string.flatMap(read) else {
            let list = examples().map { "\"\($0)\"" }.joined(separator: ", ")
            throw BadMember(name, "\"\(name)\" must be a text such as \(list), or left out.")
        }
        return word
    }
}
