import GameState
import Rooms
import Storage
import WebSockets
import Wire

/// Handles claims of names, logins, changes of accounts, and new tokens for bots.
final class AccountService {
    private let executor: LoopExecutor
    private let services: RoomServices
    private let identities: Identities
    private let passwords: PasswordHasher
    private let lobby: LobbyService
    private let greeter: Greeter
    private let tries: AttemptLimits
    /// Addresses from which owners of claimed names have logged in.
    private let known: KnownLoginAddresses
    private let sessions: SessionService

    init(
        executor: LoopExecutor, services: RoomServices, identities: Identities, passwords: PasswordHasher,
        lobby: LobbyService,
        greeter: Greeter, tries: AttemptLimits, known: KnownLoginAddresses
    ) {
        self.executor = executor
        self.tries = tries
        self.known = known
        self.services = services
        self.identities = identities
        self.passwords = passwords
        self.lobby = lobby
        self.greeter = greeter
        sessions = SessionService(store: services.store)
    }

    private var store: any RoomStore { services.store }

    /// Runs `work` in a task, and tells the client why it fails. The connection's next requests
    /// wait until it ends, because it may change the client's identity.
    private func perform(
        _ id: String?, for client: ClientConnection, _ hold: SuspendedConnection? = nil,
        _ work: @escaping () async throws -> Void
    ) {
        executor.start { [self] in
            defer { hold?.finish() }
            do { try await work() } catch { refuse(error, id, client) }
        }
    }

    private func refuse(_ error: any Error, _ id: String?, _ client: ClientConnection) {
        // Other errors mean that the server stops (``answer(_:)``).
        if let failure = AccountFailure(error) { client.send(.error(failure, id: id)) }
    }

    /// Counts the attempts. Throws if one is beyond its limit.
    private func count(_ tries: [AttemptLimits.Attempt]) async throws {
        switch try await answer({ self.tries.spend(tries, $0) }) {
        case .allowed: break
        case .tooOften(let wait): throw AccountFailure.rateLimited(retryAfter: wait)
        case .unavailable(let why): throw AccountFailure.unavailable(why)
        }
    }

    private static func isPassword(_ text: String) -> Bool {
        Account.passwordLengths.contains(text.count) && text.utf8.count <= 4 * Account.passwordLengths.upperBound
    }

    /// Returns the hash of a new password.
    private func hash(_ password: String, _ turn: HashTurn) async throws -> PasswordHash {
        guard let hash = try await answer({ passwords.hash(password, turn, $0) }) else { throw AccountFailure.busy }
        return hash
    }

    /// Whether the password is that of the account. If there is no account, the answer takes as
    /// long as for a wrong password.
    private func matches(_ password: String, _ account: Account?, _ turn: HashTurn) async throws -> Bool {
        let matches = try await answer { passwords.match(password, account?.password, turn, $0) }
        guard let matches else { throw AccountFailure.busy }
        return matches
    }

    /// Returns a name for an account.
    private func claimable(_ text: String?) throws -> String {
        guard let name = identities.cleaned(text) else { throw AccountFailure.badName }
        if let objection = AccountFailure.objection(to: name) { throw objection }
        return name
    }

    // MARK: claims

    /// Claims a name for the client.
    func claim(_ claim: Request.Claim, from client: ClientConnection, _ hold: SuspendedConnection) {
        perform(claim.id, for: client, hold) { [self] in
            let participant = client.participant
            guard !participant.isClaimed else { throw AccountFailure.alreadyClaimed }
            let name = try claimable(claim.name)
            guard Self.isPassword(claim.password) else { throw AccountFailure.weakPassword }
            let now = services.now()
            let origin = AttemptOrigin(client)
            try await count(origin.tries(.claim))
            guard try await store.account(name: NameKey(name)) == nil else { throw AccountFailure.nameTaken }
            let hash = try await hash(claim.password, origin.turn(isKnown: false))
            let account = Account(participant: participant.id, name: name, password: hash, since: now)
            try await store.change(.claim(account, device: identities.device(claim.device)))
            known.add(AttemptOrigin(client).place(for: NameKey(name)))
            call(name, claim.id, client)
        }
    }

    /// Gives the new name to all connections of the participant, and answers the request of
    /// `client`.
    private func call(_ name: String, _ id: String?, _ client: ClientConnection) {
        func own(_ client: ClientConnection) {
            client.participant.name = name
            client.participant.isClaimed = true
        }
        own(client)
        for other in greeter.directory.clients(of: client.participant.id) where other !== client {
            own(other)
            greeter.renamed(other)
        }
        client.send(.account(id: id, client.participant))
        greeter.renamed(client)
        greeter.directory.renamed(client.participant)
    }

    // MARK: logins

    /// Logs the client in.
    func login(_ login: Request.Login, from client: ClientConnection, _ hold: SuspendedConnection) {
        perform(login.id, for: client, hold) { [self] in
            guard client.rooms.isEmpty, !lobby.isSeeking(client), client.remote?.isFree ?? true else {
                throw AccountFailure.notFree
            }
            let key = NameKey(identities.cleaned(login.name) ?? "")
            let origin = AttemptOrigin(client)
            let place = origin.place(for: key)
            // A text that cannot be a password does not count as an attempt.
            guard login.password.count <= Account.passwordLengths.upperBound,
                login.password.utf8.count <= 4 * Account.passwordLengths.upperBound
            else { throw AccountFailure.badLogin }
            let isKnown = known.contains(place)
            let tried = origin.login(by: key, isKnown: isKnown)
            let turn = origin.turn(isKnown: isKnown || client.participant.isClaimed)
            try await count(tried)
            let account = try await store.account(name: key)
            guard try await matches(login.password, account, turn), let account else { throw AccountFailure.badLogin }
            tries.giveBack(tried)
            known.add(place)
            let identity: Identities.Identity
            do {
                identity = try await identities.login(account, isBot: login.isBot, device: login.device)
            } catch let refusal as PeopleRefusal {
                throw AccountFailure.unavailable("\(refusal)")
            }
            // The password may have been changed during the login. In that case, end the new
            // session.
            guard try await isCurrent(account, key) else {
                store.change(.endSessions(.one(Identities.hash(identity.token)), of: account.participant)) { _ in }
                throw AccountFailure.badLogin
            }
            greeter.welcome(identity, client)
        }
    }

    /// Whether the store has the account with the same password.
    private func isCurrent(_ account: Account, _ key: NameKey) async throws -> Bool {
        do { return try await store.account(name: key)?.password == account.password } catch is StoreFailure {
            return false
        }
    }

    // MARK: passwords and sessions

    /// Changes the password, and ends all other sessions.
    func change(_ change: Request.PasswordChange, from client: ClientConnection, _ hold: SuspendedConnection) {
        perform(change.id, for: client, hold) { [self] in
            let participant = client.participant
            guard participant.isClaimed else { throw AccountFailure.notClaimed }
            guard Self.isPassword(change.new) else { throw AccountFailure.weakPassword }
            try await prove(change.password, client)
            let hash = try await hash(change.new, AttemptOrigin(client).turn(isKnown: true))
            let kept = Identities.hash(client.token)
            try await store.change(.setPassword(hash, of: participant.id, keeping: kept))
            greeter.directory.signedOut(.allBut(kept), of: participant.id)
            client.send(.account(id: change.id, client.participant))
        }
    }

    /// Changes the name, which each account may do once.
    func rename(_ rename: Request.Rename, from client: ClientConnection, _ hold: SuspendedConnection) {
        perform(rename.id, for: client, hold) { [self] in
            guard client.participant.isClaimed else { throw AccountFailure.notClaimed }
            let name = try claimable(rename.name)
            try await prove(rename.password, client)
            try await store.change(.rename(client.participant.id, to: name, at: services.now()))
            call(name, rename.id, client)
        }
    }

    /// Deletes the account and ends all of its sessions, including this one. The records of its
    /// games stay, without the name.
    func delete(_ deletion: Request.AccountDeletion, from client: ClientConnection, _ hold: SuspendedConnection) {
        let participant = client.participant.id
        perform(deletion.id, for: client, hold) { [self] in
            try await prove(deletion.password, client)
            try await store.change(.deleteAccount(participant, at: services.now()))
            client.send(.sessions(id: deletion.id, []))
            // Answer the requests that wait first, because signing out closes the connection.
            hold.finish()
            greeter.deleted(participant)
            greeter.directory.signedOut(.all, of: participant)
        }
    }

    /// Throws unless the client owns a name and `password` is its password.
    private func prove(_ password: String, _ client: ClientConnection) async throws {
        let participant = client.participant
        guard participant.isClaimed else { throw AccountFailure.notClaimed }
        guard password.utf8.count <= 4 * Account.passwordLengths.upperBound else { throw AccountFailure.badLogin }
        try await count([.init(.change, participant.id.text)])
        let account = try await store.account(name: NameKey(participant.name))
        let matches = try await matches(password, account, AttemptOrigin(client).turn(isKnown: true))
        guard matches, account?.participant == participant.id else { throw AccountFailure.badLogin }
    }

    /// Lists the sessions of the participant.
    func list(id: String?, from client: ClientConnection, _ hold: SuspendedConnection) {
        perform(id, for: client, hold) { [self] in
            try await admitLookup(client)
            client.send(.sessions(id: id, try await sessions.list(of: client)))
        }
    }

    func signOut(_ request: Request.SignOut, from client: ClientConnection, _ hold: SuspendedConnection) {
        perform(request.id, for: client, hold) { [self] in
            try await admitLookup(client)
            let participant = client.participant.id
            let ended = try await sessions.end(request.session, of: client)
            do { client.send(.sessions(id: request.id, try await sessions.list(of: client))) } catch {
                refuse(error, request.id, client)
            }
            // Answer the requests that wait first, because signing out may close the connection.
            hold.finish()
            greeter.directory.signedOut(ended, of: participant)
        }
    }

    /// Throws unless the client owns a name and may look up sessions again
    /// (``AttemptLimits/Kind/look``).
    private func admitLookup(_ client: ClientConnection) async throws {
        guard client.participant.isClaimed else { throw AccountFailure.notClaimed }
        try await count([.init(.look, client.participant.id.text)])
    }

    // MARK: tokens

    /// Makes another token for a device of the client's participant.
    func token(_ request: Request.TokenRequest, from client: ClientConnection) {
        perform(request.id, for: client) { [self] in
            guard client.participant.isClaimed else { throw AccountFailure.notClaimed }
            try await count([.init(.token, client.participant.id.text)])
            do {
                let token = try await identities.newToken(of: client.participant.id, device: request.device)
                client.send(.token(id: request.id, token))
            } catch let refusal as PeopleRefusal {
                throw AccountFailure.unavailable("\(refusal)")
            }
        }
    }
}
