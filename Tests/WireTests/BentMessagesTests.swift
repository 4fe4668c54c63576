import GameState
import TestSupport
import Testing
import Wire

/// Tests with malformed messages. A message is read or refused, and a message that was read keeps
/// its meaning when it is written again.
@Suite struct BentMessagesTests {
    /// The number of malformed messages per seed.
    private static let rounds = 150

    @Test(
        "A mutated request is either rejected or parsed to a value that survives re-encoding", arguments: UInt64(1)...40
    )
    func requestsAreReadOrRefused(seed: UInt64) {
        var (messages, mutant) = (RandomMessages(seed: seed), Mutant(seed: seed))
        var refused = 0
        for round in 0..<Self.rounds {
            let bent = mutant.bend(messages.request(round % RandomMessages.requests).message.json)
            do {
                let request = try Request(bent)
                #expect((try? Request(request.message.json)) == request, "\(request.text)")
            } catch {
                refused += 1
                #expect(!error.description.isEmpty && error.description.utf8.count < 2_000)
            }
        }
        #expect((1..<Self.rounds).contains(refused), "some mutated messages are rejected and some are not")
    }

    @Test(
        "A mutated notice is either rejected or parsed to a notice that can be written and read again",
        arguments: UInt64(1)...40)
    func noticesAreReadOrRefused(seed: UInt64) {
        var (messages, mutant) = (RandomMessages(seed: seed), Mutant(seed: seed))
        var refused = 0
        for round in 0..<Self.rounds {
            let bent = mutant.bend(messages.notice(round % RandomMessages.notices).json)
            do {
                let notice = try Notice(bent)
                #expect((try? Notice(notice.json)) != nil)
            } catch {
                refused += 1
                #expect(!error.description.isEmpty)
            }
        }
        #expect((1..<Self.rounds).contains(refused), "some mutated messages are rejected and some are not")
    }

    @Test("A mutated game record is either rejected or parsed to one that SGF can store", arguments: UInt64(1)...20)
    func recordsAreReadOrRefused(seed: UInt64) throws {
        var mutant = Mutant(seed: seed)
        let moves = (0..<12).map { Point(column: $0 + 1, row: ($0 * 7) % 13) }
        let record = GameRecord(terms: GameTerms(), moves: moves)
        let (sgf, psq) = (Array(record.sgf.utf8), Array(try record.psq().utf8))
        for _ in 0..<Self.rounds {
            if let read = try? GameRecord(sgf: mutant.bend(sgf)) {
                #expect((try? GameRecord(sgf: read.sgf)) != nil)
            }
            if let read = try? GameRecord(psq: mutant.bend(psq)) {
                #expect((try? GameRecord(sgf: read.sgf)) != nil)
            }
        }
    }
}
