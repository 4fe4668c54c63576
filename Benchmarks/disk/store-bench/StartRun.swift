import Foundation
import GomokuStore

/// A measurement of the time until a store with an unfiled journal and many rooms is ready.
struct StartRun {
    let directory: String
    let journalBytes: Int
    let rooms: Int

    func run() throws {
        let scratch = try Scratch(in: directory)
        try make("--rooms", rooms, in: scratch.path)
        let sleeping = try Double(make("--asleep", rooms, in: scratch.path)) ?? .nan
        try make("--journal", journalBytes, in: scratch.path)
        let begin = Usage.seconds
        let driven = try Driven(scratch.path)
        let took = Usage.seconds - begin
        let reading = try Self.read("\(scratch.path)/gomoku.sqlite", bytes: journalBytes)
        let figures = [
            "\"journal_bytes\":\(journalBytes)", "\"stored_rooms\":\(rooms)",
            "\"start_ms\":\(String(format: "%.0f", took * 1e3))",
            "\"read_ms\":\(String(format: "%.0f", reading * 1e3))",
            "\"sleeping_room_bytes\":\(String(format: "%.1f", sleeping))",
        ]
        print("{\(figures.joined(separator: ","))}")
        driven.close()
    }

    /// Returns the seconds it takes to read up to `bytes` bytes of a file.
    private static func read(_ path: String, bytes: Int) throws -> Double {
        let begin = Usage.seconds
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        var left = bytes
        while left > 0, let piece = try file.read(upToCount: min(left, 1 << 20)), !piece.isEmpty { left -= piece.count }
        try file.close()
        return Usage.seconds - begin
    }

    // MARK: filling

    /// Fills the directory in another process and returns that process's output. The process may
    /// end without closing the store.
    @discardableResult
    private func make(_ what: String, _ count: Int, in path: String) throws -> String {
        let filler = Process()
        let said = Pipe()
        filler.standardOutput = said
        filler.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        filler.arguments = [path, what, "\(count)"]
        try filler.run()
        let words = try said.fileHandleForReading.readToEnd() ?? Data()
        filler.waitUntilExit()
        guard filler.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
        return String(decoding: words, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// Makes rooms with one delta each, filed in segments.
    static func makeRooms(_ count: Int, in directory: String) throws {
        let driven = try Driven(directory, .os)
        append(1, to: count, named: "room", driven)
        driven.close()
    }

    /// Prints the bytes of memory per stored room if no room is loaded and all deltas are filed.
    static func measureAsleep(_ rooms: Int, in directory: String) throws {
        let before = Usage.resident
        let driven = try Driven(directory)
        print(Double(Usage.resident - before) / Double(rooms))
        driven.close()
    }

    /// Makes a journal that stays unfiled, with about 105 bytes per delta, in 500 rooms.
    static func makeJournal(bytes: Int, in directory: String) throws {
        let driven = try Driven(directory, .os, filing: JournalOptions(bytes: 1 << 40))
        append(bytes / 105 / 500, to: 500, named: "busy", driven)
        exit(0)
    }

    private static func append(_ count: Int, to rooms: Int, named name: String, _ driven: Driven) {
        var done = 0
        var asked = 0
        for number in 0..<rooms {
            var game = Game("\(name)-\(number)")
            for _ in 0..<count {
                asked += 1
                driven.store.append(game.next()) { _ in done += 1 }
            }
            while asked - done > 10_000 { driven.step() }
        }
        while done < asked { driven.step() }
    }
}
