import GameState
import Rooms
import Storage
import Wire

/// Lists and ends the sessions of owners of names.
struct SessionService {
    let store: any RoomStore
    let directory: ClientDirectory

    /// Lists the sessions of the client's participant, last used first.
    func list(
        of client: ClientConnection, _ done: @escaping (Result<[Notice.Session], AccountFailure>) -> Void
    ) {
        let here = Identities.hash(client.token)
        store.sessions(of: client.participant.id) { result in
            done(
                result.map { sessions in
                    sessions.sorted { ($0.lastUsed, $0.since) > ($1.lastUsed, $1.since) }.map {
                        Notice.Session(
                            key: Self.key($0.tokenHash), device: $0.device, since: $0.since, seen: $0.lastUsed,
                            isHere: $0.tokenHash == here)
                    }
                }.mapError { .unavailable("\($0)") })
        }
    }

    /// Ends sessions, and lists the remaining ones.
    func end(
        _ which: Request.SignOut.Which, of client: ClientConnection,
        _ done: @escaping (Result<[Notice.Session], AccountFailure>) -> Void
    ) {
        let participant = client.participant.id
        let here = Identities.hash(client.token)
        func end(_ ended: EndedSessions) {
            store.change(.endSessions(ended, of: participant)) { refusal in
                if let refusal { return done(.failure(AccountFailure(refusal))) }
                list(of: client) { result in
                    done(result)
                    // Answer first, because this may close the connection.
                    directory.signedOut(ended, of: participant)
                }
            }
        }
        switch which {
        case .here: end(.one(here))
        case .others: end(.allBut(here))
        case .all: end(.all)
        case .one(let key):
            store.sessions(of: participant) { result in
                switch result {
                case .failure(let failure): done(.failure(.unavailable("\(failure)")))
                case .success(let sessions):
                    guard let found = sessions.first(where: { Self.key($0.tokenHash) == key }) else {
                        return done(.failure(.gone))
                    }
                    end(.one(found.tokenHash))
                }
            }
        }
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
