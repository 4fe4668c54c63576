import Nodes
import Rooms

/// What servers that share a store tell each other of, beside rooms.
struct SharedParts {
    let counts: SharedCounts
    let questions: NodeQuestions
    let budgets: AddressBudgets
    let moderation: Moderation
    let known: KnownPlaces
}
