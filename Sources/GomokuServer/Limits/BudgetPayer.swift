import GameState

/// Whoever pays from the budgets of an address (``AddressBudgets``): a connection.
protocol BudgetPayer: AnyObject {
    /// What its address counts as (``AddressGroup``); nil where addresses are not counted.
    var address: String? { get }
    /// The key of a budget that it has in any case: its address, or itself.
    var payer: String { get }
    var participant: Participant { get }
    /// Whether the server that it is connected to has it pay for storage.
    var paysElsewhere: Bool { get }
    var prepaid: PrepaidBudget { get set }
}

/// What a connection has drawn of its address's budgets and not used.
struct PrepaidBudget {
    var work = 0
    var bytes = 0
    var storage = 0
    /// The participant for whom it drew storage last.
    var owner: ParticipantID?
}
