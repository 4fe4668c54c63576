extension JSONWriter {
    /// Writes the changes as one object. `null` deletes a key.
    public mutating func delta(_ delta: Delta) {
        beginObject()
        for change in delta.changes {
            name(change.key)
            if let value = change.value { self.value(value) } else { null() }
        }
        endObject()
    }
}
