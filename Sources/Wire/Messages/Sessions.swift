import GameState

extension Notice {
    /// A session of the owner of a name.
    public struct Session: Equatable, Sendable {
        /// The key of the session in ``Request/SignOut``. It is unique for each token and not
        /// secret.
        public let key: String
        /// The name of the device or program that the owner gave when signing in.
        public let device: String?
        /// The server times of creation and of the last `hello`, in milliseconds.
        public let since: Int
        public let seen: Int
        /// Whether the session is that of the requesting connection.
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

    /// The notice `sessions`: the receiver's sessions, most recently used first.
    public struct Sessions: Message {
        public static let type: StaticString = "sessions"
        /// The `id` of the request.
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
