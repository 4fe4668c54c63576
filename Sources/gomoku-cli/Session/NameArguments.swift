import ArgumentParser
import GameState

/// The arguments `[URL] NAME` of commands about a person.
struct NameArguments: ParsableArguments {
    /// The players that the arguments lead to.
    enum Subject: Equatable {
        /// A person by name or ID.
        case person(String)
        /// The players of a finished game.
        case record(String)
        /// The players who sit at a table.
        case table(RoomName)
    }

    @Argument(help: "The server. \(Address.standardHelp)")
    var url: String

    @Argument(help: "The player's name or ID.")
    var name: String?

    /// Returns the server and the players. A single argument is a link of the page, or the name of
    /// a person at the standard server.
    func subject() throws -> (Address, Subject) {
        guard let name else {
            guard url.contains("://") || url.contains("?") else {
                return (try Address.of(url: nil, room: nil), .person(url))
            }
            let address = try Address.of(url: url, room: nil)
            return (address, try Self.subject(of: address))
        }
        return (try Address.of(url: url, room: nil), .person(name))
    }

    /// Returns the server and a single person.
    func person() throws -> (Address, String) {
        let (address, subject) = try subject()
        guard case .person(let name) = subject else {
            throw ValidationError(
                "The link leads to two players. See them with gomoku-cli profile and the same link, and give one of their names after the server's address."
            )
        }
        return (address, name)
    }

    private static func subject(of address: Address) throws -> Subject {
        switch address.place {
        case .record(let id): return .record(id)
        case .person(let name): return .person(name)
        case .puzzles: throw elsewhere("puzzles")
        case .table:
            if address.isRace { throw elsewhere("race") }
            if address.isStudy { throw elsewhere("study") }
            guard let room = address.room, room != .lobby else {
                throw ValidationError("The address names no player. Give a name after it, such as Ann.")
            }
            return .table(room)
        }
    }

    private static func elsewhere(_ command: String) -> ValidationError {
        ValidationError("The link leads to no player. Open it with: gomoku-cli \(command), and the same link.")
    }
}
