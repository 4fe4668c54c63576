/// What has happened since the start, for `/metrics`.
final class Counters {
    var connections = 0
    var connectionsEver = 0
    var messages = 0
    var malformed = 0
    var deltas = 0
    var deliveries = 0
    var rejected = 0
    var joins = 0
    var resumes = 0
    var chatLines = 0
    var overflows = 0
    /// Requests that nobody has finished (``Hold``); there should be none.
    var holdsDropped = 0
}
