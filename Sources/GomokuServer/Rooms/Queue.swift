/// First in, first out.
struct Queue<Element>: Sequence {
    private var elements: [Element] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Element? { head < elements.count ? elements[head] : nil }

    mutating func append(_ element: Element) { elements.append(element) }

    /// It is the next one.
    mutating func prepend(_ element: Element) {
        if head > 0 {
            head -= 1
            elements[head] = element
        } else {
            elements.insert(element, at: 0)
        }
    }

    mutating func removeFirst() {
        head += 1
        if head == elements.count {
            elements.removeAll(keepingCapacity: elements.count <= 64)
            head = 0
        } else if head >= 256, head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
    }

    /// Removes and returns the newest element.
    mutating func removeLast() -> Element? {
        guard !isEmpty else { return nil }
        let last = elements.removeLast()
        if isEmpty { _ = removeAll() }
        return last
    }

    func makeIterator() -> IndexingIterator<ArraySlice<Element>> { elements[head...].makeIterator() }

    /// Removes the elements that satisfy the condition. Returns them, in order.
    mutating func removeAll(where condition: (Element) -> Bool) -> [Element] {
        let all = removeAll()
        elements = all.filter { !condition($0) }
        return all.filter(condition)
    }

    /// All elements, in order; the queue is empty afterwards.
    mutating func removeAll() -> [Element] {
        defer {
            elements = []
            head = 0
        }
        return Array(elements[head...])
    }
}
