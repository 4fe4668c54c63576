import Client
import GameState
import Puzzles

/// The game that a link asks for: its first visitor starts it, and the second takes the free seat.
struct Invitation: Equatable {
    var terms = GameTerms()
    /// The seat of the first visitor.
    var side = Stone.x
    /// The level of the robot in the other seat, or nil to wait for a visitor.
    var robot: Int?
}

/// The part of a page's link after the server's address, which says what to open.
struct PageLink: Equatable {
    /// The room's name, as written.
    private(set) var room: String?
    /// The ID of a finished game, `<epoch>-<n>`.
    private(set) var record: String?
    /// The name or ID of a participant.
    private(set) var person: String?
    /// The name of an analysis room, as written.
    private(set) var analysis: String?
    /// The name of a race room, as written; empty for a new one.
    private(set) var race: String?
    /// Whether the link leads to a room for a friend, which has a secret.
    private(set) var isForFriend = false
    /// The puzzle or the mode of the puzzles.
    private(set) var puzzles: PuzzleStart?
    private(set) var invitation: Invitation?
    /// Whether the link opens the form for a game against the computer.
    private(set) var asksComputer = false

    /// The invitation for a terminal that cannot draw a form: the link's own one, or a casual game
    /// against the computer if the link asks for the form.
    var invitationWithoutForm: Invitation? {
        if let invitation { return invitation }
        guard asksComputer else { return nil }
        var invitation = Invitation(robot: RobotLevel.first)
        invitation.terms.isRated = false
        return invitation
    }

    /// The greatest length of a record's ID and of a person's name, in characters.
    private static let recordLimit = 64, personLimit = 64

    init() {}

    /// Parses a query without its question mark. Ignores parameters that it does not know, as the
    /// page does.
    init(query: Substring) throws(AddressError) {
        var values: [String: String] = [:]
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if values[name] == nil { values[name] = parts.count > 1 ? Self.decoded(parts[1]) : "" }
        }
        func given(_ name: String) -> String? { values[name].flatMap { $0.isEmpty ? nil : $0 } }
        if let record = given("record") {
            guard Self.isRecord(record) else { throw .record(record) }
            self.record = record
        }
        if let person = given("person") {
            guard person.count <= Self.personLimit else { throw .person }
            self.person = person
        }
        room = given("room")
        isForFriend = room != nil && values["friend"] != nil
        if room == nil { analysis = given("analysis") }
        if room == nil, analysis == nil {
            // As on the page, other places of a link come before a race.
            if record == nil, person == nil, values["lobby"] == nil {
                race = values["race"]
            }
            if race == nil { puzzles = try Self.puzzles(values) }
        }
        asksComputer = given("ask") == "robot"
        if room != nil { invitation = try Self.invitation(given) }
    }

    private static func puzzles(_ values: [String: String]) throws(AddressError) -> PuzzleStart? {
        if let id = values["puzzle"] {
            guard PuzzleID.isID(id) else { throw .puzzle(id) }
            return .puzzle(id: id)
        }
        if values["puzzles"] == "lost", let game = values["game"], !game.isEmpty {
            guard isRecord(game) else { throw .record(game) }
            return .game(id: game)
        }
        // The page, too, takes an unknown mode for `daily`.
        return values["puzzles"].map { .mode(PuzzleMode(rawValue: $0) ?? .daily) }
    }

    private static func isRecord(_ text: String) -> Bool {
        text.count <= recordLimit && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") }
    }

    /// Returns the invitation in a link's parameters, or nil if they name no terms.
    private static func invitation(_ given: (String) -> String?) throws(AddressError) -> Invitation? {
        var invitation = Invitation()
        let fields = GameTerms.Field.carried(by: .link)
        guard fields.contains(where: { given($0.rawValue) != nil }) || given("robot") != nil else { return nil }
        for field in fields {
            guard let text = given(field.rawValue) else { continue }
            // A plus sign arrives as a blank.
            let value = field == .clock ? text.replacing(" ", with: "+") : text
            guard invitation.terms.set(field, to: value) else {
                throw .parameter(field.rawValue, text, expected: field.summary)
            }
        }
        // The page starts a casual game if the link names no clock.
        if invitation.terms.clock == nil { invitation.terms.isRated = false }
        if let conflict = invitation.terms.conflict {
            throw .parameter(
                conflict.field.rawValue, given(conflict.field.rawValue) ?? "", expected: conflict.expected)
        }
        if let side = given("side") {
            guard let stone = Stone(rawValue: side) else { throw .parameter("side", side, expected: "x or o") }
            invitation.side = stone
        }
        if let robot = given("robot") {
            guard let level = Int(robot), ParticipantID.robotLevels.contains(level) else {
                let levels = ParticipantID.robotLevels
                throw .parameter("robot", robot, expected: "\(levels.lowerBound) to \(levels.upperBound)")
            }
            invitation.robot = level
        }
        return invitation
    }

    /// Decodes percent signs (RFC 3986, section 2.1) and plus signs.
    static func decoded(_ text: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(Substring(rest.prefix(2)), radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? 0x20 : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
