import WebSockets

/// Whether the server admits new connections.
package final class Gate {
    private let cannotReach: () -> Bool
    /// Whether the server is draining: it refuses new clients and keeps existing ones.
    package var isDraining = false
    /// Whether the server is shutting down.
    package private(set) var isStopping = false

    package init(cannotReach: @escaping () -> Bool = { false }) { self.cannotReach = cannotReach }

    /// Whether this server cannot reach its store, so that clients should use another server.
    package var isCutOff: Bool { cannotReach() }

    package static let cutOffSentence = "This server cannot reach its store right now. Try again in a moment."

    /// Refuses new clients from now on.
    package func stop() { isStopping = true }

    /// The reason why the server refuses new connections, or nil if it admits them.
    package var refusal: UpgradeRefusal? {
        if isStopping {
            return UpgradeRefusal(
                status: 503, code: "stopping", message: "This server is stopping. Try again in a minute.")
        }
        if isCutOff { return UpgradeRefusal(status: 503, code: "unavailable", message: Self.cutOffSentence) }
        guard isDraining else { return nil }
        return UpgradeRefusal(
            status: 503, code: "draining",
            message: "This server is not accepting new players. Try again in a few minutes.")
    }

    package func readiness(_ health: Health) -> Readiness {
        if isStopping { return .stopping }
        if case .failing(let why) = health { return .failing(why) }
        if isCutOff { return .failing(Self.cutOffSentence) }
        return isDraining ? .draining : .ready
    }
}
