import ArgumentParser
import GameState
import Wire

/// Functions shared by the commands about people.
enum PeopleFetch {
    /// Returns the answer. On failure, prints a sentence and throws the exit status.
    ///
    /// - Parameter secret: the secret of the room that the path is about.
    static func get(_ address: Address, _ path: String, secret: RoomSecret? = nil) throws -> JSON {
        switch WebFetch.get(address.http(path), secret: secret) {
        case .json(let json): return json
        case .refused(let reason):
            Output.printError(EnglishWords().rejected(reason))
            throw ExitCode(reason.exitStatus)
        case .failed(let failure):
            Output.printError("\(failure)")
            throw ExitCode(ExitStatus.unavailable)
        }
    }

    /// Returns the answer about a person. If no person has this name or ID, prints a sentence and
    /// returns nil. On any other failure, throws the exit status.
    static func getIfKnown(_ address: Address, _ path: String) throws -> JSON? {
        do { return try get(address, path) } catch let failure as ExitCode where failure.rawValue == ExitStatus.noUser {
            return nil
        }
    }

    static func notUnderstood() -> ExitCode {
        Output.printError(
            "gomoku-cli does not understand the server's answer. If the server is newer, update gomoku-cli.")
        return ExitCode(ExitStatus.protocolFailure)
    }

    /// Returns the name as a path segment (RFC 3986, section 3.3), with percent encoding.
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

    /// Prints a line without terminal control sequences.
    static func show(_ line: String) { Output.line(SafeText(line, isUnicode: TerminalLocale.isUnicode).text) }
}
