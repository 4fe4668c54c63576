import Client
import GameState

/// A download of the names of the players in a room's history, which contains only their IDs.
enum ReplayNames {
    /// The greatest number of names.
    static let limit = 32

    /// Returns the names of the first players. Players whose names the server does not tell are
    /// missing.
    ///
    /// - Parameter get: fetches one path of the server.
    static func of(_ deltas: [AcceptedDelta], get: (_ path: String) -> WebFetch.Answer) -> [ParticipantID: String] {
        var names: [ParticipantID: String] = [:]
        for player in players(deltas) {
            switch get("api/people/\(PeopleFetch.escaped(player.text))") {
            case .json(let json): names[player] = PersonProfile(json)?.person.name
            case .refused: break
            // Each further attempt could take as long as this one.
            case .failed: return names
            }
        }
        return names
    }

    /// Returns the people who had a seat, in the order of their first games.
    private static func players(_ deltas: [AcceptedDelta]) -> [ParticipantID] {
        var players: [ParticipantID] = []
        for accepted in deltas {
            for stone in Stone.allCases {
                guard let holder = accepted.delta[.seat(stone)]?.flatMap(\.string).map(ParticipantID.init),
                    holder.robotLevel == nil, !players.contains(holder)
                else { continue }
                players.append(holder)
                if players.count == limit { return players }
            }
        }
        return players
    }
}
