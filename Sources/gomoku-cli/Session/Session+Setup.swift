import GameState

extension Session {
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
        /// Whether to keep reconnecting. If false, the first failure ends the session.
        var keepsTrying = true
        /// Whether a room of any kind is acceptable.
        var takesAnyKind = false

        /// Returns the same setup for another room.
        func at(_ room: RoomName, secret: RoomSecret? = nil) -> Setup {
            var setup = self
            setup.room = room
            setup.secret = secret
            return setup
        }
    }
}
