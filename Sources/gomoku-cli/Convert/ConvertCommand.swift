import ArgumentParser
import Foundation
import GameState
import Glibc
import Wire

/// `gomoku-cli convert`: writes games and game trees in another format.
struct ConvertCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Convert games and analyses between SGF, RenLib, psq, moves and diagrams.",
        usage: "gomoku-cli convert <file> ... --to <format> [<options>]",
        discussion: """
            Reads SGF with all variations, RenLib libraries (.lib), psq files, lists of moves such as h8 i9 g7, and \
            diagrams of X, O and points. "-" reads standard input. Several files become one: the moves, comments and \
            marks of games with the same title, rule and first position are merged, and nothing is replaced.

            Writes the result to standard output. Messages say what the format cannot keep: psq, text and diagram \
            have only the main line, and only SGF has several games.

            Exit status: 0 on success, 64 for wrong usage, 65 if a file cannot be read or the format cannot express \
            the game, 66 if there is no such file.
            """)

    @Argument(help: "The files, or \"-\".") var files: [String]
    @Option(help: "The format to write: sgf, lib, psq, text or diagram.") var to: StudyFormat
    @Option(help: "The format of the files, if it is not recognized.") var from: StudyFormat?
    @Option(help: "The rule of files without one. The default is renju for lib, and freestyle for other formats.")
    var rule: Rule?
    @Option(help: "The size of the board for lists of moves: 13, 15, 17, 19 or 20.") var size = 15
    @Option(help: "The number of the only game to write.") var chapter: Int?

    func validate() throws {
        if BoardSize(size) == nil { throw ValidationError("--size takes 13, 15, 17, 19 or 20.") }
        if files.isEmpty { throw ValidationError("Name a file, or \"-\".") }
        if to == .lib, isatty(STDOUT_FILENO) == 1 {
            throw ValidationError("A library is not text. Write it to a file: … --to lib > file.lib")
        }
    }

    func run() throws {
        var study: Study?
        for name in files {
            let next = try read(name)
            if study == nil {
                study = next
            } else {
                try check(name) { () throws(StudyError) in try study?.merge(next) }
            }
        }
        guard let study else { return }
        let file = try check(files[0]) { () throws(StudyError) in try study.file(to, chapter: chapter) }
        for sentence in study.losses.sentences + file.losses.sentences { Output.printError(sentence) }
        if let number = Output.write(file.bytes), number != EPIPE { throw StreamFailure.unwritable(number) }
    }

    private func read(_ name: String) throws -> Study {
        let handle = name == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: name)
        guard let data = try? handle?.read(upToCount: StudyLimits.bytes + 1) ?? (handle == nil ? nil : Data()) else {
            Output.printError(EnglishWords().unreadable(name))
            throw ExitCode(ExitStatus.noInput)
        }
        let bytes = Array(data)
        guard let board = BoardSize(size) else { throw ExitCode(ExitStatus.usage) }
        let format = from ?? StudyFormat(fileName: name) ?? StudyFormat(of: bytes)
        return try check(name) { () throws(StudyError) in
            try Study(bytes, format: format, rule: rule, size: board)
        }
    }

    /// Runs a step. If it fails, explains the error and ends the command.
    private func check<Result>(_ name: String, _ step: () throws(StudyError) -> Result) throws -> Result {
        do throws(StudyError) { return try step() } catch {
            Output.printError("\(name == "-" ? "Standard input" : name): \(error)")
            throw ExitCode(ExitStatus.badData)
        }
    }
}

extension StudyFormat: ExpressibleByArgument {
    /// Returns the format that a file's name stands for, or nil if it does not tell.
    init?(fileName name: String) {
        let ending = name.split(separator: ".").last.map { String($0).lowercased() }
        guard let format = ending.flatMap(Self.init(rawValue:)), [.sgf, .lib, .psq].contains(format) else { return nil }
        self = format
    }
}
