import GameState

/// The view of a connection that ``AddressBudgets`` charges.
package protocol BudgetPayer: AnyObject {
    /// The key of the address's budgets (``AddressGroup``); nil if this address has no budgets.
    var address: String? { get }
    /// The key of a budget that every connection has: its address, or a key of its own.
    var payer: String { get }
    var participant: Participant { get }
    /// Whether the client is connected to another server, which charges it for storage.
    var paysElsewhere: Bool { get }
    var prepaid: PrepaidBudget { get set }
}

/// The part of the address's budgets that a connection has drawn but not used.
package struct PrepaidBudget {
    package var work = 0
    package var bytes = 0
    package var storage = 0
    /// The participant that drew storage last.
    package var owner: ParticipantID?
}
