import GameState
import Rooms
import Storage
import WebSockets
import Wire

/// Handles claims of names, logins, changes of accounts, and new tokens for bots.
final class AccountService {
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
        services: RoomServices, identities: Identities, passwords: PasswordHasher, lobby: LobbyService,
        greeter: Greeter, tries: AttemptLimits, known: KnownLoginAddresses
    ) {
        self.tries = tries
        self.known = known
        self.services = services
        self.identities = identities
        self.passwords = passwords
        self.lobby = lobby
        self.greeter = greeter
        sessions = SessionService(store: services.store, directory: greeter.directory)
    }

    private var store: any RoomStore { services.store }

    // MARK: claims

    /// Claims a name for the client. The connection's next requests wait for the answer, because it
    /// may change the client's identity.
    func claim(_ claim: Request.Claim, from client: ClientConnection, _ hold: SuspendedConnection) {
        func refuse(_ failure: AccountFailure) { self.refuse(failure, claim.id, client, hold) }
        let participant = client.participant
        guard !participant.isClaimed else { return refuse(.alreadyClaimed) }
        guard let name = identities.cleaned(claim.name) else { return refuse(.badName) }
        if let objection = AccountFailure.objection(to: name) { return refuse(objection) }
        guard Self.isPassword(claim.password) else { return refuse(.weakPassword) }
        let now = services.now()
        let origin = AttemptOrigin(client)
        count(origin.tries(.claim), refuse) { [self] in
            store.account(name: NameKey(name)) { [self] result in
                switch result {
                case .failure(let failure): refuse(.unavailable("\(failure)"))
                case .success(.some): refuse(.nameTaken)
                case .success(nil):
                    passwords.hash(claim.password, origin.turn(isKnown: false)) { [self] hash in
                        guard let hash else { return refuse(.busy) }
                        let account = Account(participant: participant.id, name: name, password: hash, since: now)
                        store.change(.claim(account, device: identities.device(claim.device))) { [self] in
                            claimed(account, $0, claim.id, client, hold)
                        }
                    }
                }
            }
        }
    }

    /// Counts the attempts and calls `proceed` if each is within its limit, otherwise calls
    /// `refuse`.
    private func count(
        _ tries: [AttemptLimits.Attempt], _ refuse: @escaping (AccountFailure) -> Void, _ proceed: @escaping () -> Void
    ) {
        self.tries.spend(tries) { outcome in
            switch outcome {
            case .allowed: proceed()
            case .tooOften(let wait): refuse(.rateLimited(retryAfter: wait))
            case .unavailable(let why): refuse(.unavailable(why))
            }
        }
    }

    private static func isPassword(_ text: String) -> Bool {
        Account.passwordLengths.contains(text.count) && text.utf8.count <= 4 * Account.passwordLengths.upperBound
    }

    private func claimed(
        _ account: Account, _ refusal: PeopleRefusal?, _ id: String?, _ client: ClientConnection,
        _ hold: SuspendedConnection
    ) {
        if let refusal { return refuse(AccountFailure(refusal), id, client, hold) }
        known.add(AttemptOrigin(client).place(for: NameKey(account.name)))
        call(account.name, id, client, hold)
    }

    /// Gives the new name to all connections of the participant, and answers the request of
    /// `client`.
    private func call(_ name: String, _ id: String?, _ client: ClientConnection, _ hold: SuspendedConnection) {
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
        hold.finish()
    }

    // MARK: logins

    /// Logs the client in. The connection's next requests wait for the answer, because it may
    /// change the client's identity.
    func login(_ login: Request.Login, from client: ClientConnection, _ hold: SuspendedConnection) {
        func refuse(_ failure: AccountFailure) { self.refuse(failure, login.id, client, hold) }
        guard client.rooms.isEmpty, !lobby.isSeeking(client), client.remote?.isFree ?? true else {
            return refuse(.notFree)
        }
        let key = NameKey(identities.cleaned(login.name) ?? "")
        let origin = AttemptOrigin(client)
        let place = origin.place(for: key)
        // A text that cannot be a password does not count as an attempt.
        guard login.password.count <= Account.passwordLengths.upperBound,
            login.password.utf8.count <= 4 * Account.passwordLengths.upperBound
        else { return refuse(.badLogin) }
        let isKnown = known.contains(place)
        let tried = origin.login(by: key, isKnown: isKnown)
        let turn = origin.turn(isKnown: isKnown || client.participant.isClaimed)
        count(tried, refuse) { [self] in
            store.account(name: key) { [self] result in
                let account: Account?
                do { account = try result.get() } catch { return refuse(.unavailable("\(error)")) }
                // Also for an unknown name, so that the answer takes as long as for a wrong
                // password.
                passwords.match(login.password, account?.password, turn) { [self] matches in
                    guard let matches else { return refuse(.busy) }
                    guard matches, let account else { return refuse(.badLogin) }
                    tries.giveBack(tried)
                    known.add(place)
                    logIn(account, key, login, client, hold)
                }
            }
        }
    }

    private func logIn(
        _ account: Account, _ key: NameKey, _ login: Request.Login, _ client: ClientConnection,
        _ hold: SuspendedConnection
    ) {
        identities.login(account, isBot: login.isBot, device: login.device) { [self] result in
            switch result {
            case .success(let identity): enter(identity, account, key, login.id, client, hold)
            case .failure(let failure): refuse(.unavailable("\(failure)"), login.id, client, hold)
            }
        }
    }

    /// Welcomes the client, unless the password was changed during the login. In that case the new
    /// session is ended.
    private func enter(
        _ identity: Identities.Identity, _ account: Account, _ key: NameKey, _ id: String?, _ client: ClientConnection,
        _ hold: SuspendedConnection
    ) {
        store.account(name: key) { [self] result in
            guard case .success(.some(let now)) = result, now.password == account.password else {
                store.change(.endSessions(.one(Identities.hash(identity.token)), of: account.participant)) { _ in }
                return refuse(.badLogin, id, client, hold)
            }
            greeter.welcome(identity, client)
            hold.finish()
        }
    }

    // MARK: passwords and sessions

    /// Changes the password, and ends all other sessions.
    func change(_ change: Request.PasswordChange, from client: ClientConnection, _ hold: SuspendedConnection) {
        func refuse(_ failure: AccountFailure) { self.refuse(failure, change.id, client, hold) }
        let participant = client.participant
        guard participant.isClaimed else { return refuse(.notClaimed) }
        guard Self.isPassword(change.new) else { return refuse(.weakPassword) }
        prove(change.password, refuse, client) { [self] in
            passwords.hash(change.new, AttemptOrigin(client).turn(isKnown: true)) { [self] hash in
                guard let hash else { return refuse(.busy) }
                let kept = Identities.hash(client.token)
                store.change(.setPassword(hash, of: participant.id, keeping: kept)) { [self] refusal in
                    if let refusal { return refuse(AccountFailure(refusal)) }
                    greeter.directory.signedOut(.allBut(kept), of: participant.id)
                    client.send(.account(id: change.id, client.participant))
                    hold.finish()
                }
            }
        }
    }

    /// Changes the name, which each account may do once.
    func rename(_ rename: Request.Rename, from client: ClientConnection, _ hold: SuspendedConnection) {
        func refuse(_ failure: AccountFailure) { self.refuse(failure, rename.id, client, hold) }
        guard client.participant.isClaimed else { return refuse(.notClaimed) }
        guard let name = identities.cleaned(rename.name) else { return refuse(.badName) }
        if let objection = AccountFailure.objection(to: name) { return refuse(objection) }
        prove(rename.password, refuse, client) { [self] in
            store.change(.rename(client.participant.id, to: name, at: services.now())) { [self] refusal in
                if let refusal { return refuse(AccountFailure(refusal)) }
                call(name, rename.id, client, hold)
            }
        }
    }

    /// Deletes the account and ends all of its sessions, including this one. The records of its
    /// games stay, without the name.
    func delete(_ deletion: Request.AccountDeletion, from client: ClientConnection, _ hold: SuspendedConnection) {
        func refuse(_ failure: AccountFailure) { self.refuse(failure, deletion.id, client, hold) }
        let participant = client.participant.id
        prove(deletion.password, refuse, client) { [self] in
            store.change(.deleteAccount(participant, at: services.now())) { [self] refusal in
                if let refusal { return refuse(AccountFailure(refusal)) }
                client.send(.sessions(id: deletion.id, []))
                hold.finish()
                greeter.deleted(participant)
                greeter.directory.signedOut(.all, of: participant)
            }
        }
    }

    /// Calls `proceed` if the client owns a name and `password` is its password, otherwise
    /// `refuse`.
    private func prove(
        _ password: String, _ refuse: @escaping (AccountFailure) -> Void, _ client: ClientConnection,
        _ proceed: @escaping () -> Void
    ) {
        let participant = client.participant
        guard participant.isClaimed else { return refuse(.notClaimed) }
        guard password.utf8.count <= 4 * Account.passwordLengths.upperBound else { return refuse(.badLogin) }
        count([.init(.change, participant.id.text)], refuse) { [self] in
            store.account(name: NameKey(participant.name)) { [self] result in
                let account: Account?
                do { account = try result.get() } catch { return refuse(.unavailable("\(error)")) }
                let turn = AttemptOrigin(client).turn(isKnown: true)
                passwords.match(password, account?.password, turn) { matches in
                    guard let matches else { return refuse(.busy) }
                    guard matches, account?.participant == participant.id else { return refuse(.badLogin) }
                    proceed()
                }
            }
        }
    }

    /// Lists the sessions of the participant.
    func list(id: String?, from client: ClientConnection, _ hold: SuspendedConnection) {
        admitLookup(id, client, hold) { [self] in sessions.list(of: client) { [self] in tell($0, id, client, hold) } }
    }

    func signOut(_ request: Request.SignOut, from client: ClientConnection, _ hold: SuspendedConnection) {
        admitLookup(request.id, client, hold) { [self] in
            sessions.end(request.session, of: client) { [self] in tell($0, request.id, client, hold) }
        }
    }

    /// Calls `proceed` if the client owns a name and may look up sessions again
    /// (``AttemptLimits/Kind/look``).
    private func admitLookup(
        _ id: String?, _ client: ClientConnection, _ hold: SuspendedConnection, _ proceed: @escaping () -> Void
    ) {
        guard client.participant.isClaimed else { return refuse(.notClaimed, id, client, hold) }
        count([.init(.look, client.participant.id.text)], { [self] in refuse($0, id, client, hold) }, proceed)
    }

    private func tell(
        _ result: Result<[Notice.Session], AccountFailure>, _ id: String?, _ client: ClientConnection,
        _ hold: SuspendedConnection
    ) {
        switch result {
        case .failure(let failure): refuse(failure, id, client, hold)
        case .success(let sessions):
            client.send(.sessions(id: id, sessions))
            hold.finish()
        }
    }

    // MARK: tokens

    func token(_ request: Request.TokenRequest, from client: ClientConnection) {
        func refuse(_ failure: AccountFailure) { client.send(.error(failure, id: request.id)) }
        guard client.participant.isClaimed else { return refuse(.notClaimed) }
        count([.init(.token, client.participant.id.text)], refuse) { [self] in
            identities.newToken(of: client.participant.id, device: request.device) { result in
                switch result {
                case .success(let token): client.send(.token(id: request.id, token))
                case .failure(let failure): refuse(.unavailable("\(failure)"))
                }
            }
        }
    }

    // MARK: refusals

    private func refuse(
        _ failure: AccountFailure, _ id: String?, _ client: ClientConnection, _ hold: SuspendedConnection
    ) {
        client.send(.error(failure, id: id))
        hold.finish()
    }
}
