/// Texts and values as bytes, without quotes or escapes: for what is kept by the hundred and read one at a time. A small
/// string is 16 bytes in an array and a JSON value 24; here they are what they have to say, and one byte.
///
/// Only what was packed here is read here: the bytes never leave the process.
extension Array where Element == UInt8 {
    /// Seven bits a byte, the lowest first; of what is small one.
    mutating func pack(_ number: Int) {
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

    /// Nil: deleted.
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

    /// Makes place for more than is there, and for little beyond it: what is kept for long is not worth twice its size.
    mutating func reserve(_ more: Int) {
        guard count + more > capacity else { return }
        reserveCapacity(count + Swift.max(more, count / 8) + 16)
    }

    // MARK: reading

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
    /// Writes a value as JSON. Texts and numbers, which nearly all values are, are not made for it.
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

    /// To behind a value, without making it.
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

/// What kind of value follows, in the lowest bits of its first number; the rest of that is a length.
private enum Tag: UInt8 {
    case deleted, null, no, yes, number, string, array, object

    static let bits = 3
}
