import GameState

extension Request {
    /// The request `invite`, with which a player invites the opponent into an analysis room.
    public struct Invite: Message {
        public static let type: StaticString = "invite"
        /// The room of the game.
        public let room: RoomName
        public let id: String
        public let invitation: Invitation

        public init(room: RoomName, id: String, invitation: Invitation) {
            self.room = room
            self.id = id
            self.invitation = invitation
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            guard let id = fields.id else {
                throw BadMember("id", "\"id\" must be a string of up to \(fields.limits.idBytes) bytes.")
            }
            self.id = id
            invitation = try Invitation(fields)
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.member("id", id)
            invitation.write(into: &writer)
        }
    }
}

extension Notice {
    /// The notice `invited` for the players of a game: one of them invites both into an analysis
    /// room.
    public struct Invited: Message {
        public static let type: StaticString = "invited"
        /// The room of the game.
        public let room: RoomName
        public let id: String
        public let by: ParticipantID
        public let invitation: Invitation

        public init(room: RoomName, id: String, by: ParticipantID, invitation: Invitation) {
            self.room = room
            self.id = id
            self.by = by
            self.invitation = invitation
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            id = try fields.text("id")
            by = ParticipantID(try fields.text("by"))
            invitation = try Invitation(fields)
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.member("by", by.text)
            writer.member("id", id)
            invitation.write(into: &writer)
        }
    }
}

/// The analysis room that an invitation names.
public struct Invitation: Equatable, Sendable {
    public let analysis: RoomName
    /// The secret of a room made for friends.
    public let secret: RoomSecret?

    public init(analysis: RoomName, secret: RoomSecret? = nil) {
        self.analysis = analysis
        self.secret = secret
    }

    init(_ fields: Fields) throws(BadMember) {
        guard let room = fields["analysis"]?.string.flatMap({ RoomName($0) }), !room.isReserved else {
            throw BadMember("analysis", "\"analysis\" must be the name of an analysis room.")
        }
        analysis = room
        secret = try fields.wordIfAny("secret", [String(repeating: "s", count: RoomSecret.lengths.lowerBound)]) {
            RoomSecret($0)
        }
    }

    fileprivate func write(into writer: inout JSONWriter) {
        writer.member("analysis", analysis.text)
        writer.memberIfAny("secret", secret?.text)
    }
}
