import DequeModule

extension Deque {
    /// Removes the elements that satisfy the condition. Returns them, in order.
    mutating func remove(where condition: (Element) -> Bool) -> [Element] {
        let removed = filter(condition)
        if !removed.isEmpty { removeAll(where: condition) }
        return Array(removed)
    }
}
