import Foundation
import Testing
import Wire

/// Tests that the exit statuses of all programs are those of `sysexits.h`, and are documented.
@Suite struct ExitStatusTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    private func text(_ path: String) throws -> String {
        try String(contentsOf: Self.root.appending(path: path), encoding: .utf8)
    }

    @Test("The table in docs/EXIT-STATUSES.md has every status with its name, and no other")
    func table() throws {
        let table = try #require(try text("docs/EXIT-STATUSES.md").components(separatedBy: "\n## ").first)
        let rows = table.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2)
        let named = rows.dropLast().map { row in
            row.split(separator: "|").prefix(2).map { $0.trimmingCharacters(in: CharacterSet(charactersIn: " `")) }
        }
        #expect(named == ExitStatus.named.map { ["\($0.status)", $0.name] })
        #expect(rows.last?.hasPrefix("| 129, 130, 143 |") == true)
    }

    @Test(
        "The statuses are those of sysexits.h",
        .enabled(if: FileManager.default.fileExists(atPath: "/usr/include/sysexits.h")))
    func header() throws {
        let header = try String(contentsOfFile: "/usr/include/sysexits.h", encoding: .utf8)
        for (status, name) in ExitStatus.named {
            let line = header.split(separator: "\n").first {
                $0.hasPrefix("#define \(name)\t") || $0.hasPrefix("#define \(name) ")
            }
            #expect(line?.split(whereSeparator: \.isWhitespace).dropFirst(2).first == "\(status)", "\(name)")
        }
    }

    @Test(
        "No program ends with a number that is not in ExitStatus",
        arguments: ["gomoku-cli", "gomoku-lab", "GomokuServer"])
    func sources(program: String) throws {
        let folder = Self.root.appending(path: "Sources/\(program)")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        let number = /(ExitCode|[^a-zA-Z_.]exit)\([0-9]+\)|ExitCode\.failure/
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            count += 1
            let source = try String(contentsOf: file, encoding: .utf8)
            #expect(source.firstMatch(of: number) == nil, "\(file.lastPathComponent)")
        }
        #expect(count > 10)
    }

    @Test("The manual pages name every status", arguments: ["gomoku-cli.1", "gomoku-server.8"])
    func manuals(page: String) throws {
        let manual = try text("packaging/man/\(page)")
        let section = try #require(
            manual.components(separatedBy: ".SH EXIT STATUS\n").last?.components(separatedBy: ".SH").first)
        let numbers = section.matches(of: /\b([0-9]{1,3})[:,]/).compactMap { Int32($0.1) }
        let known = Set(
            ExitStatus.named.map(\.status) + [ExitStatus.hungUp, ExitStatus.interrupted, ExitStatus.terminated])
        #expect(Set(numbers).isSubset(of: known) && numbers.count > 6)
        if page == "gomoku-cli.1" { #expect(Set(ExitStatus.named.map(\.status)).isSubset(of: numbers)) }
    }
}
