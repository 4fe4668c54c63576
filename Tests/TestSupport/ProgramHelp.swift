import ArgumentParser
import Foundation

/// The help of a program and of each of its commands.
public struct ProgramHelp {
    private let program: any ParsableCommand.Type
    /// The program and its commands, at every depth.
    public let commands: [any ParsableCommand.Type]

    public init(of program: any ParsableCommand.Type) {
        self.program = program
        commands = Self.all(program)
    }

    private static func all(_ command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        [command] + command.configuration.subcommands.flatMap(all)
    }

    /// Returns the lines that are longer than `columns` characters when the help is formatted for
    /// that width.
    public func wideLines(columns: Int) -> [String] {
        commands.flatMap { command in
            program.helpMessage(for: command, columns: columns).split(separator: "\n")
                .filter { $0.count > columns }.map { "\(command): \($0)" }
        }
    }

    /// Returns the lines of descriptions that end although the first word of the next line would
    /// fit.
    public func shortLines(columns: Int) -> [String] {
        commands.flatMap { command in
            let help = program.helpMessage(for: command, columns: columns)
            let lines = help.prefix(upTo: help.range(of: "USAGE:")?.lowerBound ?? help.endIndex)
                .split(separator: "\n", omittingEmptySubsequences: false)
            return zip(lines, lines.dropFirst()).compactMap { line, next in
                let word = next.prefix { $0 != " " }
                let isShort = !line.isEmpty && !next.isEmpty && line.count + 1 + word.count < columns
                return isShort ? "\(command): \(line)" : nil
            }
        }
    }
}
