import Puzzles
import Testing

@Suite("Days")
struct PuzzleDayTests {
    @Test("Days of the calendar are read and written; other texts are refused")
    func forms() throws {
        #expect(PuzzleDay("1970-01-01")?.number == 0)
        #expect(PuzzleDay("2026-11-24")?.number == 20_781)
        for number in stride(from: 0, to: 400_000, by: 97) {
            #expect(PuzzleDay(PuzzleDay(number: number).description)?.number == number)
        }
        for text in [
            "", "2026-1-01", "2026-02-29", "2026-13-01", "2026-00-10", "2026-04-31", "1969-12-31", "2026-11-24 ",
            "+026-11-24", "2026-11-24-1", "20261124", "2026-1１-24",
        ] { #expect(PuzzleDay(text) == nil, "\(text)") }
        #expect(PuzzleDay("2024-02-29") != nil)
        #expect(PuzzleDay(at: 86_400_000 * 20_781 - 1).description == "2026-11-23")
    }

    @Test("A later day is greater, across months and years")
    func later() throws {
        let day = try #require(PuzzleDay("2026-12-30"))
        #expect((day + 3).description == "2027-01-02" && day < day + 1 && !(day < day))
    }
}
