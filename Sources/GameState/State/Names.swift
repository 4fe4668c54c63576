/// The id of a participant, who is a person or a bot. `p-…` is a client, `robot:N` the built-in
/// robot.
public struct ParticipantID: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// Creates an id from any text. The server compares ids from clients but never trusts them.
    public init(_ text: String) { self.text = text }

    public var description: String { text }

    /// The possible lengths of an id in keys and messages, in bytes.
    public static let lengths = 1...64

    /// The levels of the built-in robot.
    public static let robotLevels = 1...10

    /// The names of the built-in robot at each level, in English. Clients that know the user's
    /// language show the translated names instead (`words/`, table `both.levels`).
    public static let robotNames = [
        "Seed", "Sprout", "Sapling", "Willow", "Birch", "Maple", "Ash", "Oak", "Yew", "Kaya",
    ]

    /// The name of the built-in robot that this id names, or `nil` for any other participant.
    public var robotName: String? { robotLevel.map { Self.robotNames[$0 - Self.robotLevels.lowerBound] } }

    /// The level of the built-in robot that this id names (1…10), or `nil` for any other
    /// participant.
    public var robotLevel: Int? {
        guard text.utf8.first == UInt8(ascii: "r"), text.hasPrefix("robot:"), let level = Int(text.dropFirst(6)),
            Self.robotLevels.contains(level),
            text == "robot:\(level)"
        else { return nil }
        return level
    }
}

/// The public description of a participant, as other participants see it.
public struct Participant: Equatable, Sendable {
    public let id: ParticipantID
    public var name: String
    /// Whether the participant has declared itself a bot. Clients show it.
    public var isBot: Bool
    /// Whether the participant has claimed the name with a password, so that no other participant
    /// can use it.
    public var isClaimed: Bool
    /// The participant's number in the order of first entry into the room, or `nil` outside a room.
    public var place: Int?

    public init(id: ParticipantID, name: String, isBot: Bool = false, isClaimed: Bool = false, place: Int? = nil) {
        self.id = id
        self.name = name
        self.isBot = isBot
        self.isClaimed = isClaimed
        self.place = place
    }
}

/// The purpose of a room.
public enum RoomKind: String, Sendable {
    /// A five-in-a-row room, in which the referee judges every delta.
    case gomoku
    /// A room with arbitrary keys, as a Wave gadget uses it.
    case open
    /// A room whose state is a tree of variations, which several participants explore together.
    case analysis
    /// A participant's own record of puzzles, ``RoomName/puzzles``. Only its owner can enter it.
    case puzzles
    /// A room in which several participants solve the same puzzles, each on an own board.
    case race
    /// The server's own list, ``RoomName/lobby``. Only the server writes it, and it exists only in
    /// memory.
    case lobby

    /// The kind of a room of that name, unless the client names another one.
    public init(usualFor room: RoomName) {
        self =
            switch room.text {
            case RoomName.lobby.text: .lobby
            case RoomName.puzzles.text: .puzzles
            default: .gomoku
            }
    }
}
