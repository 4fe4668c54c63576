import GameState
import TestSupport
import Testing

@testable import GomokuServer
@testable import Rooms

@Suite("Memory, disk and time budgets")
struct BudgetTests {
    private final class Used {
        var memory = 0, disk = 0
    }

    @Test("The level is tight from 90% of memory or disk, full from 100%, and free again below")
    func levels() throws {
        let used = Used()
        let budget = ResourceBudget(
            memory: 1_000, disk: 2_000, usedMemory: { used.memory }, usedDisk: { used.disk })
        var levels: [ResourceBudget.Level] = []
        for (memory, disk) in [(0, 0), (899, 1_799), (900, 0), (999, 0), (1_000, 0), (0, 1_800), (950, 2_000), (0, 0)] {
            (used.memory, used.disk) = (memory, disk)
            let before = budget.level
            #expect(budget.updateLevel() == (budget.level != before))
            levels.append(budget.level)
        }
        #expect(levels == [.free, .free, .tight, .tight, .full, .tight, .full, .free])
        let unlimited = ResourceBudget.unlimited
        #expect(!unlimited.updateLevel() && unlimited.level == .free)
    }

    @Test("A bucket reports the wait for its next token, and never waits without a limit")
    func waits() {
        var bucket = TokenBucket(burst: 2, perSecond: 10, now: 0)
        #expect(bucket.wait == 0)
        let spent = [0, 0, 99, 101].map { now in (bucket.spend(now: now), bucket.wait) }
        #expect(spent.map(\.0) == [true, true, false, true])
        #expect(spent.map(\.1).prefix(2) == [0, 101])
        var unlimited = TokenBucket(burst: 1, perSecond: 0, now: 0)
        let isFree = unlimited.spend(5, now: 0)
        #expect(isFree && unlimited.wait == 0)
    }

    @Test("A disk share is found for a directory that does not exist yet")
    func diskOfADirectoryToBe() {
        let temporary = TemporaryDirectory()
        #expect(MachineResources.diskShare("\(temporary.path)/not/there") > 1 << 20)
        #expect(MachineResources.memoryShare() > 1 << 20)
    }

    @Test("Freed memory is returned to the system when memory is tight, at most once a second")
    func givenBack() {
        let used = Used()
        var (times, took) = (0, Duration.zero)
        let budget = ResourceBudget(
            memory: 1_000, disk: 1_000, usedMemory: { used.memory }, usedDisk: { used.disk },
            giveBackFreed: {
                times += 1
                used.memory -= 50
                return took
            })
        (used.memory, used.disk) = (899, 1_000)
        #expect(budget.updateLevel() && times == 0, "more disk space cannot be gained by it")
        (used.memory, used.disk) = (940, 0)
        #expect(budget.updateLevel() && times == 1 && budget.level == .free, "the freed memory counts at once")
        used.memory = 2_000
        for _ in 1...3 * ResourceBudget.looksPerGivingBack { _ = budget.updateLevel() }
        #expect(times == 4 && budget.level == .full)
        // If returning memory takes 50 ms, it happens every 5 s, which is every 20 checks.
        took = .milliseconds(50)
        for _ in 0..<2 * ResourceBudget.looksPerGivingBack { _ = budget.updateLevel() }
        let before = times
        for _ in 0..<60 { _ = budget.updateLevel() }
        #expect(times == before + 3, "it may take one hundredth of the time")
    }

    @Test("Fast writes are measured between samples, and the next sample reports the new level")
    func fast() throws {
        let (used, megabyte) = (Used(), 1 << 20)
        let budget = ResourceBudget(
            memory: 100 * megabyte, disk: 0, usedMemory: { used.memory }, usedDisk: { 0 })
        used.memory = 100 * megabyte
        budget.took(100_000)
        #expect(budget.level == .free, "too little was written to measure")
        for _ in 0..<10 { budget.took(100_000) }
        #expect(budget.level == .full)
        #expect(budget.updateLevel(), "the new level has not been reported yet")
        #expect(!budget.updateLevel())
        used.memory = 0
        for _ in 0..<10 { budget.took(100_000) }
        #expect(budget.level == .free)
        let unlimited = ResourceBudget.unlimited
        unlimited.took(1 << 40)
        #expect(unlimited.level == .free)
    }

    @Test("With memory nearly full, new rooms are refused; with it full, all changes except a game's")
    func refusals() throws {
        let used = Used()
        let budget = ResourceBudget(memory: 1_000, disk: 0, usedMemory: { used.memory }, usedDisk: { 0 })
        let test = TestServer(budget: budget)
        test.store.holdsAppends = false
        let (ann, hears) = test.connection("ann")
        func join(_ name: String, _ kind: String) {
            let text = #"{"type":"join","room":"\#(name)","kind":"\#(kind)"}"#
            test.dispatcher.receive(Array(text.utf8), from: ann, now: test.time)
        }
        func change(_ name: String, _ id: String, _ set: String, _ more: String = "") {
            let text = #"{"type":"delta","room":"\#(name)","id":"\#(id)","set":\#(set)\#(more)}"#
            test.dispatcher.receive(Array(text.utf8), from: ann, now: test.time)
        }
        join("open", "open")
        join("game", "gomoku")
        _ = hears.news()
        used.memory = 950
        _ = budget.updateLevel()
        join("another", "open")
        change("open", "1", #"{"a":1}"#)
        #expect(hears.news() == ["error:server-full", "delta:1"])
        used.memory = 1_000
        _ = budget.updateLevel()
        change("open", "2", #"{"a":2}"#)
        change("game", "3", #"{"game":"1","x":"ann"}"#)
        change("game", "4", #"{"a":1}"#, #","scope":"private""#)
        #expect(hears.news() == ["reject:read-only", "delta:1", "reject:read-only"])
        used.memory = 0
        _ = budget.updateLevel()
        change("open", "5", #"{"a":2}"#)
        join("another", "open")
        #expect(hears.news() == ["delta:2", "snapshot:0"])
    }

    @Test("Server time is only slewed while a game's clock runs, and is never stepped back")
    func clock() {
        #expect(ServerClock.step(late: 3_600_000, isTimed: { false }) == 3_600_000)
        #expect(ServerClock.step(late: 3_600_000, isTimed: { true }) == ServerClock.slew)
        #expect(ServerClock.step(late: -3_600_000, isTimed: { false }) == -ServerClock.slew)
        #expect(ServerClock.step(late: 3, isTimed: { true }) == 3)
        #expect(ServerClock.step(late: -10_000, isTimed: { true }) == -ServerClock.slew)
        let before = ServerClock.now()
        ServerClock.compare(isTimed: { true })
        #expect(ServerClock.now() >= before - ServerClock.slew)
    }
}
