import Cryptography
import GameState
import Nodes
import Rooms
import Storage
import WebSockets

/// Carries out the operator's orders while the server runs.
final class ControlService {
    private let registry: RoomRegistry
    private let greeter: Greeter
    private let entry: RoomEntry
    private let passwords: PasswordHasher
    private let moderation: Moderation
    private let reports: AbuseReports
    private let gate: Gate
    /// Asks the other servers that share the store.
    private let questions: NodeQuestions
    private let status: () -> StatusFigures

    /// - Parameter status: returns the figures of `gomoku-server status`.
    init(
        registry: RoomRegistry, greeter: Greeter, entry: RoomEntry, passwords: PasswordHasher, moderation: Moderation,
        reports: AbuseReports, gate: Gate, questions: NodeQuestions, status: @escaping () -> StatusFigures
    ) {
        self.registry = registry
        self.greeter = greeter
        self.entry = entry
        self.passwords = passwords
        self.moderation = moderation
        self.reports = reports
        self.gate = gate
        self.questions = questions
        self.status = status
    }

    private var services: RoomServices { registry.services }
    private var directory: ClientDirectory { greeter.directory }

    /// The participant or address that an order concerns.
    private enum Subject {
        case participant(ParticipantID, name: String)
        /// An address or its network (``AddressGroup``).
        case address(String)

        var text: String {
            switch self {
            case .participant(let id, let name): "\(name) (\(id))"
            case .address(let address): address
            }
        }

        /// The key of the subject's entries in ``Moderation``.
        var key: String {
            switch self {
            case .participant(let id, _): id.text
            case .address(let address): address
            }
        }
    }

    /// Calls `done` once, now or later, when all servers know of the change.
    func perform(_ order: ControlCommand, _ done: @escaping (ControlAnswer) -> Void) {
        // Messages arrive in order, so a server that answers this question has received the change
        // before it.
        carryOut(order) { [questions] answer in questions.ask(.online) { _ in done(answer) } }
    }

    private func carryOut(_ order: ControlCommand, _ done: @escaping (ControlAnswer) -> Void) {
        switch order.kind {
        case .status: done(.done(status().text))
        case .figures: done(.done(status().json))
        case .servers: servers(done)
        case .reports:
            reports.page(before: order.before, count: order.limit ?? .max, bytes: Self.reportBytes) { result in
                switch result {
                case .success(let page):
                    let lines = page.texts.reversed().map { String(decoding: $0, as: UTF8.self) }
                    var answer = ControlAnswer.done(lines.joined(separator: "\n"))
                    answer.first = page.numbers.last
                    answer.older = page.older
                    done(answer)
                case .failure(let failure): done(.failed("The reports cannot be read right now: \(failure)"))
                }
            }
        case .drain, .undrain:
            gate.isDraining = order.kind == .drain
            done(.done(gate.isDraining ? "New clients are refused." : "New clients are accepted again."))
        case .closeRoom, .openRoom: room(order, done)
        case .kick, .ban, .unban, .mute, .unmute, .rename, .resetPassword:
            find(order.who ?? "") { [self] subject in
                guard let subject else {
                    return done(
                        .failed(
                            "There is no such participant. Give an ID (p-…), a claimed name, or an address."
                        ))
                }
                perform(order, subject, done)
            }
        }
    }

    /// Lists the servers that share the store, one per line.
    private func servers(_ done: @escaping (ControlAnswer) -> Void) {
        let network = services.network
        guard network.isShared else {
            return done(.done("This server does not share its store with other servers."))
        }
        network.servers { [services] result in
            switch result {
            case .failure(let failure): done(.failed("The servers cannot be listed right now: \(failure)"))
            case .success(let signs):
                let lines = signs.map { sign in
                    let silence = Double(max(0, services.now() - sign.lastHeartbeat)) / 1_000
                    return "\(sign.host), process \(sign.process), \(sign.id): last heard \(silence) s ago"
                        + (sign.id == network.id ? " (this server)" : "")
                }
                done(.done(lines.joined(separator: "\n")))
            }
        }
    }

    /// The maximum size of the reports in an answer, in bytes. Quotation marks and backslashes take
    /// two bytes there.
    private static let reportBytes = ControlSocket.longestAnswer / 2 - 256

    private func perform(
        _ order: ControlCommand, _ subject: Subject, _ done: @escaping (ControlAnswer) -> Void
    ) {
        switch (order.kind, subject) {
        case (.kick, _):
            kick(subject, "disconnected by the operator") {
                done(.done("\(subject.text): \($0) connections closed."))
            }
        case (.ban, _):
            keep(done) {
                $0.banned[subject.key] = until(order)
            } saying: { [self] told in
                kick(subject, "banned") {
                    told("\(subject.text) is banned\(Self.time(order)): \($0) connections closed.")
                }
            }
        case (.unban, _):
            keep(done) {
                $0.banned[subject.key] = nil
            } saying: {
                $0("\(subject.text) is no longer banned.")
            }
        case (.mute, .participant):
            keep(done) {
                $0.muted[subject.key] = until(order)
            } saying: {
                $0("\(subject.text) is muted\(Self.time(order)).")
            }
        case (.unmute, .participant):
            keep(done) {
                $0.muted[subject.key] = nil
            } saying: {
                $0("\(subject.text) is no longer muted.")
            }
        case (.rename, .participant(let id, _)): rename(id, to: order.name ?? "", done)
        case (.resetPassword, .participant(let id, let name)): resetPassword(id, name, done)
        default: done(.failed("This command is for participants only. Give an ID (p-…) or a claimed name."))
        }
    }

    // MARK: people

    private func find(_ who: String, _ done: @escaping (Subject?) -> Void) {
        if who.hasPrefix("p-") {
            return services.store.participants([ParticipantID(who)]) { [self] result in
                guard let found = (try? result.get())?.first else { return findElsewhere(ParticipantID(who), done) }
                done(.participant(found.id, name: found.name))
            }
        }
        if let address = AddressRange.plain(who) { return done(.address(AddressGroup(address).text)) }
        services.store.account(name: NameKey(who)) { result in
            let found = (try? result.get()) ?? nil
            done(found.map { .participant($0.participant, name: $0.name) })
        }
    }

    /// Asks the other servers for a guest who is not stored. The servers that the guest is
    /// connected to know the name.
    private func findElsewhere(_ id: ParticipantID, _ done: @escaping (Subject?) -> Void) {
        questions.ask(.name(id)) { answers in
            done(answers.first { !$0.isEmpty }.map { .participant(id, name: String(decoding: $0, as: UTF8.self)) })
        }
    }

    /// Closes the subject's connections on all servers. Calls `done` with their number.
    private func kick(_ subject: Subject, _ reason: String, _ done: @escaping (Int) -> Void) {
        everywhere(.close(who: subject.key, reason: reason), done) { [directory] in
            directory.close(subject.key, reason: reason)
        }
    }

    /// Performs an action on all servers. Calls `done` with the number of affected connections.
    private func everywhere(_ question: NodeQuestion, _ done: @escaping (Int) -> Void, _ here: () -> Int) {
        let count = here()
        questions.ask(question) { done(count + NodeQuestions.sum($0)) }
    }

    private func rename(_ id: ParticipantID, to text: String, _ done: @escaping (ControlAnswer) -> Void) {
        guard let name = Identities.cleaned(text, limit: services.limits.nameCharacters) else {
            return done(.failed("That is not a name, because it has no visible characters. Give another one."))
        }
        services.store.change(.giveName(id, to: name)) { [self] failure in
            guard failure != .nameTaken else {
                return done(
                    .failed("Another participant has claimed \(name), or a name that looks like it. Give another one."))
            }
            guard failure == nil else { return done(.failed("The name could not be stored. Try again in a moment.")) }
            for client in directory.clients(of: id) {
                client.participant.name = name
                greeter.renamed(client)
            }
            directory.renamed(Participant(id: id, name: name))
            done(.done("\(id) is now called \(name)."))
        }
    }

    private func resetPassword(_ id: ParticipantID, _ name: String, _ done: @escaping (ControlAnswer) -> Void) {
        let password = randomText(length: Self.passwordLength)
        passwords.hash(password, HashTurn(group: "operator", isKnown: true)) { [self] hash in
            guard let hash else {
                return done(
                    .failed(
                        "The password cannot be hashed, because memory is short or too many passwords are waiting. Try again in a moment."
                    ))
            }
            services.store.change(.setPassword(hash, of: id, keeping: [])) { [self] failure in
                guard failure == nil else {
                    return done(.failed("The password could not be stored. Try again in a moment."))
                }
                directory.signedOut(.all, of: id)
                done(.done("\(name) is signed out everywhere. The new password is \(password)"))
            }
        }
    }

    /// The number of characters of a new password, which have 80 bits.
    private static let passwordLength = 16

    // MARK: rooms

    private func room(_ order: ControlCommand, _ done: @escaping (ControlAnswer) -> Void) {
        guard let room = order.room.flatMap({ RoomName($0) }), !room.isReserved else {
            return done(.failed("That is not a valid room name."))
        }
        guard order.kind == .closeRoom else {
            return keep(done) {
                $0.closed[room.text] = nil
            } saying: {
                $0("\(room) is open again.")
            }
        }
        keep(done) {
            $0.closed[room.text] = until(order)
        } saying: { [self] told in
            everywhere(.clear(room)) {
                told("\(room) is closed\(Self.time(order)): \($0) connections removed.")
            } _: { [entry, directory] in
                entry.clear(room, in: directory)
            }
        }
    }

    // MARK: times

    private func until(_ order: ControlCommand) -> Int {
        order.seconds.map { services.now() + min(max(0, $0), Moderation.farAway / 1_000) * 1_000 } ?? Moderation.forEver
    }

    private static func time(_ order: ControlCommand) -> String { order.seconds.map { " for \($0) s" } ?? "" }

    /// Changes the moderation entries, and answers with a sentence about the result.
    ///
    /// - Parameter text: passes the sentence to the function that it receives.
    private func keep(
        _ done: @escaping (ControlAnswer) -> Void, _ change: (inout Moderation.Entries) -> Void,
        saying text: @escaping (@escaping (String) -> Void) -> Void
    ) {
        moderation.change(change) { failure in
            text { said in done(failure.map { .failed("\(said) \($0)") } ?? .done(said)) }
        }
    }
}
