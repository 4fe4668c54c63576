import GameState
import Rooms
import Storage
import Wire

/// Lists and ends the sessions of owners of names.
struct SessionService {
    let store: any RoomStore

    /// Lists the sessions of the client's participant, last used first.
    func list(of client: ClientConnection) async throws -> [Notice.Session] {
        let here = Identities.hash(client.token)
        let sessions = try await store.sessions(of: client.participant.id)
        return sessions.sorted { ($0.lastUsed, $0.since) > ($1.lastUsed, $1.since) }.map {
            Notice.Session(
                key: Self.key($0.tokenHash), device: $0.device, since: $0.since, seen: $0.lastUsed,
                isHere: $0.tokenHash == here)
        }
    }

    /// Ends sessions. Closing their connections is left to the caller.
    func end(_ which: Request.SignOut.Which, of client: ClientConnection) async throws -> EndedSessions {
        let participant = client.participant.id
        let here = Identities.hash(client.token)
        let ended: EndedSessions
        switch which {
        case .here: ended = .one(here)
        case .others: ended = .allBut(here)
        case .all: ended = .all
        case .one(let key):
            let sessions = try await store.sessions(of: participant)
            guard let found = sessions.first(where: { Self.key($0.tokenHash) == key }) else {
                throw AccountFailure.gone
            }
            ended = .one(found.tokenHash)
        }
        try await store.change(.endSessions(ended, of: participant))
        return ended
    }

    /// Returns the public key of a session. It is no secret, because it is a part of the token's
    /// hash.
    private static func key(_ tokenHash: [UInt8]) -> String {
        tokenHash.prefix(8).map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "0" + digits : digits
        }.joined()
    }
}
