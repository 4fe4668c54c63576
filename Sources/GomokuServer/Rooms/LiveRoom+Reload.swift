import GameState
import WebSockets
import Wire

/// What becomes of the room when the store refuses a delta.
extension LiveRoom {
    /// What was judged on top of the refused delta is void: the room is loaded again as it is stored, and every
    /// request whose outcome nobody has seen is judged again, or rejected when nothing can be stored.
    func reload(after failure: AppendFailure, scope: DeltaRequest.Scope, life: Int) {
        guard pipeline.fail(life: life, next: services.newLife()) else { return }
        guard !isMoved else { return giveUp(Self.movedReason, .goingAway) }
        services.store.load(name) { [self] result in
            stateText.forget()
            do {
                if let stored = try result.get() {
                    if isRewound(stored.header) { return giveUp(Self.rewoundReason, .goingAway) }
                    room = try Room(stored, sharing: services.roomLimits)
                } else {
                    room = Room(
                        name: name, kind: room.kind, epoch: room.epoch, host: room.host,
                        sharing: services.roomLimits)
                }
                if room.rev < shown {
                    services.nodes?.rewind(name, epoch: room.epoch)
                    isMoved = true
                    return giveUp(Self.rewoundReason, .goingAway)
                }
            } catch {
                return giveUp("This room cannot be read from the store just now (\(error)). Try again later.")
            }
            var why: String?
            switch failure {
            case .duplicate(let accepted): room.recall(accepted, scope: scope)
            case .unavailable(let reason): why = reason
            case .moved: break
            }
            let redone = pipeline.resume(rejecting: why)
            // Another server may have written meanwhile: everybody here hears of it, in order.
            catchUp()
            for one in redone { redo(one) }
            superviseGame()
        }
    }

    /// Whether it has another life than the one that was shown: deltas of that one are lost.
    private func isRewound(_ header: RoomHeader) -> Bool {
        guard shown > 0, header.epoch != room.epoch else { return false }
        isMoved = true
        return true
    }

    private func catchUp() {
        switch room.shared.since(shown) {
        case .deltas(let missed): for delta in missed { perform(.spread(delta)) }
        case .needsSnapshot:
            shown = room.rev
            for connection in audience.everybody { refresh(connection) }
        }
    }

    private func redo(_ one: CommitPipeline<Origin, RoomEffect>.Redo) {
        switch one {
        case .judge(let origin): if origin.sender.isOpen { judge(origin) }
        case .reject(let origin, let why):
            services.counters.rejected += 1
            origin.sender.send(.reject(room: name, id: origin.request.id, .readOnly(why), rev: shown))
        case .perform(let effect):
            switch effect {
            // What they were to be told was of a state that is void.
            case .admit(let connection, _): refresh(connection)
            case .snapshot(_, let done): durableSnapshot(done)
            case .tell, .dismiss, .settled: enqueue(effect)
            // What happened by itself and was not stored has not happened; the supervisor finds it again.
            case .spread, .spreadOwn: break
            }
        }
    }

    /// The store can't even be read: nobody is told anything that may be wrong.
    private func giveUp(_ why: String, _ code: CloseCode = .internalError) {
        services.close(self)
        let reason = code == .internalError ? Self.unreadable : why
        for one in pipeline.giveUp(why) {
            switch one {
            case .perform(.admit(let connection, _)): connection.outlet.close(code, reason: reason)
            case .perform(.settled(let done)): done(false)
            case .perform(.snapshot(_, let done)): done(nil)
            case .perform: break
            // Of what was asked while another server took the room it is not known here whether it is stored.
            case .judge, .reject: if !isMoved { redo(one) }
            }
        }
        for connection in audience.everybody { connection.outlet.close(code, reason: reason) }
    }

    /// Another server serves the room: whoever is in it comes back, and finds it there. What is under way is refused by
    /// the store.
    func moved(_ reason: String = LiveRoom.movedReason) {
        isMoved = true
        services.close(self)
        for connection in audience.everybody { connection.outlet.close(.goingAway, reason: reason) }
    }

    static let movedReason = "another server serves this room now"

    /// A close frame has room for 123 bytes.
    static let rewoundReason = "the store has lost the newest of this room: it goes on from what is stored"

    private static let unreadable = "this room cannot be read from the store"
}
