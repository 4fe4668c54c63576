import Cryptography
import Foundation
import GameState
import Rooms
import Storage
import Wire

/// Finds and creates identities. Clients prove theirs with a token.
///
/// A token is 256 random bits. Only its SHA-256 is stored, so that neither a stolen database nor
/// the time of a look-up reveals a token.
struct Identities {
    private let store: any RoomStore
    /// Makes and verifies signed guest tokens if several servers share the store; otherwise nil.
    private let guestTokens: GuestTokens?
    private let limits: Limits
    private let now: () -> Int

    init(store: any RoomStore, limits: Limits, now: @escaping () -> Int) {
        self.store = store
        guestTokens = store.sharedGuests.map { GuestTokens(secret: $0.secret) }
        self.limits = limits
        self.now = now
    }

    /// A participant and the token that proves the identity.
    struct Identity {
        let participant: Participant
        let token: String
    }

    /// Finds the participant of the token, or creates one. An unknown token gets a new identity.
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
                // A claimed name does not change with a hello.
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

    /// Creates a new participant.
    private func make(_ hello: Request.Hello, _ done: @escaping (Result<Identity, StoreFailure>) -> Void) {
        if let (id, token) = guestTokens?.make() { return make(hello, id, token, done) }
        // 65 bits in 15 bytes, which Swift stores without allocation.
        let id = ParticipantID("p-" + randomText(length: 13))
        make(hello, id, randomText(length: Self.tokenLength), done)
    }

    /// Makes the identity of a guest who is not stored.
    ///
    /// - Parameter name: the name by which this server knows the guest.
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

    /// Appends ``guestMark`` to the name of a guest who uses a claimed or official name.
    private func distinguish(_ participant: Participant, _ done: @escaping (Participant) -> Void) {
        guard !participant.isClaimed else { return done(participant) }
        guard !NameKey.isOfficial(participant.name) else {
            var participant = participant
            if !participant.name.hasSuffix(Self.guestMark) { participant.name += Self.guestMark }
            return done(participant)
        }
        store.account(name: NameKey(participant.name)) { result in
            var participant = participant
            // If the store cannot answer, the guest is not marked, but cannot store anything
            // either.
            if case .success(.some(let account)) = result, account.participant != participant.id {
                participant.name += Self.guestMark
            }
            done(participant)
        }
    }

    private static let guestMark = " (guest)"

    // MARK: claimed names

    /// Creates a session for the owner of a claimed name, who has given the right password. Throws
    /// a ``PeopleRefusal`` if it cannot be stored.
    func login(_ account: Account, isBot: Bool, device: String?) async throws -> Identity {
        let participant = Participant(id: account.participant, name: account.name, isBot: isBot, isClaimed: true)
        return Identity(participant: participant, token: try await newToken(of: account.participant, device: device))
    }

    /// Creates another token of a stored participant. Throws a ``PeopleRefusal`` if it cannot be
    /// stored.
    func newToken(of participant: ParticipantID, device: String?) async throws -> String {
        let token = randomText(length: Self.tokenLength)
        let time = now()
        let session = StoredSession(
            tokenHash: Self.hash(token), device: self.device(device), since: time, seen: time)
        try await store.change(.addSession(session, of: participant))
        return token
    }

    private func save(_ identity: Identity, _ done: @escaping (Result<Identity, StoreFailure>) -> Void) {
        let stored = StoredParticipant(participant: identity.participant, tokenHash: Self.hash(identity.token))
        store.save(stored) { failure in
            // Without a store, clients can still watch. The store itself refuses their changes.
            _ = failure
            done(.success(identity))
        }
    }

    /// The number of characters, 5 bits each.
    private static let tokenLength = 52

    /// Returns a name that other clients may be shown, within the limit, or nil.
    func cleaned(_ name: String?) -> String? { Self.cleaned(name, limit: limits.nameCharacters) }

    /// Returns the name of a device as its owner sees it, or nil if nothing visible remains.
    func device(_ name: String?) -> String? { Self.cleaned(name, limit: Self.deviceCharacters) }

    private static let deviceCharacters = 64

    /// Returns the character to show for `scalar`: a space if it is invisible or a separator, nil
    /// if it only changes how other characters look.
    private static func shown(_ scalar: Unicode.Scalar) -> Character? {
        if scalar.properties.isVariationSelector || noCharacter.unicodeScalars.contains(scalar) { return nil }
        // Some letters are invisible (U+3164), as is the blank Braille pattern.
        if scalar.properties.isDefaultIgnorableCodePoint || scalar == "\u{2800}" { return " " }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return " "
        default: return Character(scalar)
        }
    }

    /// Whether the character is visible by itself, unlike a mark.
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

    /// Whether the name is printable ASCII with single spaces between words, as nearly all names
    /// are. Such a name needs no cleaning.
    private static func isClean(_ name: String.UTF8View) -> Bool {
        var previous = UInt8(ascii: " ")
        for byte in name {
            guard (0x20..<0x7F).contains(byte), byte != 0x20 || previous != 0x20 else { return false }
            previous = byte
        }
        return previous != 0x20
    }

    /// Returns a name that other clients may be shown: one line without control, formatting or
    /// direction characters. Nil if nothing visible remains.
    static func cleaned(_ name: String?, limit: Int) -> String? {
        guard let name else { return nil }
        if isClean(name.utf8), name.utf8.count <= limit { return name }
        let visible = String(name.precomposedStringWithCanonicalMapping.unicodeScalars.compactMap(shown))
        // Normalize again, because a character between two letters may have been removed, and one
        // name must be one sequence of bytes.
        let words = oneSpaced(visible.precomposedStringWithCanonicalMapping)
        // A grapheme may have any number of marks, so limit the bytes as well.
        let cut = String(decoding: words.prefix(limit).utf8.prefix(limit * 8), as: UTF8.self)
        let whole = oneSpaced(cut.replacing(noCharacter, with: ""))
        return whole.unicodeScalars.contains(where: isVisible) ? whole : nil
    }

    private static func oneSpaced(_ text: String) -> String { text.split(separator: " ").joined(separator: " ") }

    /// The replacement character, to which a truncated character is decoded.
    private static let noCharacter = "\u{FFFD}"
}
