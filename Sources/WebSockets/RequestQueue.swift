/// A queue of HTTP requests that wait for a later turn of the loop. The first requests of a turn
/// are served at once. If many arrive together, the others wait here, so that a message on a socket
/// waits for a few of them, not for all.
struct RequestQueue {
    /// The duration of a turn after which it serves no further request, in microseconds.
    static let turnMicroseconds = 500

    private var exchanges: [HTTPExchange] = []
    /// The index of the next request. The requests before it have been removed.
    private var head = 0

    var isEmpty: Bool { head == exchanges.count }

    mutating func append(_ exchange: HTTPExchange) { exchanges.append(exchange) }

    /// Removes and returns the next request whose client is still connected.
    mutating func next() -> HTTPExchange? {
        while head < exchanges.count {
            let exchange = exchanges[head]
            head += 1
            if exchange.connection != nil {
                compact()
                return exchange
            }
        }
        compact()
        return nil
    }

    /// Frees the storage before `head` once it is half of the array.
    private mutating func compact() {
        guard head == exchanges.count || head >= 64 && head * 2 >= exchanges.count else { return }
        exchanges.removeFirst(head)
        head = 0
    }
}
