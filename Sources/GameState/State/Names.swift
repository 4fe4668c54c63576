/// The id of a participant: a person or a bot. `p-…` for those who connect, `robot:N` for the built-in robot.
public struct ParticipantID: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// Any text that names a participant: where it comes from a client, it is only compared, never believed.
    public init(_ text: String) { self.text = text }

    public var description: String { text }

    /// How strong the built-in robot can be.
    public static let robotLevels = 1...10

    /// The level of the built-in robot that this id stands for, 1…10; nil for everybody else.
    public var robotLevel: Int? {
        guard text.utf8.first == UInt8(ascii: "r"), text.hasPrefix("robot:"), let level = Int(text.dropFirst(6)),
            Self.robotLevels.contains(level),
            text == "robot:\(level)"
        else { return nil }
        return level
    }
}

/// Who somebody is, as others are told.
public struct Participant: Equatable, Sendable {
    public let id: ParticipantID
    public var name: String
    /// Said by itself, and shown.
    public var isBot: Bool
    /// Whether the name is its own, by password: nobody else is called so.
    public var isClaimed: Bool
    /// Its number in the order in which people first came into a room; nil where no room is meant.
    public var place: Int?

    public init(id: ParticipantID, name: String, isBot: Bool = false, isClaimed: Bool = false, place: Int? = nil) {
        self.id = id
        self.name = name
        self.isBot = isBot
        self.isClaimed = isClaimed
        self.place = place
    }
}

/// What a room is for.
public enum RoomKind: String, Sendable {
    /// Five-in-a-row: the referee judges every delta.
    case gomoku
    /// Any keys, as a Wave gadget uses them.
    case open
    /// The server's own list, ``RoomName/lobby``: only the server writes it, and it is kept in memory only.
    case lobby
}
