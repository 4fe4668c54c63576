import DequeModule

/// The deltas of a room that are on their way to the store, and the effects that wait for them.
///
/// No effect is shown before the deltas that it depends on are durable (invariant 1 in
/// ARCHITECTURE.md). Every outcome of a request, including a rejection or a snapshot, waits for the
/// appends that were pending when the request was judged. Effects are released in that order.
///
/// This value only decides the order. It knows neither the room nor the store; its owner performs
/// the effects it returns.
struct CommitPipeline<Request, Effect> {
    /// An action after a reload, for work that a failed append has voided or that arrived during
    /// the reload.
    enum Redo {
        case judge(Request)
        /// Rejects a request that cannot be stored. `why` is a sentence.
        case reject(Request, why: String)
        /// Performs an effect that is no outcome of a request, on the reloaded state.
        case perform(Effect)
    }

    private struct Waiting {
        /// The number of appends that must have settled before the effect is released.
        let ticket: Int
        let effect: Effect
        /// The request that the effect answers. It is judged again if an append before it fails.
        let request: Request?
    }

    private enum Held {
        case void(Waiting)
        case late(Request)
        case since(Effect)
    }

    /// The number of the current chain of appends (``Append/chain``). Each reload of the room
    /// begins a new chain, so that results of earlier appends are recognized.
    private(set) var chain: Int
    /// Whether the room is being reloaded, so that no request can be judged.
    private(set) var isReloading = false
    /// The numbers of appends that were sent to the store, and of those that have settled, since
    /// the last reload.
    private var sent = 0
    private var settled = 0
    private var waiting = Deque<Waiting>()
    /// Whether `waiting` has grown so large that its storage is freed once it is empty.
    private var isStorageLarge = false
    /// Requests and effects that wait for the reload, in order.
    private var held: [Held] = []

    init(chain: Int) { self.chain = chain }

    /// Whether an append is pending or the room is being reloaded.
    var isBusy: Bool { sent != settled || isReloading }
    /// The number of effects and requests that wait.
    package var count: Int { waiting.count + held.count }

    // MARK: requests

    /// Queues `request` if the room is being reloaded, and returns whether it did.
    mutating func defersDuringReload(_ request: Request) -> Bool {
        if isReloading { held.append(.late(request)) }
        return isReloading
    }

    /// Counts an append that is sent to the store. `effect` is released once the append has
    /// settled.
    package mutating func append(showing effect: Effect, of request: Request?) {
        sent += 1
        wait(for: effect, of: request)
    }

    /// Queues an effect behind everything judged before it. Returns the effect if there is nothing
    /// to wait for.
    mutating func enqueue(_ effect: Effect, of request: Request? = nil) -> Effect? {
        if isReloading {
            held.append(.since(effect))
            return nil
        }
        guard isBusy else { return effect }
        wait(for: effect, of: request)
        return nil
    }

    private mutating func wait(for effect: Effect, of request: Request?) {
        waiting.append(Waiting(ticket: sent, effect: effect, request: request))
        if waiting.count > Self.usuallyWaiting { isStorageLarge = true }
    }

    /// The number of waiting effects up to which a room keeps their storage.
    private static var usuallyWaiting: Int { 64 }

    // MARK: results of appends

    /// Notes that the oldest pending append is durable. Returns false if it belongs to an earlier
    /// chain of appends.
    package mutating func settle(chain: Int) -> Bool {
        guard chain == self.chain else { return false }
        settled += 1
        return true
    }

    /// Returns the next effect that may be released, or nil if all waiting effects must wait
    /// longer.
    package mutating func next() -> Effect? {
        guard let ticket = waiting.first?.ticket, ticket <= settled else { return nil }
        let effect = waiting.removeFirst().effect
        if isStorageLarge, waiting.isEmpty {
            waiting = Deque()
            isStorageLarge = false
        }
        return effect
    }

    /// Notes that an append has failed. Everything judged on top of it is void, and the room must
    /// be reloaded. Returns false, and changes nothing, if the append belongs to an earlier
    /// chain.
    mutating func fail(chain: Int, next: Int) -> Bool {
        guard chain == self.chain else { return false }
        self.chain = next
        isReloading = true
        sent = 0
        settled = 0
        held = waiting.map { .void($0) }
        waiting.removeAll()
        isStorageLarge = false
        return true
    }

    /// Ends the reload. Returns the actions to take now, in order.
    ///
    /// - Parameter why: the reason why nothing can be stored, or nil to judge void requests again.
    package mutating func resume(rejecting why: String?) -> [Redo] {
        isReloading = false
        defer { held = [] }
        return held.map { one in
            switch one {
            case .late(let request): return .judge(request)
            case .since(let effect): return .perform(effect)
            case .void(let waiting):
                guard let request = waiting.request else { return .perform(waiting.effect) }
                return why.map { .reject(request, why: $0) } ?? .judge(request)
            }
        }
    }

    /// Ends a failed reload, in which every request is rejected.
    mutating func giveUp(_ why: String) -> [Redo] {
        resume(rejecting: why).map { redo in
            if case .judge(let request) = redo { .reject(request, why: why) } else { redo }
        }
    }
}
