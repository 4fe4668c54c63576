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

            Write to another file than you read: the shell empties the file after > before the command reads it.

            Exit status: 0 on success, 64 for wrong usage or a chapter that does not exist, 65 if a file cannot be read or the format cannot express \
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
        var messages: [String] = []
        for name in files {
            var next = try read(name)
            messages += next.takeLosses().sentences.map { message($0, of: name) }
            if study == nil {
                study = next
            } else {
                try check(name) { () throws(StudyError) in try study?.merge(next) }
            }
        }
        guard let study else { return }
        let file = try check(files.count == 1 ? files[0] : nil) { () throws(StudyError) in
            try study.file(to, chapter: chapter)
        }
        for sentence in messages + study.losses.sentences + file.losses.sentences { Output.printError(sentence) }
        if let number = Output.write(file.bytes), number != EPIPE { throw StreamFailure.unwritable(number) }
    }

    /// Returns the sentence about a file, with the file's name if there are several.
    private func message(_ sentence: String, of name: String) -> String {
        files.count == 1 ? sentence : "\(Self.label(name)): \(sentence)"
    }

    private static func label(_ name: String) -> String { name == "-" ? "Standard input" : name }

    private func read(_ name: String) throws -> Study {
        let handle = name == "-" ? FileHandle.standardInput : FileHandle(forReadingAtPath: name)
        guard let bytes = StudyFiles.bytes(handle) else {
            Output.printError(EnglishWords().unreadable(name))
            throw ExitCode(ExitStatus.noInput)
        }
        guard let board = BoardSize(size) else { throw ExitCode(ExitStatus.usage) }
        let format = from ?? StudyFormat(ofFile: name, bytes)
        return try check(name) { () throws(StudyError) in
            try Study(bytes, format: format, rule: rule, size: board)
        }
    }

    /// Runs a step. If it fails, explains the error and ends the command.
    ///
    /// - Parameter name: The file that the step is about, or nil for all files together.
    private func check<Result>(_ name: String?, _ step: () throws(StudyError) -> Result) throws -> Result {
        do throws(StudyError) { return try step() } catch {
            Output.printError((name.map { Self.label($0) + ": " } ?? "") + "\(error)")
            if case .noChapter = error.reason { throw ExitCode(ExitStatus.usage) }
            throw ExitCode(ExitStatus.badData)
        }
    }
}

extension StudyFormat: ExpressibleByArgument {}
