import GameState

extension Session {
    /// Which room of which server, and as whom.
    struct Setup {
        let address: Address
        var room: RoomName
        /// Of a room for a friend.
        var secret: RoomSecret?
        var kind = RoomKind.gomoku
        var name: String?
        /// Nil: somebody new, for this run only.
        var tokens: TokenFile?
        /// Proves who one is where no file does: that of an earlier session of this run.
        var token: String?
        var isBot = false
        /// False: the first failure is the last.
        var keepsTrying = true
        /// Whether a room of the other kind will do.
        var takesAnyKind = false

        /// The same in another room.
        func at(_ room: RoomName, secret: RoomSecret? = nil) -> Setup {
            var setup = self
            setup.room = room
            setup.secret = secret
            return setup
        }
    }
}
