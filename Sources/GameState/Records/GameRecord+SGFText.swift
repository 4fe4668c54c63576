extension GameRecord {
    /// The players, the date and the result as SGF properties.
    public var headings: [Property] {
        let result = SGFResult(outcome: outcome, reason: reason).text
        return [("PB", names.x), ("PW", names.o), ("DT", date), ("RE", result)].compactMap { name, value in
            value.flatMap { Property(name, [$0]) }
        }
    }

    /// The record as an SGF file: FF[4], GM[4], UTF-8, one node per line.
    public var sgf: String {
        var text = "(;FF[4]GM[4]CA[UTF-8]SZ[\(size.side)]"
        func write(_ name: String, _ values: [String?]) {
            let present = values.compactMap { $0 }
            if !present.isEmpty { text += name + present.map { "[\($0.escapedForSGF)]" }.joined() }
        }
        write("RU", [rule?.rawValue])
        write("ON", [opening])
        write("PB", [names.x])
        write("PW", [names.o])
        write("EV", [event])
        write("PC", [place])
        write("DT", [date])
        // Readers use the first property of a name, so a field must precede uninterpreted
        // properties of the same name.
        if let setting = clock.flatMap({ ClockSetting($0) }), !keeps("CLOCK") {
            write("TM", [String(setting.main)])
            write("OT", [setting.overtime])
        } else {
            write("CLOCK", [clock])
        }
        let result = SGFResult(outcome: outcome, reason: reason)
        write("RE", [result.text ?? (keepsResult ? SGFResult.unknown : nil)])
        write("REASON", [result.reason == reason && !keeps("REASON") ? nil : reason])
        for property in extras { write(property.name, property.values) }
        write("AB", setup.x.map(\.sgf))
        write("AW", setup.o.map(\.sgf))
        for move in moves {
            text += "\n;\(move.stone == .x ? "B" : "W")[\(move.point?.sgf ?? "")]"
            write(Self.timeLeft(move.stone), [move.left.map(SGFTime.text)])
            write("MS", [move.milliseconds.map(String.init)])
            for property in move.extras { write(property.name, property.values) }
        }
        return text + ")\n"
    }

    /// Returns whether the extras contain a property that a reader could take for the field `name`.
    private func keeps(_ name: String) -> Bool { extras.contains { $0.name == name && $0.values.count == 1 } }

    private var keepsResult: Bool {
        extras.first { $0.name == "RE" && $0.values.count == 1 }.flatMap { SGFResult($0.values[0]) } != nil
    }
}

extension Point {
    /// The form in SGF files: the letters of column and row from the top left, such as `hh`.
    var sgf: String {
        let letters = [column, row].map { UInt8(ascii: "a") + UInt8(truncatingIfNeeded: $0) }
        return String(decoding: letters, as: UTF8.self)
    }
}

extension String {
    /// The string as the value of a property. A backslash precedes characters that would end it,
    /// and every line end becomes `\n`.
    var escapedForSGF: String {
        var escaped: [UInt8] = []
        var afterReturn = false
        for byte in utf8 {
            switch byte {
            case UInt8(ascii: "\\"), UInt8(ascii: "]"): escaped += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\r"): escaped.append(UInt8(ascii: "\n"))
            case UInt8(ascii: "\n"): if !afterReturn { escaped.append(byte) }
            default: escaped.append(byte)
            }
            afterReturn = byte == UInt8(ascii: "\r")
        }
        return String(decoding: escaped, as: UTF8.self)
    }
}
