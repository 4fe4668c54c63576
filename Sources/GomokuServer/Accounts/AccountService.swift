import Wire
import GameState
import WebSockets

/// Who claims a name, who logs in by one, and who wants another token for a bot.
final class AccountService {
    /// Characters of a password.
    static let passwordLengths = 8...128

    private let registry: RoomRegistry
    private let identities: Identities
    private let passwords: PasswordHasher
    private var claims = AttemptThrottle(burst: 6, interval: 60_000)
    private var loginsByAddress = AttemptThrottle(burst: 20, interval: 10_000)
    private var loginsByName = AttemptThrottle(burst: 10, interval: 20_000)
    private var tokens = AttemptThrottle(burst: 4, interval: 15_000)
    /// Tells a connection who it is now, and goes on with what it asked meanwhile.
    var welcome: (Identities.Identity, ClientConnection) -> Void = { _, _ in }
    /// Whether a connection looks for an opponent.
    var isSeeking: (ClientConnection) -> Bool = { _ in false }
    /// Tells wherever a connection stands listed that its name is another.
    var renamed: (ClientConnection) -> Void = { _ in }
    /// Goes on with what a connection asked while it waited.
    var goOn: (ClientConnection) -> Void = { _ in }

    init(registry: RoomRegistry, identities: Identities, loop: EventLoop) {
        self.registry = registry
        self.identities = identities
        passwords = PasswordHasher(loop: loop)
    }

    private var store: any RoomStore { registry.services.store }

    // MARK: claims

    func claim(_ claim: Request.Claim, from client: ClientConnection) {
        let participant = client.participant
        guard !participant.isClaimed else { return refuse(.alreadyClaimed, claim.id, client) }
        guard let name = identities.cleaned(claim.name), NameKey.isClaimable(name) else {
            return refuse(.badName, claim.id, client)
        }
        guard Self.passwordLengths.contains(claim.password.count),
            claim.password.utf8.count <= 4 * Self.passwordLengths.upperBound
        else { return refuse(.weakPassword, claim.id, client) }
        let now = registry.services.now()
        guard claims.spend(client.address ?? participant.id.text, now: now) else {
            return refuse(.rateLimited, claim.id, client)
        }
        wait(client)
        store.account(name: NameKey(name)) { [self] result in
            switch result {
            case .failure(let failure): refuse(.unavailable("\(failure)"), claim.id, client)
            case .success(.some): refuse(.nameTaken, claim.id, client)
            case .success(nil):
                let isTaken = passwords.hash(claim.password) { [self] hash in
                    guard let hash else { return refuse(.busy, claim.id, client) }
                    let account = Account(participant: participant.id, name: name, password: hash, since: now)
                    store.claim(account) { [self] in claimed(account, $0, claim.id, client) }
                }
                if !isTaken { refuse(.busy, claim.id, client) }
            }
        }
    }

    private func claimed(_ account: Account, _ failure: ClaimFailure?, _ id: String?, _ client: ClientConnection) {
        switch failure {
        case .nameTaken: return refuse(.nameTaken, id, client)
        case .alreadyClaimed: return refuse(.alreadyClaimed, id, client)
        case .unavailable(let why): return refuse(.unavailable(why), id, client)
        case nil: break
        }
        rename(client, account)
        // Other windows and devices of the same participant.
        for table in registry.tables.values where table.audience.isPresent(account.participant) {
            for other in table.audience.everybody where other.participant.id == account.participant && other !== client
            {
                rename(other, account)
                table.renamed(other)
            }
        }
        client.send(.account(id: id, client.participant))
        for table in client.tables.values { table.renamed(client) }
        renamed(client)
        resume(client)
    }

    private func rename(_ client: ClientConnection, _ account: Account) {
        client.participant.name = account.name
        client.participant.isClaimed = true
    }

    // MARK: logins

    func login(_ login: Request.Login, from client: ClientConnection) {
        guard client.tables.isEmpty, client.loading.isEmpty, !isSeeking(client) else {
            return refuse(.notFree, login.id, client)
        }
        let now = registry.services.now()
        let key = NameKey(identities.cleaned(login.name) ?? "")
        let address = client.address
        guard address.map({ loginsByAddress.spend($0, now: now) }) ?? true, loginsByName.spend(key.text, now: now),
            login.password.utf8.count <= 4 * Self.passwordLengths.upperBound
        else { return refuse(.rateLimited, login.id, client) }
        wait(client)
        store.account(name: key) { [self] result in
            let account: Account?
            do { account = try result.get() } catch { return refuse(.unavailable("\(error)"), login.id, client) }
            // A name that nobody has takes as long as a wrong password.
            let isTaken = passwords.match(login.password, account?.password) { [self] matches in
                guard let matches else { return refuse(.busy, login.id, client) }
                guard matches, let account else { return refuse(.badLogin, login.id, client) }
                loginsByName.refund(key.text)
                if let address { loginsByAddress.refund(address) }
                identities.login(account, isBot: login.isBot) { [self] result in
                    switch result {
                    case .success(let identity): welcome(identity, client)
                    case .failure(let failure): refuse(.unavailable("\(failure)"), login.id, client)
                    }
                }
            }
            if !isTaken { refuse(.busy, login.id, client) }
        }
    }

    // MARK: tokens

    func token(id: String?, from client: ClientConnection) {
        guard client.participant.isClaimed else { return refuse(.notClaimed, id, client) }
        guard tokens.spend(client.participant.id.text, now: registry.services.now()) else {
            return refuse(.rateLimited, id, client)
        }
        identities.newToken(of: client.participant.id) { [self] result in
            switch result {
            case .success(let token): client.send(.token(id: id, token))
            case .failure(let failure): refuse(.unavailable("\(failure)"), id, client)
            }
        }
    }

    // MARK: the rest

    private func refuse(_ failure: AccountFailure, _ id: String?, _ client: ClientConnection) {
        client.send(.error(failure, id: id))
        resume(client)
    }

    /// What it asks from now on waits: it may be somebody else then.
    private func wait(_ client: ClientConnection) {
        client.isIdentified = client.stage == .known
        client.stage = .greeting
    }

    private func resume(_ client: ClientConnection) {
        guard client.stage == .greeting else { return }
        client.stage = client.isIdentified ? .known : .new
        goOn(client)
    }
}
