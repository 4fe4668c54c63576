/// What `/healthz` says.
package enum Health: Equatable {
    case ok
    /// It serves, but something does not work; the sentence is for the operator.
    case failing(String)
}

/// What `/readyz` says: whether those who come now are let in.
package enum Readiness: Equatable {
    case ready
    /// The operator has asked that nobody new comes.
    case draining
    /// It is about to end.
    case stopping
    /// It serves, but something does not work; the sentence is for the operator.
    case failing(String)

    /// Stable word.
    package var status: String {
        switch self {
        case .ready: "ready"
        case .draining: "draining"
        case .stopping: "stopping"
        case .failing: "failing"
        }
    }
}
