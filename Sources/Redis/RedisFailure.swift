/// Why a connection does not work.
public enum RedisFailure: Error, Equatable, Sendable {
    /// The host's name has no address.
    case unknownHost(String)
    case cannotConnect(String)
    /// It was there, and is gone.
    case lost(String)
    /// Nothing came back in time.
    case silent(milliseconds: Int)
    /// It answers, but not as it should just now: it is loading, or is a replica.
    case refused(String)
    /// As many calls wait already as may wait.
    case overloaded(limit: Int)
    /// It was asked, and nobody knows whether it has done what was asked.
    case unanswered(milliseconds: Int)
    /// It could not be asked for too long.
    case late(milliseconds: Int)
    /// Fewer replicas than are waited for have what was written.
    case fewReplicas(found: Int, needed: Int)
    /// What came as a copy of everything is none, or not a whole one.
    case noCopy(String)
    case closed
}

extension RedisFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownHost(let host): "the host \(host) has no address"
        case .cannotConnect(let why): why
        case .lost(let why): why
        case .silent(let milliseconds): "no answer in \(milliseconds) ms"
        case .refused(let why): why
        case .overloaded(let limit): "\(limit) calls wait already"
        case .unanswered(let milliseconds): "no answer in \(milliseconds) ms to what was asked"
        case .late(let milliseconds): "not reachable for \(milliseconds) ms"
        case .fewReplicas(let found, let needed): "\(found) of \(needed) replicas have what was written"
        case .noCopy(let why): "what came is no copy of it: \(why)"
        case .closed: "the connection is closed"
        }
    }
}
