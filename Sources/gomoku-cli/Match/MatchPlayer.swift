import GameState
import Robot

/// A player of a match, as named on the command line.
enum MatchPlayer: Equatable {
    case robot(Level)
    case engine(path: String, arguments: [String])
    /// The participant who takes the seat in a room of a server.
    case remote(Address, RoomName)

    /// Reads `robot`, `level:N`, `engine:PATH ARGUMENTS…`, or `remote:URL` with the room in the
    /// URL's query.
    init?(_ text: String) {
        if text == "robot" {
            self = .robot(.strongest)
        } else if text.hasPrefix("level:") {
            guard let number = Int(text.dropFirst(6)), let level = Level(number) else { return nil }
            self = .robot(level)
        } else if text.hasPrefix("engine:") {
            let words = text.dropFirst(7).split(separator: " ").map(String.init)
            guard let path = words.first else { return nil }
            self = .engine(path: path, arguments: Array(words.dropFirst()))
        } else if text.hasPrefix("remote:") {
            guard let address = try? Address(url: String(text.dropFirst(7)), room: nil), let room = address.room else {
                return nil
            }
            self = .remote(address, room)
        } else {
            return nil
        }
    }

    var isRemote: Bool { if case .remote = self { true } else { false } }

    var name: String {
        switch self {
        case .robot(let level): level == .strongest ? "robot" : "level:\(level.number)"
        case .engine(let path, _): path.split(separator: "/").last.map(String.init) ?? path
        case .remote(_, let room): "remote:\(room)"
        }
    }
}
