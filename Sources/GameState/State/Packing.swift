/// A compact encoding of strings and JSON values, for large collections that are read one element
/// at a time.
///
/// A small string takes 16 bytes in an array and a JSON value 24. Here each takes its own length
/// plus 1 byte. Readers do not validate their input, because the bytes never leave the process.
extension Array where Element == UInt8 {
    /// Appends an integer, 7 bits per byte, lowest bits first. Small numbers take one byte.
    package mutating func pack(_ number: Int) {
        var rest = UInt(bitPattern: number)
        while rest >= 0x80 {
            append(UInt8(truncatingIfNeeded: rest) | 0x80)
            rest >>= 7
        }
        append(UInt8(truncatingIfNeeded: rest))
    }

    mutating func pack(_ text: String) {
        pack(text.utf8.count)
        append(contentsOf: text.utf8)
    }

    /// Appends a value. `nil` stands for a deleted key.
    mutating func pack(_ value: JSON?) {
        switch value {
        case nil: append(Tag.deleted.rawValue)
        case .null: append(Tag.null.rawValue)
        case .bool(let flag): append((flag ? Tag.yes : Tag.no).rawValue)
        case .number(let text): pack(.number, text)
        case .string(let text): pack(.string, text)
        case .array(let elements):
            pack(.array, elements.count)
            for element in elements { pack(element) }
        case .object(let members):
            pack(.object, members.count)
            for member in members {
                pack(member.name)
                pack(member.value)
            }
        }
    }

    private mutating func pack(_ tag: Tag, _ count: Int) {
        pack(count << Tag.bits | Int(tag.rawValue))
    }

    private mutating func pack(_ tag: Tag, _ text: String) {
        pack(tag, text.utf8.count)
        append(contentsOf: text.utf8)
    }

    /// Reserves capacity for `more` bytes, or for an eighth of the array if that is more. Doubling
    /// would waste memory, because these buffers live long.
    mutating func reserve(_ more: Int) {
        guard count + more > capacity else { return }
        reserveCapacity(count + Swift.max(more, count / 8) + 16)
    }

    // MARK: Reading

    func number(at place: inout Int) -> Int {
        let bytes = span
        var number: UInt = 0
        var shift: UInt = 0
        while true {
            let byte = bytes[place]
            place += 1
            number |= UInt(byte & 0x7F) << shift
            if byte < 0x80 { return Int(bitPattern: number) }
            shift += 7
        }
    }

    func text(at place: inout Int) -> String { text(number(at: &place), at: &place) }

    private func text(_ count: Int, at place: inout Int) -> String {
        defer { place += count }
        return String(decoding: self[place..<place + count], as: UTF8.self)
    }

    func value(at place: inout Int) -> JSON? {
        let head = number(at: &place)
        let count = head >> Tag.bits
        switch Tag(rawValue: UInt8(head & (1 << Tag.bits - 1))) {
        case .null: return .null
        case .no: return .bool(false)
        case .yes: return .bool(true)
        case .number: return .number(text(count, at: &place))
        case .string: return .string(text(count, at: &place))
        case .array: return .array((0..<count).map { _ in value(at: &place) ?? .null })
        case .object:
            return .object(
                (0..<count).map { _ in
                    let name = text(at: &place)
                    return JSON.Member(name, value(at: &place) ?? .null)
                })
        case .deleted, nil: return nil
        }
    }
}

extension Array where Element == UInt8 {
    /// Writes the value at an offset as JSON. Strings and numbers, which are nearly all values, are
    /// copied without creating a `String`.
    func write(valueAt place: Int, into writer: inout JSONWriter) {
        var place = place
        let start = place
        let head = number(at: &place)
        let count = head >> Tag.bits
        switch Tag(rawValue: UInt8(head & (1 << Tag.bits - 1))) {
        case .string: writer.string(span.extracting(place..<place + count))
        case .number: writer.raw(span.extracting(place..<place + count))
        default:
            place = start
            writer.value(value(at: &place) ?? .null)
        }
    }

    /// Returns the place of the text of a packed string, or an empty range for any other value.
    func string(at place: Int) -> Range<Int> {
        var place = place
        let head = number(at: &place)
        guard head & (1 << Tag.bits - 1) == Int(Tag.string.rawValue) else { return place..<place }
        return place..<place + head >> Tag.bits
    }

    /// Advances an offset past the value that begins there, without decoding it.
    func skipValue(at place: inout Int) {
        let head = number(at: &place)
        let count = head >> Tag.bits
        switch Tag(rawValue: UInt8(head & (1 << Tag.bits - 1))) {
        case .number, .string: place += count
        case .array: for _ in 0..<count { skipValue(at: &place) }
        case .object:
            for _ in 0..<count {
                let name = number(at: &place)
                place += name
                skipValue(at: &place)
            }
        case .deleted, .null, .no, .yes, nil: break
        }
    }
}

/// The kind of a packed value, in the lowest bits of its first number. The other bits are its
/// length or its number of elements.
private enum Tag: UInt8 {
    case deleted, null, no, yes, number, string, array, object

    static let bits = 3
}
