import TestSupport
import Testing

@testable import gomoku_lab

@Suite struct PuzzleSimulationTests {
    private let seeds = TestSpeed.seeds(40, all: 1_000)

    @Test("Puzzles come near the person's rating, each once")
    func near() {
        let simulation = PuzzleSimulation(count: 10_000)
        var summary = PuzzleSimulationSummary()
        for seed in seeds { summary.add(simulation.person(seed: UInt32(seed), attempts: 100)) }
        #expect(summary.attempts == seeds.count * 100 && summary.repeats == 0)
        #expect(summary.deciles.count == 9 && summary.deciles.allSatisfy { abs($0) <= 50 }, "\(summary.lines)")
    }

    @Test("A small collection ends when all puzzles are done, and the same seed gives the same attempts")
    func small() {
        let simulation = PuzzleSimulation(count: 30)
        let person = simulation.person(seed: 7, attempts: 100)
        #expect(person.distances.count == 30 && person.repeats == 0)
        #expect(simulation.person(seed: 7, attempts: 100).distances == person.distances)
    }
}
