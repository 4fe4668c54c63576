import GameState

extension Request {
    /// The request `report`, which reports abuse to the server's operator.
    public struct AbuseReport: Message {
        public static let type: StaticString = "report"
        public let room: RoomName
        /// The id, which the answer repeats.
        public let id: String
        /// The participant who is reported.
        public let participant: ParticipantID
        /// A description of the abuse. May be empty.
        public let text: String

        public init(room: RoomName, id: String, participant: ParticipantID, text: String) {
            self.room = room
            self.id = id
            self.participant = participant
            self.text = text
        }

        public init(_ fields: Fields) throws(BadMember) {
            room = try fields.room()
            guard let id = fields.id else {
                throw BadMember("id", "\"id\" must be a string of up to \(fields.limits.idBytes) bytes.")
            }
            self.id = id
            participant = ParticipantID(try fields.text("participant"))
            text = try fields.text("text")
        }

        public func write(into writer: inout JSONWriter) {
            writer.member("room", room.text)
            writer.member("id", id)
            writer.member("participant", participant.text)
            writer.member("text", text)
        }
    }
}
