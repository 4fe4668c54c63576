import GameState
import Robot

@testable import Engines

extension Property {
    /// The lines of a Gomocup manager and of an engine. A manager's stones are on free points of
    /// the board, its task has limits, and an answer is a single line. An engine's lines are the
    /// same however they are split into pieces.
    static let engine = Property("engine") { bytes in
        var session = EngineSession()
        for line in bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).prefix(128) {
            for effect in session.receive(String(decoding: line.prefix(EngineSession.maximumLineBytes), as: UTF8.self))
            {
                switch effect {
                case .reply(let text):
                    try ensure(!text.isEmpty && !text.utf8.contains(10) && !text.utf8.contains(13), "a line: \(text)")
                case .think(let task): try answer(task, &session)
                case .prepare(let task): try ensureSound(task)
                case .cancel, .exit: break
                }
            }
            try ensureFree(session.stones, session.size)
        }
        try ensureCut(bytes)
    }

    private static func answer(_ task: EngineTask, _ session: inout EngineSession) throws {
        try ensureSound(task)
        let position = task.position
        let free = task.size.points.first { position.board[$0] == nil }
        let line = session.answer(task, free.map { .move($0) } ?? .none)
        try ensure(!line.isEmpty && !line.utf8.contains(10), "an answer: \(line)")
    }

    private static func ensureSound(_ task: EngineTask) throws {
        let limits = task.limits
        try ensure((limits.milliseconds ?? 1) > 0 && (limits.nodes ?? 1) > 0 && (limits.depth ?? 1) > 0, "\(limits)")
        try ensure((1...1 << 20).contains(task.info.tableMegabytes), "\(task.info.tableMegabytes) MB")
        try ensureFree(task.stones, task.size)
    }

    private static func ensureFree(_ stones: [EngineSession.PlacedStone], _ size: BoardSize?) throws {
        try ensure(Set(stones.map(\.point.cell)).count == stones.count, "two stones on one point")
        try ensure(stones.allSatisfy { size?.contains($0.point) ?? false }, "a stone off the board")
    }

    private static func ensureCut(_ bytes: [UInt8]) throws {
        var whole = BotLineCutter()
        let lines = whole.cut(bytes[...])
        var pieces = BotLineCutter()
        let step = max(1, Int(bytes.first ?? 0) % 7)
        var cut: [EngineLine] = []
        for start in stride(from: 0, to: bytes.count, by: step) {
            cut += pieces.cut(bytes[start..<min(bytes.count, start + step)])
        }
        try ensure(cut == lines, "lines in pieces are others: \(cut) and \(lines)")
        for case .move(let column, let row) in lines {
            try ensure((0..<1_000).contains(column) && (0..<1_000).contains(row), "a move \(column),\(row)")
        }
    }
}
