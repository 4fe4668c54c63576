import Cryptography
import GameState
import Nodes
import Rooms
import Storage
import WebSockets

/// Carries out the operator's orders while the server runs.
final class ControlService {
    private let executor: LoopExecutor
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
        executor: LoopExecutor, registry: RoomRegistry, greeter: Greeter, entry: RoomEntry, passwords: PasswordHasher,
        moderation: Moderation, reports: AbuseReports, gate: Gate, questions: NodeQuestions,
        status: @escaping () -> StatusFigures
    ) {
        self.executor = executor
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

    /// The reason why an order was not carried out.
    private struct Refusal: Error {
        let text: String

        init(_ text: String) { self.text = text }
    }

    /// Calls `done` once, now or later, when all servers know of the change.
    func perform(_ order: ControlCommand, _ done: @escaping (ControlAnswer) -> Void) {
        executor.start { [self] in
            let answer: ControlAnswer
            do { answer = try await carryOut(order) } catch {
                // Other errors mean that the server stops (``answer(_:)``).
                guard let refusal = error as? Refusal else { return }
                answer = .failed(refusal.text)
            }
            // Messages arrive in order, so a server that answers this question has received the
            // change before it.
            questions.ask(.online) { _ in done(answer) }
        }
    }

    private func carryOut(_ order: ControlCommand) async throws -> ControlAnswer {
        switch order.kind {
        case .status: return .done(status().text)
        case .figures: return .done(status().json)
        case .servers: return .done(try await servers())
        case .reports: return try await reports(order)
        case .drain, .undrain:
            gate.isDraining = order.kind == .drain
            return .done(gate.isDraining ? "New clients are refused." : "New clients are accepted again.")
        case .closeRoom, .openRoom: return try await room(order)
        case .kick, .ban, .unban, .mute, .unmute, .rename, .resetPassword:
            guard let subject = try await find(order.who ?? "") else {
                throw Refusal("There is no such participant. Give an ID (p-…), a claimed name, or an address.")
            }
            return try await carryOut(order, subject)
        }
    }

    /// Lists the servers that share the store, one per line.
    private func servers() async throws -> String {
        let network = services.network
        guard network.isShared else { return "This server does not share its store with other servers." }
        switch try await answer({ network.servers($0) }) {
        case .failure(let failure): throw Refusal("The servers cannot be listed right now: \(failure)")
        case .success(let signs):
            let lines = signs.map { sign in
                let silence = Double(max(0, services.now() - sign.lastHeartbeat)) / 1_000
                return "\(sign.host), process \(sign.process), \(sign.id): last heard \(silence) s ago"
                    + (sign.id == network.id ? " (this server)" : "")
            }
            return lines.joined(separator: "\n")
        }
    }

    private func reports(_ order: ControlCommand) async throws -> ControlAnswer {
        let page = try await answer {
            reports.page(before: order.before, count: order.limit ?? .max, bytes: Self.reportBytes, $0)
        }
        switch page {
        case .failure(let failure): throw Refusal("The reports cannot be read right now: \(failure)")
        case .success(let page):
            let lines = page.texts.reversed().map { String(decoding: $0, as: UTF8.self) }
            var answer = ControlAnswer.done(lines.joined(separator: "\n"))
            answer.first = page.numbers.last
            answer.older = page.older
            return answer
        }
    }

    /// The maximum size of the reports in an answer, in bytes. Quotation marks and backslashes take
    /// two bytes there.
    private static let reportBytes = ControlSocket.longestAnswer / 2 - 256

    private func carryOut(_ order: ControlCommand, _ subject: Subject) async throws -> ControlAnswer {
        switch (order.kind, subject) {
        case (.kick, _):
            let count = try await kick(subject, "disconnected by the operator")
            return .done("\(subject.text): \(count) connections closed.")
        case (.ban, _):
            let failure = try await change { $0.banned[subject.key] = until(order) }
            let count = try await kick(subject, "banned")
            return Self.changed("\(subject.text) is banned\(Self.time(order)): \(count) connections closed.", failure)
        case (.unban, _):
            let failure = try await change { $0.banned[subject.key] = nil }
            return Self.changed("\(subject.text) is no longer banned.", failure)
        case (.mute, .participant):
            let failure = try await change { $0.muted[subject.key] = until(order) }
            return Self.changed("\(subject.text) is muted\(Self.time(order)).", failure)
        case (.unmute, .participant):
            let failure = try await change { $0.muted[subject.key] = nil }
            return Self.changed("\(subject.text) is no longer muted.", failure)
        case (.rename, .participant(let id, _)): return try await rename(id, to: order.name ?? "")
        case (.resetPassword, .participant(let id, let name)): return try await resetPassword(id, name)
        default: throw Refusal("This command is for participants only. Give an ID (p-…) or a claimed name.")
        }
    }

    // MARK: people

    private func find(_ who: String) async throws -> Subject? {
        if who.hasPrefix("p-") {
            let id = ParticipantID(who)
            let found = try await answer { services.store.participants([id], $0) }
            guard let found = (try? found.get())?.first else { return try await findElsewhere(id) }
            return .participant(found.id, name: found.name)
        }
        if let address = AddressRange.plain(who) { return .address(AddressGroup(address).text) }
        let found = try await answer { services.store.account(name: NameKey(who), $0) }
        return ((try? found.get()) ?? nil).map { .participant($0.participant, name: $0.name) }
    }

    /// Asks the other servers for a guest who is not stored. The servers that the guest is
    /// connected to know the name.
    private func findElsewhere(_ id: ParticipantID) async throws -> Subject? {
        let answers = try await answer { questions.ask(.name(id), $0) }
        return answers.first { !$0.isEmpty }.map { .participant(id, name: String(decoding: $0, as: UTF8.self)) }
    }

    /// Closes the subject's connections on all servers. Returns their number.
    private func kick(_ subject: Subject, _ reason: String) async throws -> Int {
        try await directory.close(subject.key, reason: reason)
            + affected(by: .close(who: subject.key, reason: reason))
    }

    /// Sends `question` to the other servers. Returns the number of their connections that it
    /// concerns.
    private func affected(by question: NodeQuestion) async throws -> Int {
        NodeQuestions.sum(try await answer { questions.ask(question, $0) })
    }

    private func rename(_ id: ParticipantID, to text: String) async throws -> ControlAnswer {
        guard let name = Identities.cleaned(text, limit: services.limits.nameCharacters) else {
            throw Refusal("That is not a name, because it has no visible characters. Give another one.")
        }
        do { try await services.store.change(.giveName(id, to: name)) } catch let refusal as PeopleRefusal {
            throw Refusal(
                refusal == .nameTaken
                    ? "Another participant has claimed \(name), or a name that looks like it. Give another one."
                    : "The name could not be stored. Try again in a moment.")
        }
        for client in directory.clients(of: id) {
            client.participant.name = name
            greeter.renamed(client)
        }
        directory.renamed(Participant(id: id, name: name))
        return .done("\(id) is now called \(name).")
    }

    private func resetPassword(_ id: ParticipantID, _ name: String) async throws -> ControlAnswer {
        let password = randomText(length: Self.passwordLength)
        let turn = HashTurn(group: "operator", isKnown: true)
        guard let hash = try await answer({ passwords.hash(password, turn, $0) }) else {
            throw Refusal(
                "The password cannot be hashed, because memory is short or too many passwords are waiting. Try again in a moment."
            )
        }
        do { try await services.store.change(.setPassword(hash, of: id, keeping: [])) } catch is PeopleRefusal {
            throw Refusal("The password could not be stored. Try again in a moment.")
        }
        directory.signedOut(.all, of: id)
        return .done("\(name) is signed out everywhere. The new password is \(password)")
    }

    /// The number of characters of a new password, which have 80 bits.
    private static let passwordLength = 16

    // MARK: rooms

    private func room(_ order: ControlCommand) async throws -> ControlAnswer {
        guard let room = order.room.flatMap({ RoomName($0) }), !room.isReserved else {
            throw Refusal("That is not a valid room name.")
        }
        guard order.kind == .closeRoom else {
            let failure = try await change { $0.closed[room.text] = nil }
            return Self.changed("\(room) is open again.", failure)
        }
        let failure = try await change { $0.closed[room.text] = until(order) }
        let count = try await entry.clear(room, in: directory) + affected(by: .clear(room))
        return Self.changed("\(room) is closed\(Self.time(order)): \(count) connections removed.", failure)
    }

    // MARK: moderation

    private func until(_ order: ControlCommand) -> Int {
        order.seconds.map { services.now() + min(max(0, $0), Moderation.farAway / 1_000) * 1_000 } ?? Moderation.forEver
    }

    private static func time(_ order: ControlCommand) -> String { order.seconds.map { " for \($0) s" } ?? "" }

    /// Changes the moderation entries. Returns a sentence that says why they could not be stored,
    /// or nil.
    private func change(_ change: (inout Moderation.Entries) -> Void) async throws -> String? {
        try await answer { moderation.change(change, $0) }
    }

    /// Returns the answer for a change of the moderation entries, which may not have been stored.
    private static func changed(_ text: String, _ failure: String?) -> ControlAnswer {
        failure.map { .failed("\(text) \($0)") } ?? .done(text)
    }
}
