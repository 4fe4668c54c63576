import GameState
import Wire

/// A JSON object on one line of ASCII, for programs. Its words are the protocol's, in no language.
struct JSONLine {
    private var writer = JSONWriter()

    /// - Parameter type: the kind of line.
    init(_ type: StaticString) {
        writer.beginObject()
        writer.member("type", type)
    }

    mutating func add(_ name: StaticString, _ text: String?) {
        if let text { writer.member(name, text) }
    }

    mutating func add(_ name: StaticString, _ number: Int?) {
        if let number { writer.member(name, number) }
    }

    mutating func add(_ name: StaticString, _ flag: Bool) {
        writer.name(name)
        writer.bool(flag)
    }

    mutating func add(_ name: StaticString, _ texts: [String]) {
        writer.name(name)
        writer.beginArray()
        for text in texts { writer.string(text) }
        writer.endArray()
    }

    mutating func addNull(_ name: StaticString) {
        writer.name(name)
        writer.null()
    }

    /// Adds a member whose value `body` writes.
    mutating func add(_ name: StaticString, _ body: (inout JSONWriter) -> Void) {
        writer.name(name)
        body(&writer)
    }

    /// The whole line, without a line end.
    var text: String {
        var whole = writer
        whole.endObject()
        return ASCIIEscapes.text(String(decoding: whole.bytes, as: UTF8.self))
    }
}
