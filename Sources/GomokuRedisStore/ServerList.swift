import GameState
import Redis
import Storage

/// A reader of the list of running servers.
struct ServerList {
    let calls: RedisCalls

    func read(_ done: @escaping (Result<[ServerSign], StoreFailure>) -> Void) {
        calls.read(RedisCommand([bytes("HGETALL"), RedisKeys.nodes]), .answered) { (answer: Result<[RedisReply], _>) in
            switch answer {
            case .failure(let failure): done(.failure(failure))
            case .success(let words): identify(words, done)
            }
        } _: {
            $0.array ?? []
        }
    }

    /// Looks up the processes of servers. Servers without one are not running and are omitted.
    ///
    /// - Parameter words: the ID of each server that ever ran, followed by the time of its last
    ///   heartbeat.
    private func identify(_ words: [RedisReply], _ done: @escaping (Result<[ServerSign], StoreFailure>) -> Void) {
        let known = stride(from: 0, to: words.count - 1, by: 2).compactMap { index -> (id: NodeID, heard: Int)? in
            guard let id = words[index].string, let heard = words[index + 1].string.flatMap({ Int($0) }) else {
                return nil
            }
            return (NodeID(id), heard)
        }
        calls.readAll(known.map { RedisCommand([bytes("GET"), RedisKeys.node($0.id)]) }, .answered) { answer in
            done(
                answer.map { replies in
                    zip(known, replies).compactMap { server, reply in
                        reply.string.flatMap { ServerIdentity($0) }.map {
                            ServerSign(id: server.id, host: $0.host, process: $0.process, heard: server.heard)
                        }
                    }.sorted { ($0.host, $0.process) < ($1.host, $1.process) }
                })
        }
    }
}
