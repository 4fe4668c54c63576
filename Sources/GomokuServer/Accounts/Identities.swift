import Cryptography
import Foundation
import GameState
import Storage
import Wire

/// Who is who: an identity for everyone who says hello, kept for those who show their token.
///
/// A token is 256 random bits; only its SHA-256 is stored, so that neither a stolen database nor the time a
/// look-up takes tells a token.
struct Identities {
    private let store: any RoomStore
    /// Nil where one server has the store: it knows its guests itself.
    private let guestTokens: GuestTokens?
    private let limits: Limits
    private let now: () -> Int

    init(store: any RoomStore, limits: Limits, now: @escaping () -> Int) {
        self.store = store
        guestTokens = store.sharedGuests.map { GuestTokens(secret: $0.secret) }
        self.limits = limits
        self.now = now
    }

    /// Somebody's identity and the token that proves it.
    struct Identity {
        let participant: Participant
        let token: String
    }

    /// Finds the participant that the token belongs to, or makes a new one. An unknown token is nobody's: it gets a new
    /// identity.
    func identify(_ hello: Request.Hello, _ done: @escaping (Result<Identity, StoreFailure>) -> Void) {
        guard let token = hello.token, token.utf8.count <= 128 else { return make(hello, done) }
        let hash = Self.hash(token)
        owner(of: token, hash) { result in
            switch result {
            case .failure(let failure): done(.failure(failure))
            case .success(.nobody): make(hello, done)
            case .success(.guest(let id, let name)): make(hello, id, token, name: name, done)
            case .success(.participant(let known)):
                if known.isClaimed { store.change(.sawSession(hash, at: now())) { _ in } }
                var participant = known
                // A claimed name is no longer changed by saying another.
                if !known.isClaimed, let name = cleaned(hello.name) { participant.name = name }
                participant.isBot = hello.isBot
                distinguish(participant) { participant in
                    guard participant != known else {
                        return done(.success(Identity(participant: known, token: token)))
                    }
                    save(Identity(participant: participant, token: token), done)
                }
            }
        }
    }

    private func owner(
        of token: String, _ hash: [UInt8], _ done: @escaping (Result<TokenOwner, StoreFailure>) -> Void
    ) {
        if let guests = store.sharedGuests {
            return guests.owner(tokenHash: hash, signed: guestTokens?.id(of: token), done)
        }
        store.participant(tokenHash: hash) { done($0.map { $0.map { .participant($0) } ?? .nobody }) }
    }

    /// Somebody new.
    private func make(_ hello: Request.Hello, _ done: @escaping (Result<Identity, StoreFailure>) -> Void) {
        if let (id, token) = guestTokens?.make() { return make(hello, id, token, done) }
        // 65 bits, and 15 bytes: short enough to be kept without allocation.
        let id = ParticipantID("p-" + randomText(length: 13))
        make(hello, id, randomText(length: Self.tokenLength), done)
    }

    /// A guest of whom nothing is stored.
    ///
    /// - Parameter name: what this server knows the guest by.
    private func make(
        _ hello: Request.Hello, _ id: ParticipantID, _ token: String, name: String? = nil,
        _ done: @escaping (Result<Identity, StoreFailure>) -> Void
    ) {
        let name = cleaned(hello.name) ?? name ?? "Guest \(id.text.suffix(4))"
        distinguish(Participant(id: id, name: name, isBot: hello.isBot)) { participant in
            let identity = Identity(participant: participant, token: token)
            store.add(StoredParticipant(participant: participant, tokenHash: Self.hash(token))) {
                done(.success(identity))
            }
        }
    }

    /// A guest who is called as somebody who has claimed that name is told from them.
    private func distinguish(_ participant: Participant, _ done: @escaping (Participant) -> Void) {
        guard !participant.isClaimed else { return done(participant) }
        guard !NameKey.isOfficial(participant.name) else {
            var participant = participant
            if !participant.name.hasSuffix(Self.guestMark) { participant.name += Self.guestMark }
            return done(participant)
        }
        store.account(name: NameKey(participant.name)) { result in
            var participant = participant
            // Where the store cannot say, the guest is not told apart; it can do nothing that is stored either.
            if case .success(.some(let account)) = result, account.participant != participant.id {
                participant.name += Self.guestMark
            }
            done(participant)
        }
    }

    private static let guestMark = " (guest)"

    // MARK: claimed names

    /// A new device of the owner of a claimed name, whose password was right.
    func login(
        _ account: Account, isBot: Bool, device: String?, _ done: @escaping (Result<Identity, PeopleRefusal>) -> Void
    ) {
        let participant = Participant(id: account.participant, name: account.name, isBot: isBot, isClaimed: true)
        newToken(of: account.participant, device: device) { result in
            done(result.map { Identity(participant: participant, token: $0) })
        }
    }

    /// One more token of a stored participant.
    func newToken(
        of participant: ParticipantID, device: String?, _ done: @escaping (Result<String, PeopleRefusal>) -> Void
    ) {
        let token = randomText(length: Self.tokenLength)
        let time = now()
        let session = StoredSession(
            tokenHash: Self.hash(token), device: self.device(device), since: time, seen: time)
        store.change(.addSession(session, of: participant)) { failure in
            done(failure.map { .failure($0) } ?? .success(token))
        }
    }

    private func save(_ identity: Identity, _ done: @escaping (Result<Identity, StoreFailure>) -> Void) {
        let stored = StoredParticipant(participant: identity.participant, tokenHash: Self.hash(identity.token))
        store.save(stored) { failure in
            // Without a disk one can still watch; what one does is refused by the store itself.
            _ = failure
            done(.success(identity))
        }
    }

    /// 5 bits each.
    private static let tokenLength = 52

    /// A name as others may be shown it, within the limit.
    func cleaned(_ name: String?) -> String? { Self.cleaned(name, limit: limits.nameCharacters) }

    /// What a device is called, as its owner may be shown it.
    func device(_ name: String?) -> String? { Self.cleaned(name, limit: Self.deviceCharacters) }

    private static let deviceCharacters = 64

    /// A blank for what is none and looks like one; nil for what only says how others look.
    private static func shown(_ scalar: Unicode.Scalar) -> Character? {
        if scalar.properties.isVariationSelector || noCharacter.unicodeScalars.contains(scalar) { return nil }
        // Letters that are not seen (U+3164), and the blank Braille pattern.
        if scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}" { return " " }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return " "
        default: return Character(scalar)
        }
    }

    /// Whether it is seen by itself: marks are not.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark, .spaceSeparator: false
        default: true
        }
    }

    /// SHA-256 of a token.
    static func hash(_ token: String) -> [UInt8] {
        sha256(Array(token.utf8))
    }

    /// Whether it is printable ASCII with single spaces between words: nearly every name is, and nothing has to be done.
    private static func isClean(_ name: String.UTF8View) -> Bool {
        var previous = UInt8(ascii: " ")
        for byte in name {
            guard (0x20..<0x7F).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20
    }

    /// A name as others may be shown it: one line without control, formatting or direction characters. Nil when nothing
    /// is left.
    static func cleaned(_ name: String?, limit: Int) -> String? {
        guard let name else { return nil }
        if isClean(name.utf8), name.utf8.count <= limit { return name }
        let visible = String(name.precomposedStringWithCanonicalMapping.unicodeScalars.compactMap(shown))
        // Composed, so that one name is one sequence of bytes: once more, as something between two letters may be gone.
        let words = oneSpaced(visible.precomposedStringWithCanonicalMapping)
        // Graphemes may be stacked without end; bytes may not.
        let cut = String(decoding: words.prefix(limit).utf8.prefix(limit * 8), as: UTF8.self)
        let whole = oneSpaced(cut.replacing(noCharacter, with: ""))
        return whole.unicodeScalars.contains(where: isVisible) ? whole : nil
    }

    private static func oneSpaced(_ text: String) -> String { text.split(separator: " ").joined(separator: " ") }

    /// What half a character becomes.
    private static let noCharacter = "\u{FFFD}"
}
