import ArgumentParser

/// `[URL] ROOM`, of every command that goes to a room.
struct RoomArguments: ParsableArguments {
    @Argument(help: "The server. \(Address.standardHelp)")
    var url: String?

    @Argument(help: "The room.")
    var room: String?

    /// Where to go, as a usage error where that is nowhere; the room may be missing.
    func address() throws -> Address { try Address.of(url: url, room: room) }
}
