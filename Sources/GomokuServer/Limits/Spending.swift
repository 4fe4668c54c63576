/// An amount that an address or an identity has spent from a budget (``AddressBudgets``).
struct Spending: Equatable {
    /// The budgets, as servers name them to each other.
    enum Kind: String {
        case work, http, storage, chat
        case storageOfIdentity = "identity"
    }

    let kind: Kind
    let key: String
    let cost: Int
}
