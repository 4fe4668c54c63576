import GameState

extension Notice {
    /// The notice `account`: the receiver now owns the name.
    public struct AccountNotice: Message {
        public static let type: StaticString = "account"
        /// The `id` of the request.
        public let id: String?
        public let name: String
        /// The receiver, or `nil` from a server that does not send it.
        public let participant: Participant?

        public init(id: String?, _ participant: Participant) {
            self.id = id
            name = participant.name
            self.participant = participant
        }

        public init(_ fields: Fields) throws(BadMember) {
            id = fields["id"]?.string
            name = try fields.text("name")
            participant = fields["participant"].flatMap { Participant($0) }
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.member("name", name)
            guard let participant else { return }
            writer.name("participant")
            writer.participant(participant)
        }
    }

    public static func account(id: String?, _ participant: Participant) -> Notice {
        .account(AccountNotice(id: id, participant))
    }
}
