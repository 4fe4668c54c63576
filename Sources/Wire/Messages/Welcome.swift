import GameState

extension Notice {
    /// The notice `welcome`, which tells a client its identity.
    public struct Welcome: Message {
        public static let type: StaticString = "welcome"
        public let participant: Participant
        /// The token with which the client proves its identity next time. Secret.
        public let token: String
        public let server: String
        /// The server time in milliseconds since 1970, or `nil` from a server that does not send
        /// it.
        public let time: Int?
        /// The limits that the server sends. Other limits have their default values.
        public let limits: Limits

        public init(participant: Participant, token: String, server: String, time: Int?, limits: Limits) {
            self.participant = participant
            self.token = token
            self.server = server
            self.time = time
            self.limits = limits
        }

        public init(_ fields: Fields) throws(BadMember) {
            guard let participant = fields["participant"].flatMap({ Participant($0) }) else {
                throw BadMember("participant", "\"participant\" must be an object with an \"id\".")
            }
            self.participant = participant
            token = try fields.text("token")
            server = fields["server"]?.string ?? ""
            time = fields["time"]?.integer
            var limits = Limits()
            for (name, limit) in Self.sent {
                if let number = fields["limits"]?[name.description]?.integer, number >= 0 {
                    limits[keyPath: limit] = number
                }
            }
            self.limits = limits
        }

        public func write(into writer: inout JSONWriter) {
            writer.name("participant")
            writer.participant(participant)
            writer.member("token", token)
            writer.member("server", server)
            writer.memberIfAny("time", time)
            writer.name("limits")
            writer.beginObject()
            for (name, limit) in Self.sent { writer.member(name, limits[keyPath: limit]) }
            writer.endObject()
        }

        /// The limits that concern clients.
        public static let sent: [(name: StaticString, limit: any WritableKeyPath<Limits, Int> & Sendable)] = [
            ("messageBytes", \.messageBytes), ("keyBytes", \.keyBytes), ("valueBytes", \.valueBytes),
            ("keysPerDelta", \.keysPerDelta), ("keysPerRoom", \.keysPerRoom), ("stateBytes", \.stateBytes),
            ("idBytes", \.idBytes), ("roomsPerConnection", \.roomsPerConnection), ("historyPage", \.historyPage),
            ("nameCharacters", \.nameCharacters), ("chatCharacters", \.chatCharacters),
            ("messagesPerSecond", \.messagesPerSecond), ("bytesPerSecond", \.bytesPerSecond),
            ("storedPerAddress", \.storedPerAddress),
        ]
    }
}
