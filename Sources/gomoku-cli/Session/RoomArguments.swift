import ArgumentParser

/// The arguments `[URL] ROOM` of commands about a room.
struct RoomArguments: ParsableArguments {
    @Argument(help: "The server. \(Address.standardHelp)")
    var url: String?

    @Argument(help: "The room.")
    var room: String?

    /// Returns the address, which need not contain a room. An invalid address is a usage error.
    func address() throws -> Address { try Address.of(url: url, room: room) }
}
