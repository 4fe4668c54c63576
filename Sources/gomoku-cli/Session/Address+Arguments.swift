import ArgumentParser
import GameState

extension Address {
    /// Returns the address and room of the arguments. Errors and a missing room are usage errors.
    static func withRoom(url: String?, room: String?) throws -> (Address, RoomName) {
        try of(url: url, room: room).withRoom()
    }

    func withRoom() throws -> (Address, RoomName) {
        guard let room else { throw ValidationError("\(AddressError.noRoom)") }
        return (self, room)
    }

    /// Returns this address with the secret that the user typed, alone or in a link. A link may
    /// also name the room.
    func with(typed text: String) throws(AddressError) -> Address {
        var address = self
        if let secret = RoomSecret(text) {
            address.secret = secret
            return address
        }
        let link = try Address(url: text, room: room?.text)
        guard let secret = link.secret else { throw .secret }
        guard room == nil else {
            address.secret = secret
            return address
        }
        return link
    }

    /// Returns the address of the arguments. Errors are usage errors.
    static func of(url: String?, room: String?) throws -> Address {
        try Settings.check()
        do {
            return try Address(url: url, room: room, standard: Settings.current.value(.server))
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
