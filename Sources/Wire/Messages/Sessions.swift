import GameState

extension Notice {
    /// One token that lets its owner in.
    public struct Session: Equatable, Sendable {
        /// What ``Request/SignOut`` calls it; no secret, and another one for each token.
        public let key: String
        /// What whoever signed in called the device, or the program.
        public let device: String?
        /// When it was made, and last used to say hello, server milliseconds.
        public let since: Int
        public let seen: Int
        /// Whether it is the one of the connection that asks.
        public let isHere: Bool

        public init(key: String, device: String?, since: Int, seen: Int, isHere: Bool) {
            self.key = key
            self.device = device
            self.since = since
            self.seen = seen
            self.isHere = isHere
        }

        init?(_ json: JSON) {
            guard let key = json["session"]?.string, let since = json["since"]?.integer,
                let seen = json["seen"]?.integer
            else { return nil }
            self.init(
                key: key, device: json["device"]?.string, since: since, seen: seen,
                isHere: json["here"]?.bool ?? false)
        }

        func write(into writer: inout JSONWriter) {
            writer.beginObject()
            writer.member("session", key)
            writer.memberIfAny("device", device)
            writer.member("since", since)
            writer.member("seen", seen)
            writer.flag("here", isHere)
            writer.endObject()
        }
    }

    /// `sessions`: where somebody is signed in, the one that was used last first.
    public struct Sessions: Message {
        public static let type: StaticString = "sessions"
        /// Of the request.
        public let id: String?
        public let sessions: [Session]

        public init(id: String?, _ sessions: [Session]) {
            self.id = id
            self.sessions = sessions
        }

        public init(_ fields: Fields) throws(BadMember) {
            self.init(id: fields["id"]?.string, try fields.array("sessions").compactMap { Session($0) })
        }

        public func write(into writer: inout JSONWriter) {
            writer.memberIfAny("id", id)
            writer.name("sessions")
            writer.beginArray()
            for session in sessions { session.write(into: &writer) }
            writer.endArray()
        }
    }

    public static func sessions(id: String?, _ sessions: [Session]) -> Notice { .sessions(Sessions(id: id, sessions)) }
}
