import Testing

@testable import Robot

@Suite struct ThreatTableTests {
    /// Returns a hash that shares a line of the table with the others.
    private func hash(_ number: UInt64) -> UInt64 { number << 40 | 7 }

    @Test("A stored entry is found unchanged, and other hashes are not found") func whatIsKeptIsFound() throws {
        let table = ThreatTable(megabytes: 1)
        defer { table.deallocate() }
        #expect(table.entry(0) == nil && table.entry(hash(1)) == nil)
        table.keep(hash(1), Effort(proof: 12_345_678, disproof: 3), move: 399, work: 5)
        table.keep(hash(2), .won, move: -1, work: 5)
        let first = try #require(table.entry(hash(1)))
        #expect(first.effort.proof == 12_345_678 && first.effort.disproof == 3 && first.move == 399)
        let second = try #require(table.entry(hash(2)))
        #expect(second.effort.proof == 0 && second.effort.disproof == Effort.infinite && second.move == -1)
        #expect(table.entry(hash(3)) == nil)
        table.clear()
        #expect(table.entry(hash(1)) == nil)
    }

    @Test("Old entries are replaced first, and then those that took the least work") func theLeastIsReplaced() {
        var table = ThreatTable(megabytes: 1)
        defer { table.deallocate() }
        for number in 1...4 { table.keep(hash(UInt64(number)), .failed, move: -1, work: 1 << (10 - number)) }
        table.keep(hash(5), .failed, move: -1, work: 1 << 12)
        #expect(table.entry(hash(4)) == nil)
        for number in [1, 2, 3, 5] { #expect(table.entry(hash(UInt64(number))) != nil) }
        table.beginAge()
        table.keep(hash(6), .failed, move: -1, work: 1)
        table.keep(hash(7), .failed, move: -1, work: 1)
        #expect(table.entry(hash(6)) != nil && table.entry(hash(7)) != nil)
        #expect(table.entry(hash(3)) == nil && table.entry(hash(2)) == nil && table.entry(hash(5)) != nil)
    }
}
