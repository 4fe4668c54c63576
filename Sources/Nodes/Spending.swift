/// An amount that an address or an identity has spent from a budget (``AddressBudgets``).
package struct Spending: Equatable {
    /// A kind of budget, with its name in messages between servers.
    package enum Kind: String {
        case work, http, storage, chat, analysis
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
