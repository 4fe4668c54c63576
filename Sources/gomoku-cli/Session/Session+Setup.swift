import GameState

extension Session {
    /// The failures of a connection after which a session connects again.
    enum Retries {
        /// None: the first failure ends the session.
        case never
        /// All, once a server has answered. For programs that print lines: a script must learn that
        /// nothing listens at the address.
        case afterAnswer
        /// All, except that no server was found. For full screens, whose user sees that the server
        /// refuses connections and may be about to start it, and for bots, which are services.
        case always

        /// Whether a session connects again after this loss.
        ///
        /// - Parameter wasWelcomed: whether a server has answered the session before.
        func cover(_ why: ConnectionLoss, wasWelcomed: Bool) -> Bool {
            switch self {
            case .never: false
            case .afterAnswer: wasWelcomed || !(why.isUnreachable || why.isRefusal)
            case .always: wasWelcomed || !why.isUnreachable
            }
        }
    }

    /// The server, room and identity of a session.
    struct Setup {
        let address: Address
        var room: RoomName
        /// The room's secret, if it has one.
        var secret: RoomSecret?
        var kind = RoomKind.gomoku
        var name: String?
        /// The file with the identity's token. Nil means a new identity for this run only.
        var tokens: TokenFile?
        /// The token to use without a file, from an earlier session of this run.
        var token: String?
        var isBot = false
        /// The failures of the connection that the session survives.
        var retries = Retries.afterAnswer
        /// Whether a room of any kind is acceptable.
        var takesAnyKind = false

        /// Returns whether commands without options find this identity.
        func hasUsualIdentity(environment: [String: String]) -> Bool {
            tokens != nil && tokens?.path == TokenFile(server: address.server, environment: environment)?.path
        }

        /// Returns the same setup for another room.
        func at(_ room: RoomName, secret: RoomSecret? = nil) -> Setup {
            var setup = self
            setup.room = room
            setup.secret = secret
            return setup
        }
    }
}
