/// Requests over HTTP that wait for another turn of the loop: the first ones of a turn are answered at once, and of many
/// that come together the others stand in line, so that a message on a socket waits for a few of them, not for all.
struct RequestLine {
    /// Microseconds of a turn after which no other request is begun in it.
    static let turnMicroseconds = 500

    private var exchanges: [HTTPExchange] = []
    /// Those before it have been taken out.
    private var head = 0

    var isEmpty: Bool { head == exchanges.count }

    mutating func append(_ exchange: HTTPExchange) { exchanges.append(exchange) }

    /// The next one whose client is still there.
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

    /// Gives back what stands before the head, once it is half of all.
    private mutating func compact() {
        guard head == exchanges.count || head >= 64 && head * 2 >= exchanges.count else { return }
        exchanges.removeFirst(head)
        head = 0
    }
}
