import GameState
import Redis
import Storage

/// Claimed names, and where their owners are signed in.
extension RedisStore {
    // MARK: names

    public func account(name: NameKey, _ done: @escaping (Result<Account?, StoreFailure>) -> Void) {
        calls.read(RedisFunctions.call("account_of", keys: [], [bytes(name.text)]), .answered, done) { reply in
            let fields = (reply.array ?? []).map(\.string)
            guard fields.count == 4, let id = fields[0], let name = fields[1], let password = fields[2],
                let since = fields[3].flatMap({ Int($0) })
            else { return nil }
            return Account(
                participant: ParticipantID(id), name: name, password: try RedisTexts.password(password), since: since)
        }
    }

    public func claim(_ account: Account, device: String?, _ done: @escaping (ClaimFailure?) -> Void) {
        let session = StoredSession(tokenHash: [], device: device, since: account.since, seen: account.since)
        let words = [
            bytes(account.participant.text), bytes(account.key.text), bytes(account.name),
            RedisTexts.text(account.password), bytes(account.since), RedisTexts.text(session),
        ]
        unsaved.save(account.participant)
        calls.write("person_claim", words) { answer in
            switch answer {
            case .failure(let failure): done(.unavailable(failure.description))
            case .success(let reply):
                switch reply.string {
                case "ok": done(nil)
                case "taken": done(.nameTaken)
                case "claimed": done(.alreadyClaimed)
                default:
                    done(.unavailable("You came when nothing could be stored. Say hello again, then claim the name."))
                }
            }
        }
    }

    public func rename(
        _ participant: ParticipantID, to name: String, at now: Int, _ done: @escaping (RenameFailure?) -> Void
    ) {
        let words = [bytes(participant.text), bytes(NameKey(name).text), bytes(name), bytes(now)]
        calls.write("person_rename", words) { answer in
            switch answer {
            case .failure(let failure): done(.unavailable(failure.description))
            case .success(let reply):
                switch reply.string {
                case "ok": done(nil)
                case "taken": done(.nameTaken)
                case "renamed": done(.alreadyRenamed)
                default: done(.notClaimed)
                }
            }
        }
    }

    public func giveName(_ participant: ParticipantID, to name: String, _ done: @escaping (ClaimFailure?) -> Void) {
        let words = [bytes(participant.text), bytes(NameKey(name).text), bytes(name)]
        unsaved.save(participant)
        calls.write("person_name", words) { answer in
            switch answer {
            case .failure(let failure): done(.unavailable(failure.description))
            case .success(let reply): done(reply.string == "ok" ? nil : .nameTaken)
            }
        }
    }

    public func forget(_ participant: ParticipantID, at now: Int, _ done: @escaping (StoreFailure?) -> Void) {
        unsaved.drop(participant)
        let until = now + PeopleLimits.reservedMilliseconds
        calls.write("person_forget", [bytes(participant.text), bytes(until)]) { [leavers] answer in
            if let failure = answer.failure { return done(failure) }
            leavers.clear(participant, done)
        }
    }

    // MARK: sessions

    public func addSession(
        _ session: StoredSession, of participant: ParticipantID, _ done: @escaping (StoreFailure?) -> Void
    ) {
        let words = [
            bytes(participant.text), session.tokenHash, RedisTexts.text(session), bytes(PeopleLimits.sessions),
        ]
        unsaved.save(participant)
        calls.write("session_add", words) { done($0.failure) }
    }

    public func sessions(
        of participant: ParticipantID, _ done: @escaping (Result<[StoredSession], StoreFailure>) -> Void
    ) {
        calls.read(RedisCommand([bytes("HGETALL"), RedisKeys.sessions(participant)]), done) { reply in
            let words = reply.array ?? []
            return try stride(from: 0, to: words.count - 1, by: 2).map { index in
                try RedisTexts.session(words[index + 1].string ?? "", tokenHash: words[index].bytes ?? [])
            }
        }
    }

    public func endSessions(
        _ ended: EndedSessions, of participant: ParticipantID, _ done: @escaping (StoreFailure?) -> Void
    ) {
        let which: (mode: String, token: [UInt8]) =
            switch ended {
            case .one(let token): ("one", token)
            case .allBut(let token): ("others", token)
            case .all: ("all", [])
            }
        calls.write("session_end", [bytes(participant.text), bytes(which.mode), which.token]) { done($0.failure) }
    }

    public func sawSession(_ tokenHash: [UInt8], at time: Int, _ done: @escaping (StoreFailure?) -> Void) {
        let words = [tokenHash, bytes(time), bytes(time - PeopleLimits.seenMilliseconds)]
        calls.write("session_saw", words, .replicated) { done($0.failure) }
    }

    public func setPassword(
        _ password: PasswordHash, of participant: ParticipantID, keeping kept: [UInt8],
        _ done: @escaping (StoreFailure?) -> Void
    ) {
        calls.write("person_password", [bytes(participant.text), RedisTexts.text(password), kept]) { done($0.failure) }
    }
}
