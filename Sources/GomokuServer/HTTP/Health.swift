/// What `/healthz` says.
enum Health: Equatable {
    case ok
    /// It serves, but something does not work; the sentence is for the operator.
    case failing(String)
}
