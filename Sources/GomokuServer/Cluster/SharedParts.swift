import Nodes
import Rooms

/// The parts whose state servers with a common store tell each other, apart from rooms.
struct SharedParts {
    let counts: SharedCounts
    let questions: NodeQuestions
    let budgets: AddressBudgets
    let moderation: Moderation
    let known: KnownLoginAddresses
}
