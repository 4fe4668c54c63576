import Foundation
import GomokuStore

/// How long it takes from the start until the store can be used: with a journal that nobody has filed, and many rooms.
struct StartRun {
    let directory: String
    let journalBytes: Int
    let rooms: Int

    func run() throws {
        let scratch = try Scratch(in: directory)
        // Another process, so that it ends without closing anything.
        let filler = Process()
        filler.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        filler.arguments = [scratch.path, "--fill", "\(journalBytes)", "\(rooms)"]
        try filler.run()
        filler.waitUntilExit()
        let begin = Usage.seconds
        let driven = try Driven(scratch.path)
        let took = Usage.seconds - begin
        print(
            "{\"journal_bytes\":\(journalBytes),\"stored_rooms\":\(rooms),\"start_ms\":\(String(format: "%.0f", took * 1e3))}"
        )
        driven.close()
    }

    static func fill(_ directory: String, journalBytes: Int, rooms: Int) throws {
        do {
            let driven = try Driven(directory, .os)
            append(1, to: rooms, after: 0, driven)
            driven.close()
        }
        let driven = try Driven(directory, .os, filing: FilingOptions(bytes: 1 << 40))
        // About 105 bytes each, 500 rooms.
        append(journalBytes / 105 / 500, to: 500, after: rooms, driven)
        exit(0)
    }

    private static func append(_ count: Int, to rooms: Int, after first: Int, _ driven: Driven) {
        var done = 0
        var asked = 0
        for number in 0..<rooms {
            var game = Game(first + number)
            for _ in 0..<count {
                asked += 1
                driven.store.append(game.next()) { _ in done += 1 }
            }
            while asked - done > 10_000 { driven.step() }
        }
        while done < asked { driven.step() }
    }
}
