import DequeModule

/// A queue that is first in, first out within each group. Groups take turns, so that a group with
/// many elements delays each other group by at most one.
package struct FairQueue<Element: Hashable> {
    private var queues: [String: Deque<Element>] = [:]
    /// Groups that have elements, next one first.
    private var turns = Deque<String>()
    private var members: Set<Element> = []

    package init() {}

    package var isEmpty: Bool { members.isEmpty }
    package var count: Int { members.count }

    /// Adds `element` for `group`. An element that is already queued keeps its place.
    package mutating func add(_ element: Element, for group: String) {
        guard members.insert(element).inserted else { return }
        if queues[group] == nil { turns.append(group) }
        queues[group, default: Deque()].append(element)
    }

    package mutating func next() -> Element? { nextWithGroup()?.element }

    /// Removes and returns the next element and its group.
    mutating func nextWithGroup() -> (element: Element, group: String)? {
        guard let group = turns.first, let element = queues[group]?.first else { return nil }
        turns.removeFirst()
        queues[group]?.removeFirst()
        if queues[group]?.isEmpty == true { queues[group] = nil } else { turns.append(group) }
        members.remove(element)
        return (element, group)
    }

    /// Removes and returns the newest element of the largest group. If several groups are equally
    /// large, it is the one whose turn comes last.
    package mutating func removeLastOfLargest() -> Element? {
        var largest: (group: String, count: Int)?
        for group in turns {
            let count = queues[group]?.count ?? 0
            if count >= largest?.count ?? 0 { largest = (group, count) }
        }
        guard let largest, let element = queues[largest.group]?.popLast() else { return nil }
        members.remove(element)
        if largest.count == 1 {
            queues[largest.group] = nil
            if let index = turns.firstIndex(of: largest.group) { turns.remove(at: index) }
        }
        return element
    }
}
