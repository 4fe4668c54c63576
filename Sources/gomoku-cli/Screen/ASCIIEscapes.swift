/// JSON in printable ASCII, which a terminal shows unchanged. Other characters become `\u` escapes
/// (RFC 8259, section 7).
enum ASCIIEscapes {
    static func text(_ json: String) -> String {
        guard json.utf8.contains(where: { $0 >= 0x7F }) else { return json }
        var text = ""
        for unit in json.utf16 {
            if unit < 0x7F {
                text.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
            } else {
                let digits = String(unit, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return text
    }
}
