import ArgumentParser
import Client
import Foundation
import GameState

/// `gomoku-cli profile`: shows a person's ratings and games.
struct ProfileCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "profile",
        abstract: "Show a player's ratings and games.",
        usage: "gomoku-cli profile [<url>] <name>\n       gomoku-cli profile <link of a player>",
        discussion: """
            Each rating is shown with its deviation (±), as on the page. With a probability of 95%, the true strength \
            is within twice the deviation of the rating. A large deviation means that the player has played few games.

            Exit status: 0 on success, 64 for wrong usage, 67 if no player has that name, 69 if no server is reached.
            """)

    @OptionGroup
    var who: NameArguments

    @Flag(help: "Print the server's JSON on one line.")
    var json = false

    func run() throws {
        let (address, name) = try who.addressAndName()
        let answer = try PeopleFetch.get(address, "api/people/\(PeopleFetch.escaped(name))")
        try Self.show(answer, json: json)
    }

    /// Prints the server's answer about a person.
    static func show(_ answer: JSON, json: Bool) throws {
        if json { return Output.line(ASCIIEscapes.text(answer.description)) }
        guard let profile = PersonProfile(answer) else { throw PeopleFetch.notUnderstood() }
        for line in PeopleLines.of(profile) { PeopleFetch.show(line) }
    }
}
