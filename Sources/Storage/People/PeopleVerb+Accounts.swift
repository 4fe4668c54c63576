import GameState

/// Verbs for names, passwords and sessions.
extension PeopleVerb {
    /// Makes a stored participant the owner of a name. The guest's token becomes the first session.
    public static func claim(_ account: Account, device: String?) -> PeopleVerb {
        let (id, key) = (account.participant, account.key)
        return PeopleVerb(PeopleReads(people: [id], names: [key])) { (records) throws(PeopleRefusal) in
            guard var person = records.people[id] else {
                throw .unavailable(
                    "The server could not store you when you connected. Send hello again, then claim the name.")
            }
            if let claimed = person.account {
                // The salt is random, so an equal hash means that this claim is a repetition.
                guard claimed == account else { throw .alreadyClaimed }
                return
            }
            guard records.isFree(key, for: id, at: account.since) else { throw .nameTaken }
            (person.name, person.account, person.key) = (account.name, account, key)
            if let token = person.tokenHash {
                let since = account.since
                person.sessions = [StoredSession(tokenHash: token, device: device, since: since, seen: since)]
                person.tokenHash = nil
            }
            records.put(person)
        }
    }

    /// Changes the name of an account, once. The former name stays with its owner.
    public static func rename(_ id: ParticipantID, to name: String, at now: Int) -> PeopleVerb {
        let key = NameKey(name)
        return PeopleVerb(PeopleReads(people: [id], names: [key])) { (records) throws(PeopleRefusal) in
            guard var person = records.people[id], person.account != nil else { throw .notClaimed }
            guard person.formerName == nil else {
                guard person.key == key, person.name == name else { throw .alreadyRenamed }
                return
            }
            guard records.isFree(key, for: id, at: now) else { throw .nameTaken }
            person.formerName = person.key
            person.call(name, key)
            records.put(person)
        }
    }

    /// Gives a participant another name on behalf of an operator. Reserved names and repeated
    /// changes are allowed.
    public static func giveName(_ id: ParticipantID, to name: String) -> PeopleVerb {
        let key = NameKey(name)
        return PeopleVerb(PeopleReads(people: [id], names: [key])) { (records) throws(PeopleRefusal) in
            guard records.isFree(key, for: id, at: .max) else { throw .nameTaken }
            guard var person = records.people[id] else { return }
            person.call(name, key)
            records.put(person)
        }
    }

    /// Changes the password and ends all sessions except `kept`.
    public static func setPassword(_ password: PasswordHash, of id: ParticipantID, keeping kept: [UInt8]) -> PeopleVerb
    {
        change(id) { person in
            guard person.account != nil else { return }
            person.account?.password = password
            person.sessions.removeAll { $0.tokenHash != kept }
        }
    }

    /// Adds a session. Above ``PeopleLimits/sessions``, the least recently used session ends.
    public static func addSession(_ session: StoredSession, of id: ParticipantID) -> PeopleVerb {
        change(id) { person in
            person.sessions.removeAll { $0.tokenHash == session.tokenHash }
            person.sessions.sort { ($0.lastUsed, $0.since) > ($1.lastUsed, $1.since) }
            person.sessions = person.sessions.prefix(PeopleLimits.sessions - 1) + [session]
        }
    }

    /// Ends sessions, so that their tokens are no longer valid.
    public static func endSessions(_ ended: EndedSessions, of id: ParticipantID) -> PeopleVerb {
        change(id) { person in person.sessions.removeAll { ended.contains($0.tokenHash) } }
    }

    /// Records the use of a session's token, at most once per ``PeopleLimits/seenMilliseconds``.
    public static func sawSession(_ tokenHash: [UInt8], at time: Int) -> PeopleVerb {
        var reads = PeopleReads()
        reads.token = tokenHash
        return PeopleVerb(reads, isLosable: true) { (records) throws(PeopleRefusal) in
            guard var person = records.owner.flatMap({ records.people[$0] }),
                let index = person.sessions.firstIndex(where: { $0.tokenHash == tokenHash }),
                person.sessions[index].lastUsed <= time - PeopleLimits.seenMilliseconds
            else { return }
            person.sessions[index].lastUsed = time
            records.put(person)
        }
    }

    /// Deletes a participant with name, sessions and ratings. Finished games and chat messages
    /// remain with an empty name.
    ///
    /// The claimed names are reserved for ``PeopleLimits/reservedMilliseconds``, so that no other
    /// person is mistaken for the former owner.
    ///
    /// - Parameter now: The current server time in milliseconds.
    public static func deleteAccount(_ id: ParticipantID, at now: Int) -> PeopleVerb {
        PeopleVerb(PeopleReads(people: [id]), deletes: id) { (records) throws(PeopleRefusal) in
            for name in records.people[id]?.names ?? [] {
                records.names[name] = .reserved(until: now + PeopleLimits.reservedMilliseconds)
            }
            records.people[id] = nil
        }
    }

    /// Changes the record of a person, if there is one.
    private static func change(
        _ id: ParticipantID, _ change: @escaping @Sendable (inout PersonRecord) -> Void
    ) -> PeopleVerb {
        PeopleVerb(PeopleReads(people: [id])) { (records) throws(PeopleRefusal) in
            guard var person = records.people[id] else { return }
            change(&person)
            records.put(person)
        }
    }
}
