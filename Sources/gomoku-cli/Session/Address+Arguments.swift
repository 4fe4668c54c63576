import ArgumentParser
import GameState

extension Address {
    /// The arguments of a command that needs a room, as usage errors.
    static func withRoom(url: String?, room: String?) throws -> (Address, RoomName) {
        try of(url: url, room: room).withRoom()
    }

    func withRoom() throws -> (Address, RoomName) {
        guard let room else { throw ValidationError("\(AddressError.noRoom)") }
        return (self, room)
    }

    /// The same with the secret that was typed: by itself, or in a link, which may name the room, too.
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

    /// What the arguments name, as a usage error where that is nothing.
    static func of(url: String?, room: String?) throws -> Address {
        try Settings.check()
        do {
            return try Address(url: url, room: room, standard: Settings.current.server ?? standard)
        } catch {
            throw ValidationError("\(error)")
        }
    }
}
