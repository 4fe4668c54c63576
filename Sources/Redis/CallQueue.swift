/// First in, first out; taking the first costs the same however many there are.
struct CallQueue<Element> {
    private var elements: [Element?] = []
    private var head = 0

    var count: Int { elements.count - head }
    var isEmpty: Bool { count == 0 }
    var first: Element? { isEmpty ? nil : elements[head] }

    mutating func append(_ element: Element) { elements.append(element) }

    /// Takes over all of another.
    mutating func append(contentsOf other: inout CallQueue) {
        while let element = other.removeFirst() { append(element) }
    }

    mutating func removeFirst() -> Element? {
        guard !isEmpty else { return nil }
        defer {
            elements[head] = nil
            head += 1
            if head > 64, head * 2 > elements.count {
                elements.removeFirst(head)
                head = 0
            }
        }
        return elements[head]
    }

    /// All of them, in order.
    var all: [Element] { elements[head...].compactMap { $0 } }

    /// Takes out those that fit.
    mutating func remove(where fits: (Element) -> Bool) -> [Element] {
        let all = elements[head...].compactMap { $0 }
        let (kept, taken) = (all.filter { !fits($0) }, all.filter(fits))
        if !taken.isEmpty { (elements, head) = (kept, 0) }
        return taken
    }
}
