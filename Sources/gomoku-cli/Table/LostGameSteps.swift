import Foundation
import GameState

/// The steps after a game that the user has lost at a table. The table remembers the game, and
/// shows the command for its puzzle if the server has made one.
struct LostGameSteps {
    private let address: Address
    /// The file, or nil for a guest of this run only, of whom nothing is kept.
    private let file: LostGameFile?
    /// Whether `gomoku-cli puzzles lost` finds the user's identity without options.
    private let isUsualIdentity: Bool
    /// Whether the address is that of a command without a server.
    private let isUsualServer: Bool
    /// The latest lost game, whose puzzle the table asks for.
    private(set) var game: LostGame?
    private var retries = BusyRetries()

    /// - Parameter standard: the server of commands that name none.
    init(
        _ setup: Session.Setup, environment: [String: String] = ProcessInfo.processInfo.environment,
        standard: String = Settings.current.value(.server)
    ) {
        address = setup.address
        isUsualIdentity = setup.hasUsualIdentity(environment: environment)
        file = setup.tokens == nil ? nil : LostGameFile(folder: StateFolder.path(environment: environment))
        isUsualServer = (try? Address(url: standard, room: nil))?.http("") == address.http("")
    }

    mutating func remember(_ game: LostGame) {
        file?.note(game, on: address.server)
        (self.game, retries) = (game, BusyRetries())
    }

    /// Returns the milliseconds after which to ask for the game's puzzle again, because the server
    /// is busy; nil if the answer is final, or is about an earlier game.
    mutating func pause(after answer: WebFetch.Answer, about game: LostGame) -> Int? {
        game == self.game ? retries.pause(after: answer) : nil
    }

    /// Returns the path of a request for the game's puzzle.
    static func path(_ game: LostGame) -> String { "api/games/\(PeopleFetch.escaped(game.id))/puzzle?missing=null" }

    /// Returns the command that shows the game's puzzle, if the server's answer has one.
    func command(for game: LostGame, after answer: WebFetch.Answer) -> String? {
        guard case .json(let json) = answer, json["id"]?.string != nil else { return nil }
        let place = isUsualServer ? "" : " \(address.http(""))"
        return "gomoku-cli puzzles\(place) " + (isUsualIdentity ? "lost" : "--game \(game.id)")
    }
}
