import Wire
import GameState
import WebSockets

/// Who claims a name, who logs in by one, and who wants another token for a bot.
final class AccountService {
    private let services: RoomServices
    private let identities: Identities
    private let passwords: PasswordHasher
    private let lobby: LobbyService
    private let greeter: Greeter
    private var claims = AttemptThrottle(burst: 6, interval: 60_000)
    private var loginsByAddress = AttemptThrottle(burst: 20, interval: 10_000)
    /// Of one name from one address, so that whoever guesses elsewhere keeps nobody out; and of one name from all
    /// addresses that have never been right.
    private var loginsByPair = AttemptThrottle(burst: 10, interval: 20_000)
    private var loginsByName = AttemptThrottle(burst: 200, interval: 2_000)
    /// From where names were logged in by.
    private var known = KnownPlaces()
    private var tokens = AttemptThrottle(burst: 4, interval: 15_000)
    private var changes = AttemptThrottle(burst: 10, interval: 60_000)
    private var looks = AttemptThrottle(burst: 20, interval: 3_000)
    private let sessions: SessionService

    init(
        services: RoomServices, identities: Identities, passwords: PasswordHasher, lobby: LobbyService, greeter: Greeter
    ) {
        self.services = services
        self.identities = identities
        self.passwords = passwords
        self.lobby = lobby
        self.greeter = greeter
        sessions = SessionService(store: services.store, directory: greeter.directory)
    }

    private var store: any RoomStore { services.store }

    // MARK: claims

    /// What it asks from now on waits: it may be somebody else then.
    func claim(_ claim: Request.Claim, from client: ClientConnection, _ hold: Hold) {
        func refuse(_ failure: AccountFailure) { self.refuse(failure, claim.id, client, hold) }
        let participant = client.participant
        guard !participant.isClaimed else { return refuse(.alreadyClaimed) }
        guard let name = identities.cleaned(claim.name), NameKey.isClaimable(name) else { return refuse(.badName) }
        guard Account.passwordLengths.contains(claim.password.count),
            claim.password.utf8.count <= 4 * Account.passwordLengths.upperBound
        else { return refuse(.weakPassword) }
        let now = services.now()
        let claimer = client.address ?? participant.id.text
        guard claims.spend(claimer, now: now) else { return refuse(.rateLimited(retryAfter: claims.wait(claimer))) }
        store.account(name: NameKey(name)) { [self] result in
            switch result {
            case .failure(let failure): refuse(.unavailable("\(failure)"))
            case .success(.some): refuse(.nameTaken)
            case .success(nil):
                let isTaken = passwords.hash(claim.password) { [self] hash in
                    guard let hash else { return refuse(.busy) }
                    let account = Account(participant: participant.id, name: name, password: hash, since: now)
                    store.claim(account, device: identities.device(claim.device)) { [self] in
                        claimed(account, $0, claim.id, client, hold)
                    }
                }
                if !isTaken { refuse(.busy) }
            }
        }
    }

    private func claimed(
        _ account: Account, _ failure: ClaimFailure?, _ id: String?, _ client: ClientConnection, _ hold: Hold
    ) {
        switch failure {
        case .nameTaken: return refuse(.nameTaken, id, client, hold)
        case .alreadyClaimed: return refuse(.alreadyClaimed, id, client, hold)
        case .unavailable(let why): return refuse(.unavailable(why), id, client, hold)
        case nil: break
        }
        call(account.name, id, client, hold)
    }

    /// From now on whoever has `client` owns that name: here, and in other windows and on other devices.
    private func call(_ name: String, _ id: String?, _ client: ClientConnection, _ hold: Hold) {
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

    /// What it asks from now on waits: it may be somebody else then.
    func login(_ login: Request.Login, from client: ClientConnection, _ hold: Hold) {
        func refuse(_ failure: AccountFailure) { self.refuse(failure, login.id, client, hold) }
        guard client.rooms.isEmpty, !lobby.isSeeking(client), client.remote?.isFree ?? true else {
            return refuse(.notFree)
        }
        let now = services.now()
        let key = NameKey(identities.cleaned(login.name) ?? "")
        let address = client.address
        let pair = "\(address ?? "here") \(key.text)"
        // What nobody can have as a password is no attempt.
        guard login.password.count <= Account.passwordLengths.upperBound,
            login.password.utf8.count <= 4 * Account.passwordLengths.upperBound
        else { return refuse(.badLogin) }
        guard address.map({ loginsByAddress.spend($0, now: now) }) ?? true, loginsByPair.spend(pair, now: now),
            known.contains(pair) || loginsByName.spend(key.text, now: now)
        else {
            let waits = [
                address.map { loginsByAddress.wait($0) } ?? 0, loginsByPair.wait(pair), loginsByName.wait(key.text),
            ]
            return refuse(.rateLimited(retryAfter: waits.max() ?? 0))
        }
        store.account(name: key) { [self] result in
            let account: Account?
            do { account = try result.get() } catch { return refuse(.unavailable("\(error)")) }
            // A name that nobody has takes as long as a wrong password.
            let isTaken = passwords.match(login.password, account?.password) { [self] matches in
                guard let matches else { return refuse(.busy) }
                guard matches, let account else { return refuse(.badLogin) }
                loginsByPair.refund(pair)
                loginsByName.refund(key.text)
                known.add(pair)
                if let address { loginsByAddress.refund(address) }
                identities.login(account, isBot: login.isBot, device: login.device) { [self] result in
                    switch result {
                    case .success(let identity): enter(identity, account, key, login.id, client, hold)
                    case .failure(let failure): refuse(.unavailable("\(failure)"))
                    }
                }
            }
            if !isTaken { refuse(.busy) }
        }
    }

    /// The password may have been changed while it was looked at: then the session that it has begun is over.
    private func enter(
        _ identity: Identities.Identity, _ account: Account, _ key: NameKey, _ id: String?, _ client: ClientConnection,
        _ hold: Hold
    ) {
        store.account(name: key) { [self] result in
            guard case .success(.some(let now)) = result, now.password == account.password else {
                store.endSessions(.one(Identities.hash(identity.token)), of: account.participant) { _ in }
                return refuse(.badLogin, id, client, hold)
            }
            greeter.welcome(identity, client)
            hold.finish()
        }
    }

    // MARK: passwords and sessions

    /// All other sessions are over then.
    func change(_ change: Request.PasswordChange, from client: ClientConnection, _ hold: Hold) {
        func refuse(_ failure: AccountFailure) { self.refuse(failure, change.id, client, hold) }
        let participant = client.participant
        guard participant.isClaimed else { return refuse(.notClaimed) }
        guard Account.passwordLengths.contains(change.new.count),
            change.new.utf8.count <= 4 * Account.passwordLengths.upperBound
        else { return refuse(.weakPassword) }
        prove(change.password, refuse, client) { [self] in
            let isTaken = passwords.hash(change.new) { [self] hash in
                guard let hash else { return refuse(.busy) }
                let kept = Identities.hash(client.token)
                store.setPassword(hash, of: participant.id, keeping: kept) { [self] failure in
                    if let failure { return refuse(.unavailable("\(failure)")) }
                    greeter.directory.signedOut(.allBut(kept), of: participant.id)
                    client.send(.account(id: change.id, client.participant))
                    hold.finish()
                }
            }
            if !isTaken { refuse(.busy) }
        }
    }

    /// Another name, once.
    func rename(_ rename: Request.Rename, from client: ClientConnection, _ hold: Hold) {
        func refuse(_ failure: AccountFailure) { self.refuse(failure, rename.id, client, hold) }
        guard client.participant.isClaimed else { return refuse(.notClaimed) }
        guard let name = identities.cleaned(rename.name), NameKey.isClaimable(name) else { return refuse(.badName) }
        prove(rename.password, refuse, client) { [self] in
            store.rename(client.participant.id, to: name) { [self] failure in
                switch failure {
                case .nameTaken: refuse(.nameTaken)
                case .alreadyRenamed: refuse(.alreadyRenamed)
                case .notClaimed: refuse(.notClaimed)
                case .unavailable(let why): refuse(.unavailable(why))
                case nil: call(name, rename.id, client, hold)
                }
            }
        }
    }

    /// The account is deleted; what was played stays, by nobody's name. All sessions are over then, this one too.
    func delete(_ deletion: Request.AccountDeletion, from client: ClientConnection, _ hold: Hold) {
        func refuse(_ failure: AccountFailure) { self.refuse(failure, deletion.id, client, hold) }
        let participant = client.participant.id
        prove(deletion.password, refuse, client) { [self] in
            store.forget(participant) { [self] failure in
                if let failure { return refuse(.unavailable("\(failure)")) }
                client.send(.sessions(id: deletion.id, []))
                hold.finish()
                for gone in greeter.directory.clients(of: participant) { gone.participant.name = "" }
                greeter.directory.signedOut(.all, of: participant)
            }
        }
    }

    /// Goes on where whoever has `client` owns a name, and this is its password.
    private func prove(
        _ password: String, _ refuse: @escaping (AccountFailure) -> Void, _ client: ClientConnection,
        _ goOn: @escaping () -> Void
    ) {
        let participant = client.participant
        guard participant.isClaimed else { return refuse(.notClaimed) }
        guard password.utf8.count <= 4 * Account.passwordLengths.upperBound else { return refuse(.badLogin) }
        guard changes.spend(participant.id.text, now: services.now()) else {
            return refuse(.rateLimited(retryAfter: changes.wait(participant.id.text)))
        }
        store.account(name: NameKey(participant.name)) { [self] result in
            let account: Account?
            do { account = try result.get() } catch { return refuse(.unavailable("\(error)")) }
            let isTaken = passwords.match(password, account?.password) { matches in
                guard let matches else { return refuse(.busy) }
                guard matches, account?.participant == participant.id else { return refuse(.badLogin) }
                goOn()
            }
            if !isTaken { refuse(.busy) }
        }
    }

    /// Where somebody is signed in.
    func list(id: String?, from client: ClientConnection, _ hold: Hold) {
        guard mayAsk(id, client, hold) else { return }
        sessions.list(of: client) { [self] in tell($0, id, client, hold) }
    }

    func signOut(_ request: Request.SignOut, from client: ClientConnection, _ hold: Hold) {
        guard mayAsk(request.id, client, hold) else { return }
        sessions.end(request.session, of: client) { [self] in tell($0, request.id, client, hold) }
    }

    private func mayAsk(_ id: String?, _ client: ClientConnection, _ hold: Hold) -> Bool {
        guard client.participant.isClaimed else {
            refuse(.notClaimed, id, client, hold)
            return false
        }
        guard looks.spend(client.participant.id.text, now: services.now()) else {
            refuse(.rateLimited(retryAfter: looks.wait(client.participant.id.text)), id, client, hold)
            return false
        }
        return true
    }

    private func tell(
        _ result: Result<[Notice.Session], AccountFailure>, _ id: String?, _ client: ClientConnection, _ hold: Hold
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
        let id = request.id
        guard client.participant.isClaimed else { return tell(.notClaimed, id, client) }
        guard tokens.spend(client.participant.id.text, now: services.now()) else {
            return tell(.rateLimited(retryAfter: tokens.wait(client.participant.id.text)), id, client)
        }
        identities.newToken(of: client.participant.id, device: request.device) { [self] result in
            switch result {
            case .success(let token): client.send(.token(id: id, token))
            case .failure(let failure): tell(.unavailable("\(failure)"), id, client)
            }
        }
    }

    // MARK: refusals

    private func refuse(_ failure: AccountFailure, _ id: String?, _ client: ClientConnection, _ hold: Hold) {
        tell(failure, id, client)
        hold.finish()
    }

    private func tell(_ failure: AccountFailure, _ id: String?, _ client: ClientConnection) {
        client.send(.error(failure, id: id))
    }
}
