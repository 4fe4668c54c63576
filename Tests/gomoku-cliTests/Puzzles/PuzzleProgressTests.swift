import Foundation
import GameState
import Puzzles
import TestSupport
import Testing

@testable import gomoku_cli

@Suite("The device's record of puzzles") struct PuzzleProgressTests {
    private static let today = PuzzleDay("2026-11-26")!

    private func near(_ one: Double, _ other: Double) -> Bool { abs(one - other) < 1e-6 }

    @Test("Only the first result of a puzzle counts, a theme counts half, and a run not at all")
    func rating() {
        var progress = PuzzleProgress(seed: 7)
        let first = PuzzleSamples.win(0, rating: 1_600)
        progress.note(first, isSuccess: true, weight: 1, today: Self.today)
        // web-static/puzzles/record.js gives these numbers.
        #expect(near(progress.rating.rating, 1_728.894_253_424_788_8))
        #expect(near(progress.rating.deviation, 258.020_284_897_136_66))
        let once = progress.rating
        progress.note(first, isSuccess: false, weight: 1, today: Self.today)
        #expect(progress.rating == once && progress.done == [first.id])
        progress.note(PuzzleSamples.win(1, rating: 1_400), isSuccess: false, weight: 0.5, today: Self.today)
        #expect(near(progress.rating.rating, 1_603.907_630_172_084_7))
        #expect(near(progress.rating.deviation, 244.869_669_178_093_37) && progress.rating.games == 2)
        let twice = progress.rating
        progress.note(PuzzleSamples.win(2), isSuccess: true, weight: 0, today: Self.today)
        #expect(progress.rating == twice && progress.done.count == 3)
    }

    @Test("A failed puzzle returns after 1, 3, 7 and 21 days, and starts over after another failure")
    func reviews() {
        var progress = PuzzleProgress(seed: 7)
        let puzzle = PuzzleSamples.win()
        func note(_ isSuccess: Bool, _ day: PuzzleDay) {
            progress.note(puzzle, isSuccess: isSuccess, weight: 0, today: day)
        }
        note(false, Self.today)
        #expect(progress.dueReviews(Self.today).isEmpty && progress.nextReview == Self.today + 1)
        note(true, Self.today)
        #expect(progress.nextReview == Self.today + 1, "a success before the day does not count")
        var day = Self.today + 1
        for interval in [3, 7] {
            #expect(progress.dueReviews(day) == [puzzle.id])
            note(true, day)
            #expect(progress.nextReview == day + interval)
            day = day + interval
        }
        note(false, day)
        #expect(progress.nextReview == day + 1)
        for interval in [1, 3, 7, 21] {
            day = day + interval
            note(true, day)
        }
        #expect(progress.reviews.isEmpty, "it is learnt")
    }

    @Test("The days in a row grow once a day and end after a missed day")
    func days() {
        var progress = PuzzleProgress(seed: 7)
        progress.solveDaily(Self.today)
        progress.solveDaily(Self.today)
        progress.solveDaily(Self.today + 1)
        #expect(progress.streak(Self.today + 2) == 2 && progress.streak(Self.today + 3) == 0)
        progress.solveDaily(Self.today + 4)
        #expect(progress.streak(Self.today + 4) == 1 && progress.days.best == 2)
        progress.solveDaily(Self.today)
        #expect(progress.days.last == Self.today + 4)
    }

    @Test("The record is stored in the page's form, and every list has its limit")
    func text() throws {
        // The page wrote this.
        let page =
            #"{"rating":{"rating":1603.9076301720847,"deviation":244.86966917809337,"volatility":0.06000488186263511,"games":2},"seed":7,"from":{"freestyle 1500":20},"done":"AAAAAAAAAA0 AAAAAAAAAA1","reviews":[{"id":"AAAAAAAAAA1","step":0,"due":"2026-11-27"}],"days":{"last":"2026-11-26","count":1,"best":1,"helped":["AAAAAAAAAA2"]},"best":{"streak":0,"sprint":9},"rule":"freestyle"}"#
        let read = try #require(PuzzleProgress(Array(page.utf8), seed: 1, today: Self.today))
        #expect(read.text == page)
        var full = read
        for number in 0..<9_000 {
            let id = String("AAAAAAA\(10_000 + number)".suffix(11))
            full.done.append(id)
            full.reviews.append(.init(id: id, step: 1, due: Self.today))
            full.setPlace(number, of: "\(number)")
        }
        let limited = try #require(PuzzleProgress(Array(full.text.utf8), seed: 1, today: Self.today))
        #expect(limited.done.count == 8_000 && limited.reviews.count == 500 && limited.places.count == 60)
        #expect(limited.done.last == full.done.last)
        #expect(full.text.utf8.count < PuzzleProgressFile.sizeLimit)
    }

    @Test("A damaged member gets the value of a new record, and a day of the future is dropped")
    func damaged() throws {
        #expect(PuzzleProgress(Array("[1]".utf8), seed: 1, today: Self.today) == nil)
        let text =
            #"{"rating":{"rating":1e999},"seed":-1,"done":"short AAAAAAAAAA0","reviews":[{"id":"AAAAAAAAAA0","step":9,"due":"2026-11-27"},3],"days":{"last":"2036-01-01","count":-4},"rule":"go"}"#
        let read = try #require(PuzzleProgress(Array(text.utf8), seed: 5, today: Self.today))
        var expected = PuzzleProgress(seed: 5)
        expected.done = ["AAAAAAAAAA0"]
        #expect(read == expected)
    }

    @Test("Numbers out of range are replaced or limited")
    func limits() throws {
        func read(_ text: String) throws -> PuzzleProgress {
            try #require(PuzzleProgress(Array(text.utf8), seed: 1, today: Self.today))
        }
        let good = #"{"rating":{"rating":1600,"deviation":45,"volatility":0.06,"games":9}}"#
        #expect(try read(good).rating.games == 9)
        for (old, new) in [
            ("1600", "1e300"), (":45", ":-1"), (":45", ":1e300"), ("0.06", "0"), (":9}", ":\(Int.max)}"),
        ] {
            let other = good.replacing(old, with: new)
            #expect(try read(other).rating == .start, "\(other)")
        }
        var most = try read(
            #"{"days":{"last":"2026-11-26","count":MOST,"best":MOST},"best":{"streak":MOST,"sprint":MOST},"from":{"a":MOST}}"#
                .replacing("MOST", with: "\(Int.max)"))
        let limit = PuzzleProgress.countLimit
        #expect(most.days.count == limit && most.days.best == limit && most.place(of: "a") == limit)
        #expect(most.bestStreak == limit && most.bestSprint == limit)
        most.solveDaily(Self.today + 1)
        #expect(most.days.count == limit + 1)
    }

    @Test("Two programs share one file, and a result is on disk at once")
    func file() {
        let directory = TemporaryDirectory()
        let folder = directory.path
        let one = PuzzleProgressFile(folder: folder + "/gomoku", seed: 1, today: Self.today)
        let other = PuzzleProgressFile(folder: folder + "/gomoku", seed: 2, today: Self.today)
        one.change(Self.today) { $0.note(PuzzleSamples.win(), isSuccess: true, weight: 1, today: Self.today) }
        other.change(Self.today) { $0.bestSprint = 4 }
        let read = PuzzleProgressFile(folder: folder + "/gomoku", seed: 3, today: Self.today)
        #expect(read.progress.done.count == 1 && read.progress.bestSprint == 4 && read.progress.seed == 1)
        #expect(!one.hasFailed)
        withExtendedLifetime(directory) {}
    }

    @Test("A damaged file is set aside, and without a place for the file the record stays in memory")
    func unusable() throws {
        let directory = TemporaryDirectory()
        let folder = directory.path
        let path = folder + "/puzzles.json"
        try Data("{".utf8).write(to: URL(fileURLWithPath: path))
        let file = PuzzleProgressFile(folder: folder, seed: 1, today: Self.today)
        file.change(Self.today) { $0.bestStreak = 3 }
        #expect(FileManager.default.fileExists(atPath: path + ".damaged"))
        #expect(PuzzleProgressFile(folder: folder, seed: 2, today: Self.today).progress.bestStreak == 3)
        // A file where the directory should be.
        let nowhere = PuzzleProgressFile(folder: path + "/gomoku", seed: 1, today: Self.today)
        nowhere.change(Self.today) { $0.bestStreak = 5 }
        nowhere.change(Self.today) { $0.bestSprint = 6 }
        #expect(nowhere.hasFailed && nowhere.progress.bestStreak == 5 && nowhere.progress.bestSprint == 6)
        withExtendedLifetime(directory) {}
    }
}
