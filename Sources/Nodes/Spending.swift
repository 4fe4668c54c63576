/// An amount that an address or an identity has spent from a budget (``AddressBudgets``).
package struct Spending: Equatable {
    /// The budgets, as servers name them to each other.
    package enum Kind: String {
        case work, http, storage, chat
        case storageOfIdentity = "identity"
    }

    package let kind: Kind
    package let key: String
    package let cost: Int

    package init(kind: Kind, key: String, cost: Int) {
        self.kind = kind
        self.key = key
        self.cost = cost
    }
}
