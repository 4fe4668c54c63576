import TestSupport
import Testing

@testable import GomokuServer
@testable import Rooms

@Suite("Commit pipeline")
struct CommitPipelineTests {
    typealias Pipeline = CommitPipeline<String, String>

    private func all(_ pipeline: inout Pipeline) -> [String] {
        var effects: [String] = []
        while let effect = pipeline.next() { effects.append(effect) }
        return effects
    }

    private func names(_ redone: [Pipeline.Redo]) -> [String] {
        redone.map { redo in
            switch redo {
            case .judge(let request): "judge \(request)"
            case .reject(let request, let why): "reject \(request): \(why)"
            case .perform(let effect): "perform \(effect)"
            }
        }
    }

    @Test("An effect is released at once or after the append that it was judged on, in order")
    func order() {
        var pipeline = Pipeline(chain: 1)
        #expect(pipeline.enqueue("snapshot") == "snapshot")
        pipeline.append(showing: "delta 1", of: "a")
        #expect(pipeline.enqueue("reject", of: "b") == nil)
        pipeline.append(showing: "delta 2", of: "c")
        #expect(pipeline.enqueue("again", of: "a") == nil)
        #expect(pipeline.count == 4 && pipeline.isBusy)
        #expect(all(&pipeline) == [])
        #expect(pipeline.settle(chain: 1) == true)
        #expect(all(&pipeline) == ["delta 1", "reject"])
        #expect(pipeline.isBusy)
        #expect(pipeline.settle(chain: 1) == true)
        #expect(all(&pipeline) == ["delta 2", "again"])
        #expect(!pipeline.isBusy && pipeline.count == 0)
        #expect(pipeline.enqueue("now") == "now")
    }

    @Test("After a conflict, everything judged on the failed append is judged again, in order")
    func conflict() {
        var pipeline = Pipeline(chain: 1)
        pipeline.append(showing: "delta 1", of: "a")
        pipeline.append(showing: "tick", of: nil)
        _ = pipeline.enqueue("snapshot for Bob")
        #expect(pipeline.fail(chain: 1, next: 2) == true)
        #expect(pipeline.isReloading && pipeline.chain == 2)
        #expect(pipeline.defersDuringReload("b") == true)
        #expect(pipeline.enqueue("snapshot for Eve") == nil)
        #expect(pipeline.count == 5)
        #expect(
            names(pipeline.resume(rejecting: nil)) == [
                "judge a", "perform tick", "perform snapshot for Bob", "judge b", "perform snapshot for Eve",
            ])
        #expect(!pipeline.isBusy && pipeline.count == 0)
        #expect(pipeline.defersDuringReload("c") == false)
        // Appends from before the reload no longer count. A new append waits for its own answer.
        pipeline.append(showing: "delta 1", of: "a")
        #expect(all(&pipeline) == [])
        #expect(pipeline.settle(chain: 2) == true)
        #expect(all(&pipeline) == ["delta 1"])
    }

    @Test("If nothing can be stored, pending requests are rejected, and later ones are judged")
    func unavailable() {
        var pipeline = Pipeline(chain: 1)
        pipeline.append(showing: "delta 1", of: "a")
        _ = pipeline.enqueue("reject", of: "b")
        #expect(pipeline.fail(chain: 1, next: 2) == true)
        #expect(pipeline.defersDuringReload("c") == true)
        #expect(names(pipeline.resume(rejecting: "full")) == ["reject a: full", "reject b: full", "judge c"])
    }

    @Test("Late or repeated answers to appends from before a reload are ignored")
    func duplicates() {
        var pipeline = Pipeline(chain: 1)
        pipeline.append(showing: "delta 1", of: "a")
        pipeline.append(showing: "delta 2", of: "b")
        #expect(pipeline.fail(chain: 1, next: 2) == true)
        #expect(pipeline.fail(chain: 1, next: 3) == false, "the second append fails because the first did")
        #expect(pipeline.settle(chain: 1) == false)
        #expect(pipeline.isReloading && pipeline.chain == 2)
        _ = pipeline.resume(rejecting: nil)
        pipeline.append(showing: "delta 1", of: "a")
        #expect(pipeline.settle(chain: 1) == false)
        #expect(all(&pipeline) == [])
    }

    @Test("A room that cannot be loaded rejects every request and hands back the other effects")
    func givingUp() {
        var pipeline = Pipeline(chain: 1)
        pipeline.append(showing: "delta 1", of: "a")
        _ = pipeline.enqueue("snapshot for Bob")
        #expect(pipeline.fail(chain: 1, next: 2) == true)
        #expect(pipeline.defersDuringReload("b") == true)
        #expect(
            names(pipeline.giveUp("broken")) == ["reject a: broken", "perform snapshot for Bob", "reject b: broken"])
        #expect(!pipeline.isBusy && pipeline.count == 0)
    }

    /// Laws that hold for any input. Each effect is released or handed back exactly once, in the
    /// order of arrival, and not before the appends that were in flight at its arrival have
    /// settled.
    @Test(
        "The pipeline agrees with a list in which each effect waits for its appends",
        arguments: TestSpeed.seeds(60, all: 200))
    func laws(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var pipeline = Pipeline(chain: 0)
        /// The effects that have not been released yet, each with the number of appends that it
        /// waits for.
        var model: [(name: String, waitsFor: Int, isRequest: Bool)] = []
        var (appended, settled, chain, number) = (0, 0, 0, 0)
        var isReloading = false
        for step in 0..<120 {
            number += 1
            let (name, note) = ("\(number)", "seed \(seed), step \(step)")
            switch Int.random(in: 0..<8, using: &random) {
            case 0, 1:
                #expect(pipeline.defersDuringReload(name) == isReloading, "\(note)")
                if isReloading {
                    model.append((name, 0, true))
                } else {
                    appended += 1
                    pipeline.append(showing: name, of: name)
                    model.append((name, appended, true))
                }
            case 2, 3:
                let mayGo = settled == appended && !isReloading
                #expect((pipeline.enqueue(name) == name) == mayGo, "\(note)")
                if !mayGo { model.append((name, appended, false)) }
            case 4, 5:
                guard settled < appended, !isReloading else { continue }
                settled += 1
                #expect(pipeline.settle(chain: chain) == true)
            case 6:
                guard settled < appended, !isReloading else { continue }
                chain += 1
                isReloading = pipeline.fail(chain: chain - 1, next: chain)
                #expect(isReloading, "\(note)")
                #expect(pipeline.settle(chain: chain - 1) == false, "\(note)")
                (appended, settled) = (0, 0)
            default:
                guard isReloading else { continue }
                isReloading = false
                let expected = model.map { $0.isRequest ? "judge \($0.name)" : "perform \($0.name)" }
                #expect(names(pipeline.resume(rejecting: nil)) == expected, "\(note)")
                model = []
            }
            if !isReloading {
                let ready = model.prefix { $0.waitsFor <= settled }.map(\.name)
                #expect(all(&pipeline) == ready, "\(note)")
                model.removeFirst(ready.count)
            }
            #expect(pipeline.count == model.count && pipeline.isBusy == (settled != appended || isReloading), "\(note)")
        }
    }
}
