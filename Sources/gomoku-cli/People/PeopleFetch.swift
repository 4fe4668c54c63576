import ArgumentParser
import GameState

/// What the commands about people share.
enum PeopleFetch {
    /// The answer, or the exit status after a sentence.
    static func get(_ address: Address, _ path: String) throws -> JSON {
        switch WebFetch.get(address.http(path)) {
        case .json(let json): return json
        case .refused(let reason):
            Output.complain(EnglishWords().rejected(reason))
            throw ExitCode(1)
        case .failed(let failure):
            Output.complain("\(failure)")
            throw ExitCode(ExitStatus.unavailable)
        }
    }

    static func notUnderstood() -> ExitCode {
        Output.complain("The server's answer is none that this program understands. It may be too new.")
        return ExitCode(ExitStatus.protocolFailure)
    }

    /// A name as one part of a path (RFC 3986, 3.3): what is not plain is written with percent signs.
    static func escaped(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            let scalar = Unicode.Scalar(byte)
            if byte < 0x80,
                Character(scalar).isLetter || Character(scalar).isNumber || "-_".unicodeScalars.contains(scalar)
            {
                text.unicodeScalars.append(scalar)
            } else {
                text += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// A line, escaped.
    static func show(_ line: String) { Output.line(SafeText(line, isUnicode: TerminalLocale.isUnicode).text) }
}
