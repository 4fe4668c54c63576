import GameState
import Nodes

/// The budgets that all clients of an address share: bytes read, work, storage, chat and HTTP
/// answers.
///
/// Each request is charged for its actual use, and the budgets refill over time. Connections draw
/// larger amounts in advance, so that most messages need no look-up.
package final class AddressBudgets {
    /// The amount that an address may spend at once, and the amount that it regains per second.
    package struct Rate: Equatable {
        package let burst: Int
        package let perSecond: Int
    }

    /// The budget of work: 1 per message, and more for long answers (``bytesPerMessage``). Over the
    /// budget, the server reads the connection more slowly.
    package static let work = Rate(burst: 200_000, perSecond: 20_000)
    /// Bytes of an answer that count as one more message.
    static let bytesPerMessage = 200
    /// The budget of HTTP answers. A file of the page costs 1. An answer made for the client costs
    /// 10, plus 1 per kilobyte.
    package static let http = Rate(burst: 20_000, perSecond: 2_000)
    static let madeAnswer = 10
    /// The budget of processor time for analyses, in milliseconds: ten minutes at once, and one
    /// processor in the long run.
    package static let analysis = Rate(burst: 600_000, perSecond: 1_000)
    /// The budget of chat messages.
    package static let chat = Rate(burst: 60, perSecond: 5)
    /// The least number of bytes that a delta or chat message costs, because each is a row.
    package static let leastBytes = 256

    /// The storage budget for deltas and chat, in bytes. An address and an identity have one each.
    package let storage: Rate

    /// The fraction of a burst (one 256th) from which spending is reported to other servers, and
    /// the number of keys whose smaller spending may wait. If more keys wait, their spending is
    /// never reported.
    static let toldPart = 256, untoldKeys = 4_096

    /// The links to servers that share the store. They tell each other of spending.
    private let links: NodeLinks
    private var unreported: [Spending.Kind: [String: Int]] = [:]
    /// The budget of bytes read, by address. A delta of 30 kB takes the event loop and the disk a
    /// hundred times as long as a move, so clients that send such deltas in turn could otherwise
    /// keep both busy.
    private var bytesOf: AttemptThrottle
    private let bytesPerSecond: Int
    /// The divisor of `bytesPerSecond` that gives the burst: a few of the largest messages.
    private static let partAtOnce = 16
    /// The number of seconds' worth of bytes that an address may owe. It is large, because each of
    /// many connections waits for the bytes of those before it.
    private static let owedSeconds = 64
    private var workOf = AttemptThrottle(burst: work.burst, interval: 1_000 / Double(work.perSecond))
    private var httpOf = AttemptThrottle(burst: http.burst, interval: 1_000 / Double(http.perSecond))
    private var chatOf = AttemptThrottle(burst: chat.burst, interval: 1_000 / Double(chat.perSecond))
    private var analysisOf = AttemptThrottle(burst: analysis.burst, interval: 1_000 / Double(analysis.perSecond))
    private var storageOf: AttemptThrottle
    private var storageOfIdentity: AttemptThrottle

    /// - Parameters:
    ///   - storageBytes: the bytes that an address may store at once, and regains per hour; 0 for
    ///     no limit.
    ///   - bytesPerSecond: the bytes per second read from an address in the long run; 0 for no
    ///     limit.
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

    /// The amounts that a connection draws in advance at a time.
    private static let workPiece = 256, bytesPiece = 2_048, storagePiece = 65_536

    /// Charges `bytes` bytes that were read from `connection`. Returns the milliseconds for which
    /// the server should read nothing more, so that the clients of an address are read evenly. If
    /// the address has no budgets, the connection has a budget of its own.
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

    /// Charges a message that was answered with `bytes` bytes. Returns the milliseconds for which
    /// the address has to wait.
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

    /// Charges a chat message. Returns nil if it may be sent, otherwise the milliseconds to wait.
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

    /// Whether the address of `connection` has any of its budget for work left.
    func mayWork(_ connection: some BudgetPayer, now: Int) -> Bool {
        connection.address.map { workOf.spend($0, cost: 0, now: now) } ?? true
    }

    /// Charges processor time that an analysis has taken, in milliseconds.
    package func chargeAnalysis(_ connection: some BudgetPayer, milliseconds: Int) {
        guard let address = connection.address, milliseconds > 0 else { return }
        analysisOf.charge(address, cost: milliseconds)
        note(.analysis, address, milliseconds)
    }

    /// Returns nil if the address has time left for analyses, otherwise the milliseconds to wait.
    package func waitForAnalysis(_ connection: some BudgetPayer, now: Int) -> Int? {
        guard let address = connection.address, !analysisOf.allows(address, now: now) else { return nil }
        return max(1, analysisOf.wait(address))
    }

    /// Charges `bytes` bytes that `connection` wants to store. Returns nil if they may be stored,
    /// otherwise the milliseconds to wait.
    package func payForStorage(_ connection: some BudgetPayer, bytes: Int, now: Int) -> Int? {
        // A client of another server is charged there.
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

    /// Returns the unused prepaid budgets of a closed connection, so that frequent reconnects cost
    /// no more.
    package func refund(_ connection: some BudgetPayer) {
        if bytesPerSecond > 0 { bytesOf.charge(connection.payer, cost: -connection.prepaid.bytes) }
        connection.prepaid.bytes = 0
        guard let address = connection.address else { return }
        workOf.charge(address, cost: -connection.prepaid.work)
        storageOf.charge(address, cost: -connection.prepaid.storage)
        note(.work, address, -connection.prepaid.work)
        note(.storage, address, -connection.prepaid.storage)
        // A client that drew storage under another identity gets nothing back for its present one.
        if connection.prepaid.owner == connection.participant.id {
            storageOfIdentity.charge(connection.participant.id.text, cost: -connection.prepaid.storage)
            note(.storageOfIdentity, connection.participant.id.text, -connection.prepaid.storage)
        }
        connection.prepaid.work = 0
        connection.prepaid.storage = 0
    }

    /// Charges an HTTP request. Returns nil if it may be answered, otherwise the milliseconds to
    /// wait.
    package func payForRequest(_ address: String?, now: Int) -> Int? {
        guard let address else { return nil }
        guard httpOf.spend(address, now: now) else { return max(1, httpOf.wait(address)) }
        note(.http, address, 1)
        return nil
    }

    /// Charges an HTTP answer that was made for the client.
    package func payForAnswer(_ address: String?, bytes: Int) {
        guard let address else { return }
        let cost = Self.madeAnswer + bytes / 1_024
        httpOf.charge(address, cost: cost)
        note(.http, address, cost)
    }

    // MARK: other servers

    private func note(_ kind: Spending.Kind, _ key: String, _ cost: Int) {
        if links.isShared { unreported[kind, default: [:]][key, default: 0] += cost }
    }

    /// Reports spending to other servers, about once per second. Small amounts wait until they add
    /// up.
    package func report() {
        guard links.isShared else { return }
        var told: [Spending] = []
        for (kind, spent) in unreported {
            let least = max(1, burst(kind) / Self.toldPart)
            for (key, cost) in spent where abs(cost) >= least {
                told.append(Spending(kind: kind, key: key, cost: cost))
                unreported[kind]?[key] = nil
            }
            if unreported[kind]?.count ?? 0 > Self.untoldKeys { unreported[kind] = nil }
        }
        if !told.isEmpty { links.broadcast(.news(.spent(told))) }
    }

    private func burst(_ kind: Spending.Kind) -> Int {
        switch kind {
        case .work: Self.work.burst
        case .chat: Self.chat.burst
        case .analysis: Self.analysis.burst
        case .http: Self.http.burst
        case .storage, .storageOfIdentity: storage.burst
        }
    }

    /// Charges the amounts that clients have spent on another server.
    package func heard(_ spent: [Spending]) {
        for one in spent {
            switch one.kind {
            case .work: workOf.charge(one.key, cost: one.cost)
            case .chat: chatOf.charge(one.key, cost: one.cost)
            case .analysis: analysisOf.charge(one.key, cost: one.cost)
            case .http: httpOf.charge(one.key, cost: one.cost)
            case .storage: storageOf.charge(one.key, cost: one.cost)
            case .storageOfIdentity: storageOfIdentity.charge(one.key, cost: one.cost)
            }
        }
    }
}
