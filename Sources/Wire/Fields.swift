import GameState

/// The members of a message to be parsed.
///
/// Servers use the throwing methods, which reject invalid requests. Clients use the subscript and
/// ignore members that they do not need.
public struct Fields: Sendable {
    public let json: JSON
    public let limits: Limits

    init(_ json: JSON, limits: Limits = Limits()) {
        self.json = json
        self.limits = limits
    }

    public subscript(name: String) -> JSON? { json[name] }

    /// The value of the member `type`, or `nil` if this is not a message.
    var type: String? { json["type"]?.string }

    /// The id to repeat in an answer, or `nil` if there is no usable one.
    public var id: String? { json["id"]?.string.flatMap { $0.utf8.count <= limits.idBytes ? $0 : nil } }

    // MARK: Required members

    public func text(_ name: String) throws(BadMember) -> String {
        guard let text = json[name]?.string else { throw BadMember(name, "\"\(name)\" must be a string.") }
        return text
    }

    /// Returns a whole number from 0.
    public func number(_ name: String) throws(BadMember) -> Int {
        guard let number = json[name]?.integer, number >= 0 else {
            throw BadMember(name, "\"\(name)\" must be a whole number, 0 or more.")
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

    /// Returns the members of an object.
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

    // MARK: Optional members, which must be valid if present

    /// Returns whether the member is missing or null.
    private func lacks(_ name: String) -> Bool { json[name]?.isNull ?? true }

    public func textIfAny(_ name: String) throws(BadMember) -> String? { lacks(name) ? nil : try text(name) }

    public func numberIfAny(_ name: String) throws(BadMember) -> Int? { lacks(name) ? nil : try number(name) }

    /// Returns a Boolean member, or `false` if it is missing.
    public func flag(_ name: String) throws(BadMember) -> Bool {
        guard !lacks(name) else { return false }
        guard let flag = json[name]?.bool else { throw BadMember(name, "\"\(name)\" must be true or false.") }
        return flag
    }

    /// Returns the value that `read` makes of a text, or `nil` if the member is missing.
    public func wordIfAny<Word>(
        _ name: String, _ examples: @autoclosure () -> [String], _ read: (String) -> Word?
    ) throws(BadMember) -> Word? {
        guard !lacks(name) else { return nil }
        guard let word = json[name]?.string.flatMap(read) else {
            let list = examples().map { "\"\($0)\"" }.joined(separator: ", ")
            throw BadMember(name, "\"\(name)\" must be a string such as \(list), or absent.")
        }
        return word
    }
}
