import DequeModule
import GameState
import Rooms

/// Analyses that wait for a thread. Groups of addresses take turns, in each group people do, and
/// each person's analyses are in order of arrival.
struct AnalysisTurns<Element: Hashable> {
    private struct Person: Hashable {
        let group: String
        let id: ParticipantID
    }

    private var people = FairQueue<Person>()
    private var queues: [Person: Deque<Element>] = [:]
    private var members: Set<Element> = []

    var isEmpty: Bool { members.isEmpty }
    var count: Int { members.count }

    /// Adds `element`. An element that is already queued keeps its place.
    mutating func add(_ element: Element, of participant: ParticipantID, in group: String) {
        guard members.insert(element).inserted else { return }
        let person = Person(group: group, id: participant)
        queues[person, default: Deque()].append(element)
        people.add(person, for: group)
    }

    mutating func next() -> Element? {
        guard let person = people.next(), let element = queues[person]?.popFirst() else { return nil }
        members.remove(element)
        if queues[person]?.isEmpty == true { queues[person] = nil } else { people.add(person, for: person.group) }
        return element
    }
}
