import CWebSockets

extension LoopCore {
    func nextID() -> UInt64 {
        lastID += 1
        return lastID
    }

    func enqueue(_ event: DeferredEvent) { happenings.append(event) }

    func adopt(_ connection: Connection) {
        connection.index = connections.count
        connections.append(connection)
        watchers.beat()
    }

    func remove(_ connection: Connection) {
        guard connection.index < connections.count, connections[connection.index] === connection else { return }
        let last = connections.removeLast()
        if last !== connection {
            connections[connection.index] = last
            last.index = connection.index
        }
        connection.server?.lost(connection)
    }

    /// Cuts a connection later, from the loop. Allowed at any time, even inside the callbacks of
    /// the connection.
    func kill(_ connection: Connection) {
        guard let wsi = connection.wsi else { return }
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC)
        library.wake()
    }

    /// Delivers the messages that other threads have posted.
    func drainMailboxes() {
        for mailbox in mailboxes { mailbox.drain() }
    }
}
