import GameState
import Nodes

/// What everybody who comes from one address may have of the server, together: what is read of it, work, storage and
/// HTTP answers.
///
/// Each thing costs what it costs, and what is spent comes back with time. Connections draw from here in larger pieces,
/// so that a message costs no look-up.
package final class AddressBudgets {
    /// What an address may spend at once, and each second in the long run.
    package struct Rate: Equatable {
        package let burst: Int
        package let perSecond: Int
    }

    /// Messages; bytes of what they are answered with count too (``bytesPerMessage``). Over it the connection is read
    /// more slowly.
    package static let work = Rate(burst: 200_000, perSecond: 20_000)
    /// Bytes of an answer that count as another message.
    static let bytesPerMessage = 200
    /// HTTP: a file of the page costs one, what is made for whoever asks ten, and one more for each kilobyte.
    package static let http = Rate(burst: 20_000, perSecond: 2_000)
    static let madeAnswer = 10
    /// Chat lines.
    package static let chat = Rate(burst: 60, perSecond: 5)
    /// Bytes of a delta or a chat line at the least: each is a row.
    package static let leastBytes = 256

    /// Deltas and chat, in bytes: of an address, and of an identity from wherever it comes.
    package let storage: Rate

    /// The part of a burst from which on other servers are told of it, and keys that may wait to be told: over it those
    /// that have spent less are forgotten.
    static let toldPart = 256, untoldKeys = 4_096

    /// Servers that share a store tell each other what is spent.
    private let links: NodeLinks
    private var untold: [Spending.Kind: [String: Int]] = [:]
    /// Bytes that are read of an address: a delta of 30 kB takes the loop and the disk a hundred times as long as a move,
    /// and one sender after the other must not keep both busy.
    private var bytesOf: AttemptThrottle
    private let bytesPerSecond: Int
    /// The part of it that may come at once: some messages of the largest size.
    private static let partAtOnce = 16
    /// Seconds that one may owe for what was read: each of many connections waits for those before it.
    private static let owedSeconds = 64
    private var workOf = AttemptThrottle(burst: work.burst, interval: 1_000 / Double(work.perSecond))
    private var httpOf = AttemptThrottle(burst: http.burst, interval: 1_000 / Double(http.perSecond))
    private var chatOf = AttemptThrottle(burst: chat.burst, interval: 1_000 / Double(chat.perSecond))
    private var storageOf: AttemptThrottle
    private var storageOfIdentity: AttemptThrottle

    /// - Parameters:
    ///   - storageBytes: what an address may have stored at once, and in each hour; 0: no bound.
    ///   - bytesPerSecond: what is read of an address in a second in the long run; 0: no bound.
    package init(storageBytes: Int, bytesPerSecond: Int = 0, links: NodeLinks = .single) {
        self.links = links
        self.bytesPerSecond = bytesPerSecond
        bytesOf = AttemptThrottle(
            burst: max(1, bytesPerSecond / Self.partAtOnce), interval: 1_000 / Double(max(1, bytesPerSecond)),
            owed: bytesPerSecond * Self.owedSeconds)
        storage = Rate(burst: storageBytes, perSecond: storageBytes / 3_600)
        storageOf = AttemptThrottle(burst: max(1, storageBytes), interval: 3_600_000 / Double(max(1, storageBytes)))
        storageOfIdentity = storageOf
    }

    /// Drawn at a time.
    private static let workPiece = 256, bytesPiece = 2_048, storagePiece = 65_536

    /// Pays for so many bytes that were read of `connection`; tells for how many milliseconds nothing more should be, so
    /// that what many of one address send is read evenly. Where its address is not counted, it pays for itself.
    package func payForBytes(_ connection: some BudgetPayer, _ bytes: Int, now: Int) -> Int {
        guard bytesPerSecond > 0 else { return 0 }
        connection.prepaid.bytes -= bytes
        guard connection.prepaid.bytes < 0 else { return 0 }
        let cost = Self.bytesPiece - connection.prepaid.bytes
        let key = connection.payer
        connection.prepaid.bytes = Self.bytesPiece
        if !bytesOf.spend(key, cost: cost, now: now) { bytesOf.charge(key, cost: cost) }
        return bytesOf.wait(key)
    }

    /// Pays for a message of `connection` that was answered with so many bytes; tells for how many milliseconds its
    /// address has to wait.
    package func payForWork(_ connection: some BudgetPayer, answered bytes: Int, now: Int) -> Int {
        guard let address = connection.address else { return 0 }
        connection.prepaid.work -= 1 + bytes / Self.bytesPerMessage
        guard connection.prepaid.work < 0 else { return 0 }
        let cost = Self.workPiece - connection.prepaid.work
        if workOf.spend(address, cost: cost, now: now) {
            note(.work, address, cost)
            connection.prepaid.work = Self.workPiece
            return 0
        }
        return workOf.wait(address)
    }

    /// Pays for a chat line; nil when it may be said, otherwise the milliseconds to wait.
    package func payForChat(_ connection: some BudgetPayer, now: Int) -> Int? {
        guard let address = connection.address else { return nil }
        guard chatOf.spend(address, now: now) else { return max(1, chatOf.wait(address)) }
        note(.chat, address, 1)
        return nil
    }

    /// Charges the work of an answer of `bytes` bytes to the address before the answer is made.
    func chargeWork(_ connection: some BudgetPayer, bytes: Int) {
        guard let address = connection.address else { return }
        let cost = bytes / Self.bytesPerMessage
        workOf.charge(address, cost: cost)
        note(.work, address, cost)
    }

    /// Whether the address of `connection` has a budget for work left.
    func mayWork(_ connection: some BudgetPayer, now: Int) -> Bool {
        connection.address.map { workOf.spend($0, cost: 0, now: now) } ?? true
    }

    /// Pays for so many bytes that `connection` wants to have stored; nil when they may be, otherwise the milliseconds
    /// to wait.
    package func payForStorage(_ connection: some BudgetPayer, bytes: Int, now: Int) -> Int? {
        // Whoever is connected to another server pays there.
        guard let address = connection.address, storage.burst > 0, !connection.paysElsewhere else {
            return nil
        }
        let cost = max(bytes, Self.leastBytes)
        if connection.prepaid.storage < cost {
            let piece = max(cost, Self.storagePiece)
            let identity = connection.participant.id.text
            guard storageOfIdentity.spend(identity, cost: piece, now: now) else {
                return max(1, storageOfIdentity.wait(identity))
            }
            guard storageOf.spend(address, cost: piece, now: now) else {
                storageOfIdentity.charge(identity, cost: -piece)
                return max(1, storageOf.wait(address))
            }
            note(.storage, address, piece)
            note(.storageOfIdentity, identity, piece)
            connection.prepaid.storage += piece
            connection.prepaid.owner = connection.participant.id
        }
        connection.prepaid.storage -= cost
        return nil
    }

    /// Gives back what `connection`, which has closed, has drawn and not used: lines that break often cost no more than
    /// others.
    package func giveBack(_ connection: some BudgetPayer) {
        if bytesPerSecond > 0 { bytesOf.charge(connection.payer, cost: -connection.prepaid.bytes) }
        connection.prepaid.bytes = 0
        guard let address = connection.address else { return }
        workOf.charge(address, cost: -connection.prepaid.work)
        storageOf.charge(address, cost: -connection.prepaid.storage)
        note(.work, address, -connection.prepaid.work)
        note(.storage, address, -connection.prepaid.storage)
        // Somebody who has drawn and then logged in as somebody else gets nothing back as that one.
        if connection.prepaid.owner == connection.participant.id {
            storageOfIdentity.charge(connection.participant.id.text, cost: -connection.prepaid.storage)
            note(.storageOfIdentity, connection.participant.id.text, -connection.prepaid.storage)
        }
        connection.prepaid.work = 0
        connection.prepaid.storage = 0
    }

    /// Pays for a request over HTTP; nil when it may be answered, otherwise the milliseconds to wait.
    package func payForRequest(_ address: String?, now: Int) -> Int? {
        guard let address else { return nil }
        guard httpOf.spend(address, now: now) else { return max(1, httpOf.wait(address)) }
        note(.http, address, 1)
        return nil
    }

    /// Pays for what was made to answer it.
    package func payForAnswer(_ address: String?, bytes: Int) {
        guard let address else { return }
        let cost = Self.madeAnswer + bytes / 1_024
        httpOf.charge(address, cost: cost)
        note(.http, address, cost)
    }

    // MARK: other servers

    private func note(_ kind: Spending.Kind, _ key: String, _ cost: Int) {
        if links.isShared { untold[kind, default: [:]][key, default: 0] += cost }
    }

    /// Tells other servers what was spent here: about once a second, and not what makes no difference.
    package func tell() {
        guard links.isShared else { return }
        var told: [Spending] = []
        for (kind, spent) in untold {
            let least = max(1, burst(kind) / Self.toldPart)
            for (key, cost) in spent where abs(cost) >= least {
                told.append(Spending(kind: kind, key: key, cost: cost))
                untold[kind]?[key] = nil
            }
            if untold[kind]?.count ?? 0 > Self.untoldKeys { untold[kind] = nil }
        }
        if !told.isEmpty { links.tellAll(.news(.spent(told))) }
    }

    private func burst(_ kind: Spending.Kind) -> Int {
        switch kind {
        case .work: Self.work.burst
        case .chat: Self.chat.burst
        case .http: Self.http.burst
        case .storage, .storageOfIdentity: storage.burst
        }
    }

    /// What was spent on another server.
    package func heard(_ spent: [Spending]) {
        for one in spent {
            switch one.kind {
            case .work: workOf.charge(one.key, cost: one.cost)
            case .chat: chatOf.charge(one.key, cost: one.cost)
            case .http: httpOf.charge(one.key, cost: one.cost)
            case .storage: storageOf.charge(one.key, cost: one.cost)
            case .storageOfIdentity: storageOfIdentity.charge(one.key, cost: one.cost)
            }
        }
    }
}
