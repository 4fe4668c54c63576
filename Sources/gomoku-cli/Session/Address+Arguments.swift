import ArgumentParser
import GameState

extension Address {
    /// The arguments of a command that needs a room, as usage errors.
    static func withRoom(url: String?, room: String?) throws -> (Address, RoomName) {
        let address = try of(url: url, room: room)
        guard let name = address.room else { throw ValidationError("\(AddressError.noRoom)") }
        return (address, name)
    }

    static func of(url: String?, room: String?) throws -> Address {
        do { return try Address(url: url, room: room) } catch { throw ValidationError("\(error)") }
    }
}
