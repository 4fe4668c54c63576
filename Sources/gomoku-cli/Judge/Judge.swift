import ArgumentParser
import GameState
import Glibc
import Wire

/// `gomoku-cli judge`: reads positions and prints verdicts.
struct Judge: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Judge moves: five, legal, forbidden or occupied.",
        discussion: """
            Reads lines of POINT<TAB>ROWS from standard input, and prints one word for each line: five, legal, \
            double-three, double-four, overline or occupied. POINT is a name such as h8. ROWS are the rows of the \
            board from the top, separated by /, with X, O and . for an empty cell. A first line that begins with \
            "point" is skipped. A field between POINT and ROWS is ignored. If a line cannot be read, the command \
            answers the lines before it and exits with status 65.
            """)

    @Option(help: "\(GameTerms.Field.rule.summary).")
    var rule: Rule

    @Option(help: "The side whose moves are judged: x or o.")
    var side: Stone = .x

    /// The greatest length of a line in bytes. The largest board needs 420.
    static let longestLine = 4_096

    func run() throws {
        var lines = JudgeStream(rule: rule, side: side)
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = unsafe read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw StreamFailure.unreadable(errno) }
            do {
                if count == 0 { try lines.finish() } else { try lines.consume(buffer[..<count]) }
            } catch {
                try Self.write(lines.takeAnswers())
                let message = "gomoku-cli judge: line \(error.line): \(error.reason)\n"
                _ = Output.write(Array(message.utf8), to: STDERR_FILENO)
                throw ExitCode(ExitStatus.badData)
            }
            try Self.write(lines.takeAnswers())
            if count == 0 { return }
        }
    }

    private static func write(_ bytes: [UInt8]) throws {
        if let number = Output.write(bytes) { throw StreamFailure.unwritable(number) }
    }
}

extension Rule: ExpressibleByArgument {}
extension Stone: ExpressibleByArgument {}
extension Opening: ExpressibleByArgument {}
