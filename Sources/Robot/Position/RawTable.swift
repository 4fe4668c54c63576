/// Memory for a search's tables. The caller of ``filled(_:_:)`` deallocates it.
enum RawTable {
    static func filled<Element>(_ count: Int, _ value: Element) -> UnsafeMutablePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
        memory.initialize(repeating: value, count: count)
        return memory
    }
}
