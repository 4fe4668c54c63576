extension JSONWriter {
    /// The changes as one object; null deletes.
    public mutating func delta(_ delta: Delta) {
        beginObject()
        for change in delta.changes {
            name(change.key)
            if let value = change.value { self.value(value) } else { null() }
        }
        endObject()
    }
}
