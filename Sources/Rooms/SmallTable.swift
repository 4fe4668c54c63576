/// A dictionary that usually has few entries. It stores these as a list, which takes a quarter of a
/// dictionary's memory and is searched as quickly.
struct SmallTable<Key: Hashable, Value> {
    /// The number of entries up to which the table is a list. A larger one is a dictionary until
    /// empty.
    static var fewLimit: Int { 8 }

    private var few: [(key: Key, value: Value)] = []
    private var many: [Key: Value] = [:]

    package var count: Int { few.count + many.count }
    var values: [Value] { many.isEmpty ? few.map(\.value) : Array(many.values) }
    package var isEmpty: Bool { few.isEmpty && many.isEmpty }

    package subscript(key: Key) -> Value? {
        get {
            guard many.isEmpty else { return many[key] }
            for entry in few where entry.key == key { return entry.value }
            return nil
        }
        set {
            if let newValue { _ = updateValue(newValue, forKey: key) } else { _ = removeValue(forKey: key) }
        }
    }

    /// Sets the value for `key`, and returns the previous one.
    mutating func updateValue(_ value: Value, forKey key: Key) -> Value? {
        guard many.isEmpty else { return many.updateValue(value, forKey: key) }
        if let index = few.firstIndex(where: { $0.key == key }) {
            defer { few[index].value = value }
            return few[index].value
        }
        guard few.count >= Self.fewLimit else {
            few.append((key, value))
            return nil
        }
        for entry in few { many[entry.key] = entry.value }
        few = []
        return many.updateValue(value, forKey: key)
    }

    package mutating func removeValue(forKey key: Key) -> Value? {
        guard many.isEmpty else { return many.removeValue(forKey: key) }
        guard let index = few.firstIndex(where: { $0.key == key }) else { return nil }
        return few.remove(at: index).value
    }
}
