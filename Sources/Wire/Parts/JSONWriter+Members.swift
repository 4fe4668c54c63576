import GameState

extension JSONWriter {
    public mutating func member(_ name: StaticString, _ text: String) {
        self.name(name)
        string(text)
    }

    public mutating func member(_ name: StaticString, _ number: Int) {
        self.name(name)
        integer(number)
    }

    public mutating func member(_ name: StaticString, _ word: StaticString) {
        self.name(name)
        self.word(word)
    }

    /// Writes a member unless its value is `nil`.
    mutating func memberIfAny(_ name: StaticString, _ text: String?) {
        if let text { member(name, text) }
    }

    /// Writes a member unless its value is `nil`.
    mutating func memberIfAny(_ name: StaticString, _ number: Int?) {
        if let number { member(name, number) }
    }

    /// Writes a member with the value `true`, or nothing if `isSet` is `false`.
    mutating func flag(_ name: StaticString, _ isSet: Bool) {
        guard isSet else { return }
        self.name(name)
        bool(true)
    }

    mutating func member(_ name: StaticString, _ texts: [String]) {
        self.name(name)
        beginArray()
        for text in texts { string(text) }
        endArray()
    }

    mutating func member<Part>(_ name: StaticString, _ parts: [Part], _ write: (inout JSONWriter, Part) -> Void) {
        self.name(name)
        beginArray()
        for part in parts {
            beginObject()
            write(&self, part)
            endObject()
        }
        endArray()
    }
}
