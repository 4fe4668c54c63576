import TestSupport
import Testing

@testable import GomokuServer
@testable import Rooms

@Suite("Small tables")
struct SmallTableTests {
    @Test("A small table agrees with a dictionary, with few or many keys", arguments: UInt64(1)...10)
    func anyUse(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var table = SmallTable<String, Int>()
        var model: [String: Int] = [:]
        for step in 0..<2_000 {
            // Alternates between few and many keys.
            let key = "k\(Int.random(in: 0..<(step / 200 % 2 == 0 ? 6 : 30), using: &random))"
            switch Int.random(in: 0..<4, using: &random) {
            case 0: #expect(table.updateValue(step, forKey: key) == model.updateValue(step, forKey: key))
            case 1: #expect(table.removeValue(forKey: key) == model.removeValue(forKey: key))
            case 2:
                let value = Bool.random(using: &random) ? step : nil
                table[key] = value
                model[key] = value
            default: #expect(table[key] == model[key])
            }
            #expect(table.count == model.count && table.isEmpty == model.isEmpty)
        }
        for key in (0..<30).map({ "k\($0)" }) { #expect(table[key] == model[key]) }
    }
}
