/// A cache of answers as JSON, least recently used first.
struct RecentAnswers<Key: Equatable> {
    /// The maximum number of answers, and of their bytes. The newest answer always stays.
    private let limit: Int
    private let bytes: Int
    private var answers: [(key: Key, json: [UInt8])] = []

    init(limit: Int, bytes: Int) {
        self.limit = limit
        self.bytes = bytes
    }

    /// Returns the answer for `key`, which is the most recently used one from now on.
    mutating func answer(for key: Key) -> [UInt8]? {
        guard let index = answers.firstIndex(where: { $0.key == key }) else { return nil }
        let found = answers.remove(at: index)
        answers.append(found)
        return found.json
    }

    /// Adds an answer, and removes the least recently used ones beyond the limits.
    mutating func keep(_ json: [UInt8], for key: Key) {
        answers.append((key, json))
        var size = answers.reduce(0) { $0 + $1.json.count }
        while answers.count > limit || size > bytes, answers.count > 1 {
            size -= answers.removeFirst().json.count
        }
    }
}
