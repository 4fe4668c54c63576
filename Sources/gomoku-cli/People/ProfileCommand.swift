import ArgumentParser
import Client
import Foundation
import GameState
import Wire

/// `gomoku-cli profile`: shows a person's ratings and games.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Show a player's ratings and games.",
        usage: "gomoku-cli profile [<url>] <name>\n       gomoku-cli profile <link of a player, a record or a table>",
        discussion: """
            Each rating is shown with its deviation (±), as on the page. With a probability of 95%, the true strength \
            is within twice the deviation of the rating. A large deviation means that the player has played few games.

            A link to a game record or a table shows both players. Robots have no profile.

            Exit status: 0 on success, 64 for wrong usage, 66 if there is no such game or table, 67 if no player has \
            that name or a seat there, 69 if no server is reached.
            """)

    @OptionGroup
    var who: NameArguments

    @Flag(help: "Print the server's JSON on one line.")
    var json = false

    func run() throws {
        let (address, subject) = try who.subject()
        let people = try Self.people(subject, at: address)
        var shown = 0
        for person in people {
            let path = "api/people/\(PeopleFetch.escaped(person))"
            // If one player has deleted the account, the other player's profile remains.
            guard let answer = try PeopleFetch.getIfKnown(address, path) else { continue }
            if shown > 0, !json { Output.line("") }
            shown += 1
            try Self.show(answer, json: json)
        }
        if shown == 0 { throw ExitCode(ExitStatus.noUser) }
    }

    /// Returns the names or IDs of the people, without robots. Throws if a game or table has none.
    private static func people(_ subject: NameArguments.Subject, at address: Address) throws -> [String] {
        let players: [JSON?]
        switch subject {
        case .person(let name): return [name]
        case .record(let id):
            let game = try PeopleFetch.get(address, RecordFetch.path(id))
            players = Stone.allCases.map { game[$0.rawValue]?["id"] }
        case .table(let room):
            let state = try PeopleFetch.get(address, "api/rooms/\(room)", secret: address.secret)["state"]
            players = Stone.allCases.map { state?[$0.rawValue] }
        }
        var people: [String] = []
        for case let player? in players.map({ $0?.string })
        where ParticipantID(player).robotLevel == nil && !people.contains(player) { people.append(player) }
        guard people.isEmpty else { return people }
        Output.printError(
            "The link leads to no player with a profile. Give a name after the server's address, such as Ann.")
        throw ExitCode(ExitStatus.noUser)
    }

    /// Prints the server's answer about a person.
    static func show(_ answer: JSON, json: Bool) throws {
        if json { return Output.line(ASCIIEscapes.text(answer.description)) }
        guard let profile = PersonProfile(answer) else { throw PeopleFetch.notUnderstood() }
        for line in PeopleLines.of(profile) { PeopleFetch.show(line) }
    }
}
