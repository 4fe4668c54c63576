import Wire
import GameState
import WebSockets

/// Who claims a name, who logs in by one, and who wants another token for a bot.
final class AccountService {
    /// Characters of a password.
    static let passwordLengths = 8...128

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

    init(
        services: RoomServices, identities: Identities, passwords: PasswordHasher, lobby: LobbyService, greeter: Greeter
    ) {
        self.services = services
        self.identities = identities
        self.passwords = passwords
        self.lobby = lobby
        self.greeter = greeter
    }

    private var store: any RoomStore { services.store }

    // MARK: claims

    /// What it asks from now on waits: it may be somebody else then.
    func claim(_ claim: Request.Claim, from client: ClientConnection, _ hold: Hold) {
        func refuse(_ failure: AccountFailure) { self.refuse(failure, claim.id, client, hold) }
        let participant = client.participant
        guard !participant.isClaimed else { return refuse(.alreadyClaimed) }
        guard let name = identities.cleaned(claim.name), NameKey.isClaimable(name) else { return refuse(.badName) }
        guard Self.passwordLengths.contains(claim.password.count),
            claim.password.utf8.count <= 4 * Self.passwordLengths.upperBound
        else { return refuse(.weakPassword) }
        let now = services.now()
        guard claims.spend(client.address ?? participant.id.text, now: now) else { return refuse(.rateLimited) }
        store.account(name: NameKey(name)) { [self] result in
            switch result {
            case .failure(let failure): refuse(.unavailable("\(failure)"))
            case .success(.some): refuse(.nameTaken)
            case .success(nil):
                let isTaken = passwords.hash(claim.password) { [self] hash in
                    guard let hash else { return refuse(.busy) }
                    let account = Account(participant: participant.id, name: name, password: hash, since: now)
                    store.claim(account) { [self] in claimed(account, $0, claim.id, client, hold) }
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
        rename(client, account)
        // Other windows and devices of the same participant.
        for live in services.rooms.all where live.audience.isPresent(account.participant) {
            for other in live.audience.everybody where other.participant.id == account.participant && other !== client {
                rename(other, account)
                live.renamed(other)
            }
        }
        client.send(.account(id: id, client.participant))
        for live in client.rooms.values { live.renamed(client) }
        lobby.renamed(client)
        hold.finish()
    }

    private func rename(_ client: ClientConnection, _ account: Account) {
        client.participant.name = account.name
        client.participant.isClaimed = true
    }

    // MARK: logins

    /// What it asks from now on waits: it may be somebody else then.
    func login(_ login: Request.Login, from client: ClientConnection, _ hold: Hold) {
        func refuse(_ failure: AccountFailure) { self.refuse(failure, login.id, client, hold) }
        guard client.rooms.isEmpty, !lobby.isSeeking(client) else { return refuse(.notFree) }
        let now = services.now()
        let key = NameKey(identities.cleaned(login.name) ?? "")
        let address = client.address
        let pair = "\(address ?? "here") \(key.text)"
        // What nobody can have as a password is no attempt.
        guard login.password.count <= Self.passwordLengths.upperBound,
            login.password.utf8.count <= 4 * Self.passwordLengths.upperBound
        else { return refuse(.badLogin) }
        guard address.map({ loginsByAddress.spend($0, now: now) }) ?? true, loginsByPair.spend(pair, now: now),
            known.contains(pair) || loginsByName.spend(key.text, now: now)
        else { return refuse(.rateLimited) }
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
                identities.login(account, isBot: login.isBot) { [self] result in
                    switch result {
                    case .success(let identity):
                        greeter.welcome(identity, client)
                        hold.finish()
                    case .failure(let failure): refuse(.unavailable("\(failure)"))
                    }
                }
            }
            if !isTaken { refuse(.busy) }
        }
    }

    // MARK: tokens

    func token(id: String?, from client: ClientConnection) {
        guard client.participant.isClaimed else { return tell(.notClaimed, id, client) }
        guard tokens.spend(client.participant.id.text, now: services.now()) else {
            return tell(.rateLimited, id, client)
        }
        identities.newToken(of: client.participant.id) { [self] result in
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
