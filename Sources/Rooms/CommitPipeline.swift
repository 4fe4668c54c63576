import DequeModule

/// What of a room's deltas is on its way to the disk, and what waits to be shown for it.
///
/// Nothing is shown before it is durable (invariant 1): whatever a request causes, rejections and snapshots included,
/// waits behind the appends that were on their way when it was judged, and is let out in that order. A value that
/// decides the order and no more: it knows neither room nor store, and whoever owns it performs what it gives back.
struct CommitPipeline<Request, Effect> {
    /// What is to be done with what a failed append has made void, and with what came while the room was loaded again.
    enum Redo {
        case judge(Request)
        /// It cannot be stored; the sentence says why.
        case reject(Request, why: String)
        /// No outcome of a request: it still is to happen, on the state that is true now.
        case perform(Effect)
    }

    private struct Waiting {
        /// Let out once this many appends have settled.
        let ticket: Int
        let effect: Effect
        /// The request that it is the outcome of: judged again if what it was judged on does not become durable.
        let request: Request?
    }

    private enum Held {
        case void(Waiting)
        case late(Request)
        case since(Effect)
    }

    /// Changes with every reload, so that answers to appends of an earlier life are recognised.
    private(set) var life: Int
    /// The room is loaded again: nothing can be judged.
    private(set) var isReloading = false
    /// Appends sent to the store, and how many of them came back, in this `life` of the room.
    private var sent = 0
    private var settled = 0
    private var waiting = Deque<Waiting>()
    /// Whether `waiting` has grown so large that its storage is freed once it is empty.
    private var isStorageLarge = false
    /// What waits for the room to be loaded again, in order.
    private var held: [Held] = []

    init(life: Int) { self.life = life }

    /// Something is not durable yet.
    var isBusy: Bool { sent != settled || isReloading }
    /// Effects and requests that wait.
    package var count: Int { waiting.count + held.count }

    // MARK: in

    /// Keeps `request` for later if it cannot be judged now.
    mutating func holdsBack(_ request: Request) -> Bool {
        if isReloading { held.append(.late(request)) }
        return isReloading
    }

    /// A delta goes to the store; `effect` is let out once it is there.
    package mutating func append(showing effect: Effect, of request: Request?) {
        sent += 1
        wait(for: effect, of: request)
    }

    /// Something that waits for what was judged before it: the effect itself when there is nothing to wait for.
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

    /// The number of waiting effects whose storage a room keeps.
    private static var usuallyWaiting: Int { 64 }

    // MARK: what the store says

    /// The oldest append of that life is durable; false: of an earlier life.
    package mutating func settle(life: Int) -> Bool {
        guard life == self.life else { return false }
        settled += 1
        return true
    }

    /// The next effect that may be let out; nil when the rest has to wait.
    package mutating func next() -> Effect? {
        guard let ticket = waiting.first?.ticket, ticket <= settled else { return nil }
        let effect = waiting.removeFirst().effect
        if isStorageLarge, waiting.isEmpty {
            waiting = Deque()
            isStorageLarge = false
        }
        return effect
    }

    /// An append has failed: all that was judged on it is void until the room is loaded again. False: of an earlier
    /// life, and all is well.
    mutating func fail(life: Int, next: Int) -> Bool {
        guard life == self.life else { return false }
        self.life = next
        isReloading = true
        sent = 0
        settled = 0
        held = waiting.map { .void($0) }
        waiting.removeAll()
        isStorageLarge = false
        return true
    }

    /// The room is loaded: what is to be done now, in order.
    ///
    /// - Parameter why: why nothing can be stored; nil: what is void is worth another try.
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

    /// The room cannot be loaded: nothing will come of any of these.
    mutating func giveUp(_ why: String) -> [Redo] {
        resume(rejecting: why).map { redo in
            if case .judge(let request) = redo { .reject(request, why: why) } else { redo }
        }
    }
}
