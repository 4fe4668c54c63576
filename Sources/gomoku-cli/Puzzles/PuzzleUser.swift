import GameState
import WebSockets

/// The user's identity on the server of the puzzles.
enum PuzzleUser: Equatable, Sendable {
    case known(Participant)
    /// No token is stored for the server, or it does not accept the connection.
    case unknown
    case unreachable

    init(_ answer: AccountExchange.Answer) {
        switch answer {
        case .participant(let participant): self = .known(participant)
        case .failed: self = .unreachable
        case .refused, .done, .sessions: self = .unknown
        }
    }

    /// Asks the server, and blocks until it answers.
    static func ask(_ tokens: TokenFile?, at address: Address) -> PuzzleUser {
        guard let token = tokens?.read(), let loop = try? EventLoop() else { return .unknown }
        var user = PuzzleUser.unreachable
        let exchange = AccountExchange(.participant, at: address, name: nil, token: token, isBot: false, loop: loop) {
            user = PuzzleUser($0)
            loop.stop()
        }
        try? loop.run()
        withExtendedLifetime(exchange) {}
        return user
    }
}
