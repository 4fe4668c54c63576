/// Memory for the tables of a search, made once; whoever made it gives it back.
enum RawTable {
    static func filled<Element>(_ count: Int, _ value: Element) -> UnsafeMutablePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: count)
        memory.initialize(repeating: value, count: count)
        return memory
    }
}
