import GameState
import Puzzles
import TestSupport
import Testing

@testable import gomoku_cli

@Suite("The session of the puzzles") struct PuzzleSessionTests {
    @Test("Practice never repeats a puzzle, and ends when there are no more")
    func practice() {
        let world = PuzzleWorld((0..<23).map { PuzzleSamples.win($0) })
        var seen: [String] = []
        world.open(.practice)
        while let puzzle = world.puzzle, seen.count < 50 {
            seen.append(puzzle.id)
            world.pick("h8")
            world.next()
        }
        #expect(seen.count == 23 && Set(seen).count == 23)
        #expect(world.session.missing == .allDone)
    }

    @Test("A search among many done puzzles pauses, goes on, and ends only after all of them")
    func search() {
        let puzzles = (0..<120).map { PuzzleSamples.win($0) }
        let world = PuzzleWorld(puzzles, tries: 3)
        func find(_ missing: Int?) -> (found: String?, pauses: Int) {
            world.file.change(world.today) { progress in
                progress.done = puzzles.indices.filter { $0 != missing }.map { puzzles[$0].id }
            }
            world.open(.practice)
            var pauses = 0
            while world.session.missing == .more, pauses < 20 {
                pauses += 1
                world.next()
            }
            return (world.puzzle?.id, pauses)
        }
        let (found, pauses) = find(90)
        #expect(found == puzzles[90].id && pauses > 0)
        // The place of the search is behind this puzzle.
        #expect(find(70).found == puzzles[70].id)
        #expect(find(nil).found == nil && world.session.missing == .allDone)
    }

    @Test("A puzzle from a lost game changes no record, and leads to practice")
    func lostGame() {
        let world = PuzzleWorld()
        let record = world.file.progress
        func open(_ game: String) { world.act { $0.open(game: game, now: $1) } }
        open("lost-1")
        #expect(world.puzzle == world.puzzles[0] && world.asked == ["api/games/lost-1/puzzle"])
        world.pick("a1")
        world.act { $0.takeHint(now: $1) }
        world.pick("h8")
        #expect(world.session.attempt?.state == .solved && world.session.counted == false)
        #expect(world.file.progress == record && world.session.latest == nil && world.session.gain == 0)
        world.next()
        #expect(world.session.mode == .practice && world.session.game == nil)
        open("even-1")
        #expect(world.session.missing == .noneInGame)
        open("none-1")
        #expect(world.session.missing == .notFound)
        world.isBusy = true
        open("lost-1")
        #expect(world.session.missing == .more)
        world.isBusy = false
        world.next()
        #expect(world.puzzle == world.puzzles[0], "another try")
    }

    /// Opens the last lost game as this user. Returns its ID, or the reason why there is none.
    private func lastLost(
        _ user: PuzzleUser, kept: String? = nil, games: String = "[]", isOnline: Bool = true
    ) -> String {
        let folder = TemporaryDirectory()
        if let game = kept.flatMap({ LostGame(id: $0, loser: ParticipantID("me")) }) {
            LostGameFile(folder: folder.path).note(game, on: "test:1")
        }
        let world = PuzzleWorld(folder: folder.path)
        (world.user, world.games, world.isOnline) = (user, games, isOnline)
        world.open(.lost)
        return world.session.game ?? world.session.missing.map { "\($0)" } ?? "neither"
    }

    private func member(_ id: String, isClaimed: Bool) -> PuzzleUser {
        .known(Participant(id: ParticipantID(id), name: "Ann", isClaimed: isClaimed))
    }

    @Test("The last lost game is the account's, otherwise the one that this device remembers")
    func lastLostGame() {
        let games =
            #"[{"id":"x-3","x":{"id":"me"},"o":{"id":"b"},"result":"x"},"#
            + #"{"id":"x-2","x":{"id":"me"},"o":{"id":"me"},"result":"x"},"#
            + #"{"id":"lost-1","x":{"id":"b"},"o":{"id":"me"},"result":"x"}]"#
        let account = member("me", isClaimed: true)
        #expect(lastLost(account, kept: "none-1", games: games) == "lost-1")
        #expect(lastLost(account, kept: "lost-1") == "noLostGame", "the account's games decide")
        #expect(lastLost(member("new", isClaimed: true)) == "noLostGame")
        #expect(lastLost(member("me", isClaimed: false), kept: "lost-1") == "lost-1")
        #expect(lastLost(member("other", isClaimed: false), kept: "lost-1") == "noLostGame")
        #expect(lastLost(.unknown, kept: "lost-1") == "lost-1")
        #expect(lastLost(.unknown) == "noLostGame")
        #expect(lastLost(.unreachable, kept: "lost-1") == "lost-1")
        #expect(lastLost(.unreachable) == "offline")
        #expect(lastLost(account, isOnline: false) == "offline")
        #expect(lastLost(.unknown, kept: "even-1") == "noneInGame")
    }

    @Test("A busy server does not end the search for the last lost game")
    func lostGameBusy() {
        let world = PuzzleWorld()
        world.user = member("me", isClaimed: true)
        world.games = #"[{"id":"lost-1","x":{"id":"me"},"o":{"id":"b"},"result":"o"}]"#
        world.isBusy = true
        world.open(.lost)
        #expect(world.session.missing == .more && world.session.mode == .lost)
        world.isBusy = false
        world.next()
        #expect(world.puzzle == world.puzzles[0] && world.session.game == "lost-1")
        world.next()
        #expect(world.session.mode == .practice)
    }

    @Test("A busy server does not end practice")
    func busy() {
        let world = PuzzleWorld()
        world.isBusy = true
        world.open(.practice)
        #expect(world.session.missing == .more)
        world.isBusy = false
        world.next()
        #expect(world.puzzle != nil)
    }

    @Test("Without a connection the stored puzzles continue, also in the next run of the program")
    func offline() {
        let folder = TemporaryDirectory()
        let world = PuzzleWorld(folder: folder.path)
        world.open(.practice)
        world.isOnline = false
        world.pick("h8")
        world.next()
        #expect(world.puzzle != nil, "the rest of the first request")
        let later = PuzzleWorld(folder: folder.path)
        later.isOnline = false
        later.open(.practice)
        #expect(later.puzzle != nil && later.puzzle?.id != world.file.progress.done.first)
        later.open(.daily)
        #expect(later.session.missing == .offline && !later.source.isOnline)
        later.open(.review)
        #expect(later.session.missing == .noneDue)
    }

    @Test("The puzzle of the day is fetched once, and solving it counts the day unless help was used")
    func daily() {
        let world = PuzzleWorld()
        world.open(.daily)
        world.open(.daily)
        #expect(world.asked == ["api/puzzles/daily?date=2026-11-26&rule=freestyle"])
        world.act { $0.giveUp(now: $1) }
        world.session.retry()
        world.pick("h8")
        #expect(world.session.attempt?.state == .solved && world.file.progress.streak(world.today) == 0)
        world.now += PuzzleDay.millisecondsPerDay
        world.open(.daily)
        world.pick("a1")
        world.pick("h8")
        #expect(world.file.progress.streak(world.today) == 1, "a mistake is no help")
        #expect(world.session.counted == false && world.file.progress.reviews.count == 2)
    }

    @Test("A hint shows the point and fails the puzzle, which comes into review")
    func hint() {
        let world = PuzzleWorld()
        world.open(.practice)
        world.act { $0.takeHint(now: $1) }
        #expect(world.session.hint == PuzzleSamples.point("h8") && world.session.counted == false)
        let rating = world.file.progress.rating
        #expect(rating.points < 1_500 && world.session.gain == rating.points - 1_500)
        world.pick("h8")
        #expect(world.session.attempt?.isClean == false && world.file.progress.rating == rating)
        let failed = world.file.progress.done
        world.now += PuzzleDay.millisecondsPerDay
        world.open(.review)
        #expect(world.puzzle?.id == failed.first)
        world.pick("h8")
        #expect(world.file.progress.rating == rating, "reviews do not count")
        #expect(world.file.progress.nextReview == world.today + 3)
    }

    @Test("A puzzle that the server no longer has leaves the reviews, unless the server has none at all")
    func gone() {
        let world = PuzzleWorld((0..<3).map { PuzzleSamples.win($0) })
        let ids = world.puzzles.map(\.id)
        world.file.change(world.today) { progress in
            progress.reviews = ids.map { .init(id: $0, step: 0, due: world.today) }
        }
        world.gone = [ids[0]]
        world.open(.review)
        #expect(world.puzzle?.id == ids[1])
        #expect(world.file.progress.reviews.map(\.id) == Array(ids.dropFirst()))
        let empty = PuzzleWorld([])
        empty.file.change(empty.today) { $0.reviews = [.init(id: ids[0], step: 0, due: empty.today)] }
        empty.open(.review)
        #expect(empty.session.missing == .noPuzzles && empty.file.progress.reviews.count == 1)
    }

    @Test("One mistake ends a streak and shows the solution; the next one begins anew")
    func streak() {
        let world = PuzzleWorld()
        world.open(.streak)
        for _ in 0..<3 {
            world.pick("h8")
            world.next()
        }
        world.pick("a1")
        #expect(world.session.run?.isOver == true && world.session.run?.solved == 3)
        #expect(world.session.attempt?.state == .givenUp && world.session.line?.shown == 0)
        #expect(world.file.progress.bestStreak == 3 && world.file.progress.rating.games == 0)
        world.next()
        #expect(world.session.run?.solved == 0 && world.session.run?.isOver == false && world.puzzle != nil)
    }

    @Test("A sprint goes on by itself after each puzzle, and ends by its time")
    func sprint() {
        let world = PuzzleWorld()
        world.open(.sprint)
        #expect(world.session.waits && world.puzzle == nil)
        world.act { $0.beginSprint(now: $1) }
        let first = world.puzzle?.id
        world.pick("h8")
        #expect(world.puzzle?.id != first && world.session.run?.solved == 1)
        world.act { $0.takeHint(now: $1) }
        #expect(world.session.run?.secondsLeft(now: world.now) == 170 && world.session.hint == nil)
        world.now += 170_000
        world.session.tick(now: world.now)
        #expect(world.session.run?.isOver == true && world.session.attempt?.state == .givenUp)
        #expect(world.file.progress.bestSprint == 1 && world.session.waits)
        let line = world.session.line
        #expect(line?.points.first == PuzzleSamples.point("h8") && line?.shown == 0, "the end shows the solution")
        world.pick("h8")
        #expect(world.file.progress.done.count == 2, "a puzzle that was not finished does not count")
    }

    @Test("A solution in a sprint leads to the next puzzle, also if that one is stored already")
    func sprintSolution() {
        let world = PuzzleWorld((0..<20).map { PuzzleSamples.win($0, rating: 900) })
        world.open(.sprint)
        world.act { $0.beginSprint(now: $1) }
        let (first, asked) = (world.puzzle?.id, world.asked.count)
        world.act { $0.giveUp(now: $1) }
        #expect(world.asked.count == asked, "the next puzzle is stored")
        #expect(world.puzzle != nil && world.puzzle?.id != first)
        #expect(world.session.isOpen && world.session.line == nil)
        #expect(world.session.run?.secondsLeft(now: world.now) == 170)
    }

    @Test("A wrong defence shows its refutation, from which the person returns to the puzzle")
    func defence() {
        let world = PuzzleWorld([PuzzleSamples.defence()])
        world.open(.practice)
        world.pick("a1")
        #expect(world.session.line?.points.first == PuzzleSamples.point("a1") && world.session.line?.shown == 1)
        world.pick("e8")
        #expect(world.session.attempt?.state == .open, "the line is shown")
        world.session.retry()
        world.pick("e8")
        #expect(world.session.attempt?.state == .solved && world.session.counted == false)
        world.pick("d8")
        #expect(world.session.line?.points.first == PuzzleSamples.point("d8"), "why d8 would not hold")
    }

    @Test(
        "After a wrong defence the solution is the point that holds, and the lost point still shows why",
        arguments: [PuzzleMode.streak, .practice])
    func lostDefence(_ mode: PuzzleMode) {
        let world = PuzzleWorld([PuzzleSamples.defence()])
        world.open(mode)
        world.pick("a1")
        if mode == .practice {
            world.session.retry()
            world.act { $0.giveUp(now: $1) }
        }
        #expect(world.session.attempt?.state == .givenUp && world.session.run?.isOver != false)
        #expect(world.session.line?.points == [PuzzleSamples.point("e8")])
        #expect(EnglishWords().result(world.session).contains("This is the solution."))
        world.pick("a1")
        #expect(world.session.line?.points.first == PuzzleSamples.point("a1"))
        let result = EnglishWords().result(world.session)
        #expect(result.contains("This move loses. Step through the line to see why."))
        #expect(!result.contains("This is the solution."))
    }

    @Test("The solution of a puzzle that asks for the better side names the chance")
    func balanceSolution() {
        let world = PuzzleWorld([PuzzleSamples.balance()])
        world.open(.practice)
        world.act { $0.giveUp(now: $1) }
        let result = EnglishWords().result(world.session)
        #expect(result.hasPrefix("This is the solution. X wins 70 % of games from here."))
    }

    @Test("An answer that arrives after another choice is ignored")
    func late() throws {
        let world = PuzzleWorld()
        let request = world.session.open(.practice, now: world.now)
        let late = try #require(request)
        world.open(.daily)
        let daily = world.puzzle?.id
        #expect(world.session.take(world.answer(try #require(late.path)), to: late) == nil)
        #expect(world.puzzle?.id == daily && daily != nil)
    }

    @Test("Stored puzzles have a limited size: the oldest are dropped first, and those under review last")
    func cache() {
        let folder = TemporaryDirectory()
        let puzzles = (0..<60).map { PuzzleSamples.win($0) }
        let limit = 12_000
        let cache = PuzzleCache(folder: folder.path, limit: limit)
        cache.put(puzzles.map(PuzzleWorld.json)) { $0 == puzzles[0].id }
        for cache in [cache, PuzzleCache(folder: folder.path, limit: limit)] {
            #expect(cache.puzzle(puzzles[0].id) == puzzles[0])
            #expect(cache.puzzle(puzzles[1].id) == nil && cache.puzzle(puzzles[59].id) != nil)
        }
        let bytes = StateFile.bytes(folder.path + "/puzzles-fetched.txt", limit: PuzzleProgressFile.sizeLimit)
        #expect(bytes.map { $0.count <= limit } == true)
    }

    @Test("The cache skips damaged lines")
    func damaged() {
        let folder = TemporaryDirectory()
        let good = PuzzleSamples.win(3)
        let forged = good.json.replacing(#""h12"#, with: "").replacing(#""rating":"#, with: #""rating":9"#)
        let lines = ["\t{", "no tab", "\t[]", "\t\(forged)", "2026-11-26 freestyle test:1\t\(good.json)"]
        #expect(StateFile.write(lines.joined(separator: "\n"), to: folder.path + "/puzzles-fetched.txt"))
        let world = PuzzleWorld(folder: folder.path)
        world.isOnline = false
        world.open(.practice)
        #expect(world.session.missing == .offline)
        world.open(.daily)
        #expect(world.puzzle == good)
    }

    @Test("The catalogue lists only kinds and themes that have puzzles")
    func catalogue() throws {
        let json = try JSONParser.parse(
            Array(
                #"{"rules":[{"rule":"caro","count":3,"kinds":{"fours":2,"new":1},"themes":{"long":2,"short":0}},{"rule":"go"}]}"#
                    .utf8))
        let catalogue = try #require(PuzzleCatalogue(json))
        #expect(catalogue.offered == [.caro])
        #expect(catalogue.subjects(.caro) == [.kind(.fours), .theme(.long)] && catalogue.subjects(.renju).isEmpty)
        #expect(catalogue.count(.theme(.long), .caro) == 2)
    }
}
