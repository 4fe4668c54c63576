import GameState
import Robot
import Rooms
import WebSockets
import Wire

/// Analyses positions for clients, in steps on worker threads, and sends the findings of each step.
///
/// Each connection has one analysis. First looks and later steps have separate threads and queues,
/// so that a new analysis shows its first line soon. In both queues, people and addresses take
/// turns. The threads of later steps have the lowest priority (``RobotWorkers``).
package final class AnalysisService {
    /// The maximum number of analyses, in total and per group of addresses.
    package static let limit = 512, limitPerGroup = 64
    /// The number of bytes that a client has not read yet above which it gets only last messages.
    static let unreadBytes = 64 << 10
    /// The number of searchers per thread for later steps. Without analyses, one for each is kept.
    private static let searchersPerSlot = 4

    private typealias Key = ObjectIdentifier

    private struct Analysis {
        let number: Int
        let connection: ClientConnection
        let id: String?
        let group: String
        let position: Proof.Position
        /// The position in its standard orientation, and the symmetry from there to the client's.
        let standard: Proof.Position
        let symmetry: Symmetry
        var plan: AnalysisPlan
        var findings = AnalysisFindings()
        var shown: [AnalysisFindings.Claim] = []
        /// The answer from the store, before it is sent.
        var stored: AnalysisStore.Entry?
        /// The findings in the last message.
        var told: AnalysisFindings?
        /// The step in progress, if any, and its flag.
        var step: (kind: AnalysisStep, stop: StopFlag)?
        /// The time of the request (``Histogram/now()``), until the first line is sent.
        var began: Int?
    }

    private let workers: RobotWorkers
    private let results: Mailbox<AnalysisResult>
    private let rights: AnalysisRights
    private let slots: Int
    /// The numbers of looks and of later steps in progress, including those told to stop.
    private var looking = 0
    private var searching = 0
    private var analyses: [Key: Analysis] = [:]
    /// The analyses with a step in progress, by number, with the connection that pays for the step
    /// even if the analysis has ended.
    private var running: [Int: (key: Key, connection: ClientConnection)] = [:]
    private var groups: [String: Int] = [:]
    private var looks = AnalysisTurns<Key>()
    private var turns = AnalysisTurns<Key>()
    private var searchers: AnalysisSearchers
    private var store: AnalysisStore
    private var lastNumber = 0
    private var storedAnswers = 0
    private var refusedProofs = 0
    /// The time from each request to its first line.
    package private(set) var firstLines = Histogram()

    /// - Parameters:
    ///   - slots: the maximum number of looks and of later steps at a time.
    ///   - rights: what clients may have analysed, and what they pay.
    ///   - results: the mailbox for results. The owner of the loop passes them to ``finished(_:)``.
    package init(
        workers: RobotWorkers, slots: Int, storeBytes: Int = AnalysisStore.bytes,
        rights: AnalysisRights, results: Mailbox<AnalysisResult>
    ) {
        self.workers = workers
        self.slots = slots
        self.rights = rights
        self.results = results
        store = AnalysisStore(limit: storeBytes)
        searchers = AnalysisSearchers(limit: Self.searchersPerSlot * slots + slots)
    }

    /// Starts the analysis of a position instead of the connection's earlier one, or stops that.
    package func perform(_ request: Request.Analyse, for connection: ClientConnection) {
        guard let order = request.order else { return stop(connection) }
        let position = order.position
        stop(connection)
        guard rights.mayAnalyse(position.board, connection.participant.id) else {
            return connection.send(.error(AnalysisRefusal.rated, id: request.id))
        }
        if let wait = rights.wait(connection) {
            return connection.send(.error(AnalysisRefusal.spent(retryAfter: wait), id: request.id))
        }
        if position.isOver {
            return connection.send(
                .analysis(
                    .init(
                        id: request.id, depth: 0, milliseconds: 0, isDone: true, isStored: false, lines: [],
                        claims: [])))
        }
        let group = connection.group
        guard groups[group] ?? 0 < Self.limitPerGroup, makeSpace(for: group) else {
            return connection.send(.error(AnalysisRefusal.busy, id: request.id))
        }
        lastNumber += 1
        let (standard, symmetry) = position.oriented
        let key = Key(connection)
        analyses[key] = Analysis(
            number: lastNumber, connection: connection, id: request.id, group: group, position: position,
            standard: standard, symmetry: symmetry.inverse,
            plan: AnalysisPlan(lines: order.lines, milliseconds: order.milliseconds),
            stored: store.entry(for: standard), began: Histogram.now())
        groups[group, default: 0] += 1
        looks.add(key, of: connection.participant.id, in: group)
        startNext()
    }

    /// Makes space for another analysis of the group. If there is none, the newest analysis of the
    /// largest group ends, unless the groups then had equal shares. Returns whether there is space.
    private func makeSpace(for group: String) -> Bool {
        guard analyses.count >= Self.limit else { return true }
        guard let largest = groups.max(by: { $0.value < $1.value }), largest.value > (groups[group] ?? 0) + 1,
            let (key, newest) = analyses.filter({ $0.value.group == largest.key })
                .max(by: { $0.value.number < $1.value.number })
        else { return false }
        newest.connection.send(.error(AnalysisRefusal.busy, id: newest.id))
        end(key)
        return true
    }

    /// Ends the analysis of the connection, which has closed or asks for nothing more.
    package func stop(_ connection: ClientConnection) {
        let key = Key(connection)
        guard let analysis = analyses[key] else { return }
        keep(analysis, milliseconds: analysis.findings.milliseconds)
        end(key)
    }

    private func end(_ key: Key) {
        guard let analysis = analyses.removeValue(forKey: key) else { return }
        analysis.step?.stop.stop()
        let others = (groups[analysis.group] ?? 1) - 1
        groups[analysis.group] = others > 0 ? others : nil
        if analyses.isEmpty { searchers.keep(slots) }
    }

    /// Stores the findings of an analysis that has taken so much time.
    private func keep(_ analysis: Analysis, milliseconds: Int) {
        store.keep(
            .init(
                findings: analysis.findings, lines: min(analysis.plan.lines, analysis.findings.lines.count),
                milliseconds: milliseconds),
            for: analysis.standard)
    }

    // MARK: Steps

    private func startNext() {
        while looking < RobotWorkers.lookThreads, let key = looks.next() { if look(key) { looking += 1 } }
        while searching < slots, let key = turns.next() { if search(key) { searching += 1 } }
        guard !turns.isEmpty else { return }
        // Others wait, so long searches end at the time of a shared turn.
        for (key, _) in running.values {
            guard let analysis = analyses[key], let step = analysis.step else { continue }
            step.stop.limit(toMilliseconds: analysis.plan.sharedLimit(of: step.kind))
        }
    }

    /// Starts the first step of an analysis. Returns false if it has ended or been replaced.
    private func look(_ key: Key) -> Bool {
        guard var analysis = analyses[key], !analysis.plan.hasLooked,
            let first = analysis.plan.next(after: analysis.findings, isShared: !looks.isEmpty)
        else { return false }
        if let stored = analysis.stored { analysis.findings = stored.findings }
        analyses[key] = analysis
        start(analysis.stored == nil ? first : .recall, of: key, as: .look)
        return true
    }

    /// Starts a later step of an analysis. Returns false if there is none.
    private func search(_ key: Key) -> Bool {
        guard var analysis = analyses[key], analysis.plan.hasLooked, analysis.step == nil,
            let step = analysis.plan.next(after: analysis.findings, isShared: !turns.isEmpty)
        else { return false }
        analyses[key] = analysis
        start(step, of: key, as: .analysis)
        return true
    }

    private func start(_ step: AnalysisStep, of key: Key, as kind: RobotWorkers.Kind) {
        guard let analysis = analyses[key] else { return }
        let task = AnalysisTask(
            number: analysis.number, step: step, position: analysis.standard, symmetry: analysis.symmetry,
            findings: analysis.findings, shown: analysis.shown, stop: StopFlag())
        analyses[key]?.step = (step, task.stop)
        running[task.number] = (key, analysis.connection)
        guard step != .recall else {
            return workers.add(kind) { [results] in results.post(AnalysisBrain.recalled(task)) }
        }
        let searcher = searchers.take(
            for: task.number, size: task.position.board.size, rule: task.position.rule)
        workers.add(kind) { [results] in
            results.post(searcher.run(task, clock: ServerClock.threadMilliseconds))
        }
    }

    /// Takes a worker's result.
    package func finished(_ result: AnalysisResult) {
        if let searcher = result.searcher { searchers.giveBack(searcher) }
        refusedProofs += result.refused
        switch result.task.step {
        case .look, .recall: looking -= 1
        case .lines, .win, .defence: searching -= 1
        }
        defer { startNext() }
        guard let (key, payer) = running.removeValue(forKey: result.task.number) else { return }
        rights.charge(payer, .milliseconds(result.took))
        guard var analysis = analyses[key], analysis.number == result.task.number else {
            if analyses.isEmpty { searchers.keep(slots) }
            return
        }
        (analysis.findings, analysis.shown, analysis.step) = (result.findings, result.shown, nil)
        // A rated game may have reached the position meanwhile.
        guard rights.mayAnalyse(analysis.position.board, analysis.connection.participant.id) else {
            analysis.connection.send(.error(AnalysisRefusal.rated, id: analysis.id))
            return end(key)
        }
        let isStored = analysis.stored != nil
        let answers =
            analysis.stored?.suffices(lines: analysis.plan.lines, milliseconds: analysis.plan.milliseconds) ?? false
        analysis.stored = nil
        if isStored { analysis.findings.milliseconds = answers ? analysis.findings.milliseconds : 0 }
        var plan = analysis.plan
        let isDone =
            answers || analysis.findings.lines.isEmpty || plan.next(after: analysis.findings, isShared: true) == nil
        if isStored { storedAnswers += 1 }
        send(&analysis, isStored: isStored, isDone: isDone)
        analyses[key] = analysis
        guard isDone else { return turns.add(key, of: analysis.connection.participant.id, in: analysis.group) }
        if !answers { keep(analysis, milliseconds: analysis.plan.milliseconds) }
        end(key)
    }

    private func send(_ analysis: inout Analysis, isStored: Bool, isDone: Bool) {
        if let began = analysis.began { firstLines.add(since: began) }
        analysis.began = nil
        let connection = analysis.connection
        // The next message contains everything that this one would.
        guard isDone || !connection.outlet.hasUnsent(over: Self.unreadBytes) else { return }
        let findings = analysis.findings
        if !isDone, let told = analysis.told, findings.says(nothingBesides: told) { return }
        analysis.told = findings
        // A stored answer takes no search, but bytes.
        if isStored { rights.charge(connection, .bytes(findings.bytes)) }
        let size = analysis.standard.board.size
        connection.send(
            .analysis(
                .init(
                    id: analysis.id, depth: findings.depth, milliseconds: findings.milliseconds, isDone: isDone,
                    isStored: isStored,
                    lines: AnalysisFindings.image(
                        Array(findings.lines.prefix(analysis.plan.lines)), under: analysis.symmetry, on: size),
                    claims: analysis.shown)))
    }

    // MARK: Metrics

    /// Metrics for `/metrics`.
    package var figures: [MetricFamily] {
        [
            .init("gomoku_analyses", "Analyses of positions in progress or waiting.", analyses.count),
            .init(
                "gomoku_analyses_waiting", "Analyses that wait for a thread, for their first line or for more.",
                by: "for", ["line": looks.count, "more": turns.count]),
            .init("gomoku_analyses_total", "Analyses asked for.", lastNumber),
            .init("gomoku_analyses_stored_total", "Analyses that began with a stored answer.", storedAnswers),
            .init("gomoku_analysis_store_bytes", "Memory of stored analyses.", store.usedBytes),
            .init("gomoku_analysis_positions", "Positions with a stored analysis.", store.count),
            .init("gomoku_analysis_proofs_refused_total", "Proofs that the checker refused.", refusedProofs),
        ]
    }
}
