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
