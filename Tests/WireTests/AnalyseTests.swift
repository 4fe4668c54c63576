import GameState
import Testing
import Wire

@Suite("Requests for analyses") struct AnalyseTests {
    private func read(_ members: String) throws -> Request.Analyse {
        let request = try Request(Array("{\"type\":\"analyse\",\"id\":\"a\",\(members)}".utf8))
        guard case .analyse(let analyse) = request else { throw BadMember.unexpected }
        return analyse
    }

    private struct BadMember: Error {
        static let unexpected = Self()
    }

    private static let valid =
        #""rule":"renju","size":15,"turn":"o","x":["7,7","7,8"],"o":[]"#

    @Test("The position may have any numbers of stones, and either side to move") func position() throws {
        let order = try #require(try read(Self.valid).order)
        #expect(order.position.rule == .renju && order.position.turn == .o && order.position.board.count == 2)
        #expect(order.lines == 1 && order.milliseconds == 5_000)
        #expect(try read(Self.valid + #","lines":5,"milliseconds":60000"#).order?.lines == 5)
    }

    @Test("A request to stop needs no position") func stop() throws {
        let stop = try read(#""stop":true"#)
        #expect(stop.order == nil && stop.id == "a")
    }

    @Test(
        "Impossible positions and numbers out of range are refused with the name of the member",
        arguments: [
            ("x", #""rule":"renju","size":15,"turn":"o","x":["7,7","7,7"],"o":[]"#),
            ("o", #""rule":"renju","size":15,"turn":"o","x":["7,7"],"o":["7,7"]"#),
            ("x", #""rule":"renju","size":13,"turn":"o","x":["13,7"],"o":[]"#),
            ("x", #""rule":"renju","size":15,"turn":"o","o":[]"#),
            ("size", #""rule":"renju","size":16,"turn":"o","x":[],"o":[]"#),
            ("rule", #""rule":"chess","size":15,"turn":"o","x":[],"o":[]"#),
            ("turn", #""rule":"renju","size":15,"turn":"z","x":[],"o":[]"#),
            ("lines", valid + #","lines":6"#), ("lines", valid + #","lines":0"#),
            ("milliseconds", valid + #","milliseconds":99"#),
            ("milliseconds", valid + #","milliseconds":60001"#),
        ])
    func refused(member: String, members: String) throws {
        let malformed = try #require(throws: Malformed.self) { try read(members) }
        #expect(malformed.description.hasPrefix("\"\(member)\"") && malformed.id == "a")
    }
}
