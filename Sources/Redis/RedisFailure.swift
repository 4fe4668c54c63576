/// The reason why a connection does not work.
public enum RedisFailure: Error, Equatable, Sendable {
    /// The name of the host has no address.
    case unknownHost(String)
    case cannotConnect(String)
    /// The connection was lost.
    case lost(String)
    /// No answer arrived in time.
    case silent(milliseconds: Int)
    /// Redis answers, but cannot be used now: it is loading, or is a replica.
    case refused(String)
    /// Too many calls wait already.
    case overloaded(limit: Int)
    /// The call was sent, and it is not known whether Redis has executed it.
    case unanswered(milliseconds: Int)
    /// Redis was unavailable for too long.
    case late(milliseconds: Int)
    /// Too few replicas have the data that was written.
    case fewReplicas(found: Int, needed: Int)
    /// The received copy is invalid or incomplete.
    case invalidDump(String)
    case closed
}

extension RedisFailure: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unknownHost(let host): "the host \(host) has no address"
        case .cannotConnect(let why): why
        case .lost(let why): why
        case .silent(let milliseconds): "no answer within \(milliseconds) ms"
        case .refused(let why): why
        case .overloaded(let limit): "\(limit) calls are already waiting"
        case .unanswered(let milliseconds): "a call was not answered within \(milliseconds) ms"
        case .late(let milliseconds): "not reachable for \(milliseconds) ms"
        case .fewReplicas(let found, let needed): "only \(found) of \(needed) replicas have acknowledged the write"
        case .invalidDump(let why): "the copy is not valid (\(why))"
        case .closed: "the connection is closed"
        }
    }
}
