/// The result of `/healthz`: whether deltas can be stored.
package enum Health: Equatable {
    case ok
    /// The server works, except for one part. The sentence is for the operator.
    case failing(String)
}

/// The result of `/readyz`: whether new clients are admitted and deltas can be stored.
package enum Readiness: Equatable {
    case ready
    /// The operator has asked the server to refuse new clients.
    case draining
    /// The server is shutting down.
    case stopping
    /// The server works, except for one part. The sentence is for the operator.
    case failing(String)

    /// A word that does not change between versions.
    package var status: String {
        switch self {
        case .ready: "ready"
        case .draining: "draining"
        case .stopping: "stopping"
        case .failing: "failing"
        }
    }
}
