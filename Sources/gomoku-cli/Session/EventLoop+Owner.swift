import WebSockets

/// Timers and mailboxes that hold their owner weakly, and do nothing after it is deallocated.
extension EventLoop {
    func timer<Owner: AnyObject>(of owner: Owner, _ fire: @escaping (Owner) -> Void) -> LoopTimer {
        timer { [weak owner] in
            if let owner { fire(owner) }
        }
    }

    func attach<Owner: AnyObject, Message: Sendable>(
        _ mailbox: Mailbox<Message>, to owner: Owner, _ handle: @escaping (Owner, Message) -> Void
    ) {
        attach(mailbox) { [weak owner] message in
            if let owner { handle(owner, message) }
        }
    }
}
