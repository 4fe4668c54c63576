import WebSockets

/// Whether new connections are let in.
package final class Gate {
    private let cannotReach: () -> Bool
    /// The operator has asked that nobody new comes; those who are here stay.
    package var isDraining = false
    /// The server is about to end.
    package private(set) var isStopping = false

    package init(cannotReach: @escaping () -> Bool = { false }) { self.cannotReach = cannotReach }

    /// Whether this server cannot reach its store, so that clients had better be with another one.
    package var isCutOff: Bool { cannotReach() }

    package static let cutOffSentence = "This server cannot reach its store just now. Try again in a moment."

    /// From now on nobody new gets in.
    package func stop() { isStopping = true }

    /// Why whoever comes now is not let in; nil when they are.
    package var refusal: UpgradeRefusal? {
        if isStopping {
            return UpgradeRefusal(
                status: 503, code: "stopping", message: "This server is stopping. Try again in a minute.")
        }
        if isCutOff { return UpgradeRefusal(status: 503, code: "unavailable", message: Self.cutOffSentence) }
        guard isDraining else { return nil }
        return UpgradeRefusal(
            status: 503, code: "draining",
            message: "This server takes nobody new just now. Try again in a few minutes.")
    }

    package func readiness(_ health: Health) -> Readiness {
        if isStopping { return .stopping }
        if case .failing(let why) = health { return .failing(why) }
        if isCutOff { return .failing(Self.cutOffSentence) }
        return isDraining ? .draining : .ready
    }
}
