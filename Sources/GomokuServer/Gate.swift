import WebSockets

/// Whether new connections are let in.
final class Gate {
    /// The operator has asked that nobody new comes; those who are here stay.
    var isDraining = false
    /// The server is about to end.
    private(set) var isStopping = false

    /// From now on nobody new gets in.
    func stop() { isStopping = true }

    /// Why whoever comes now is not let in; nil when they are.
    var refusal: UpgradeRefusal? {
        if isStopping {
            return UpgradeRefusal(
                status: 503, code: "stopping", message: "This server is stopping. Try again in a minute.")
        }
        guard isDraining else { return nil }
        return UpgradeRefusal(
            status: 503, code: "draining",
            message: "This server takes nobody new just now. Try again in a few minutes.")
    }

    func readiness(_ health: Health) -> Readiness {
        if isStopping { return .stopping }
        if case .failing(let why) = health { return .failing(why) }
        return isDraining ? .draining : .ready
    }
}
