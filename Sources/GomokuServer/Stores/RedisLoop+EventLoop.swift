import Redis
import WebSockets

/// The server's loop as used by a connection to Redis.
extension EventLoop: RedisLoop {
    public func redisWatch(_ descriptor: CInt, _ ready: @escaping (Bool, Bool) -> Void) -> any RedisWatch {
        watch(descriptor, ready)
    }

    public func redisTimer(_ fire: @escaping () -> Void) -> any RedisTimer { timer(fire) }
}

extension DescriptorWatch: RedisWatch {}
extension LoopTimer: RedisTimer {}
