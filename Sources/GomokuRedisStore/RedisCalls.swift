import GameState
import Redis
import Storage

/// The access of the store's parts to Redis. It turns errors into sentences and tracks the store's
/// health.
final class RedisCalls {
    let client: RedisClient
    let condition: StoreCondition
    /// The ID of this server.
    let node: NodeID
    let run: RedisRun

    init(_ client: RedisClient, _ condition: StoreCondition, node: NodeID, run: RedisRun) {
        self.run = run
        self.client = client
        self.condition = condition
        self.node = node
    }

    /// Sends a command, and waits for replicas, because clients may be shown the result.
    func ask(_ command: RedisCommand, _ done: @escaping (Result<RedisReply, StoreFailure>) -> Void) {
        ask(command, .replicated, done)
    }

    func ask(
        _ command: RedisCommand, _ assurance: WriteGuarantee,
        _ done: @escaping (Result<RedisReply, StoreFailure>) -> Void
    ) {
        client.call(command, assurance) { [condition] answer in
            switch answer {
            case .success(.error(let text)): done(.failure(StoreFailure(condition.refused(text))))
            case .success(let reply): done(.success(reply))
            case .failure(let failure): done(.failure(StoreCondition.failure(failure)))
            }
        }
    }

    /// Calls a function that writes data of all servers. No server stores such data again after a
    /// failover. Redis therefore acknowledges the call only when every replica has it, unless
    /// `assurance` asks for less.
    func write(
        _ name: String, keys: [[UInt8]] = [], _ words: [[UInt8]], _ assurance: WriteGuarantee = .everywhere,
        _ done: @escaping (Result<RedisReply, StoreFailure>) -> Void
    ) {
        write(
            RedisFunctions.call(name, keys: keys + [RedisKeys.lease], [RedisKeys.allServers] + words), assurance, done)
    }

    /// Calls a function that writes to a room, on behalf of the server that serves it. Adds the key
    /// of the room's owner as the last key.
    func write(
        _ name: String, to room: RedisKeys.Room, keys: [[UInt8]], _ words: [[UInt8]],
        _ done: @escaping (Result<RedisReply, StoreFailure>) -> Void
    ) {
        write(RedisFunctions.call(name, keys: keys + [room.owningNode], [bytes(node.text)] + words), .replicated, done)
    }

    private func write(
        _ command: RedisCommand, _ assurance: WriteGuarantee,
        _ done: @escaping (Result<RedisReply, StoreFailure>) -> Void
    ) {
        ask(command, assurance) { [condition] answer in
            if case .success = answer { condition.wrote() }
            done(answer)
        }
    }

    /// Sends a command and converts the answer to a value.
    func read<Value>(
        _ command: RedisCommand, _ done: @escaping (Result<Value, StoreFailure>) -> Void,
        _ value: @escaping (RedisReply) throws -> Value
    ) {
        read(command, .replicated, done, value)
    }

    func read<Value>(
        _ command: RedisCommand, _ assurance: WriteGuarantee,
        _ done: @escaping (Result<Value, StoreFailure>) -> Void, _ value: @escaping (RedisReply) throws -> Value
    ) {
        ask(command, assurance) { answer in
            done(
                answer.flatMap { reply in
                    do { return .success(try value(reply)) } catch { return .failure(StoreFailure("\(error)")) }
                })
        }
    }

    /// Answers with `value` in a later turn of the loop.
    func answer<Value>(_ value: Value, _ done: @escaping (Result<Value, StoreFailure>) -> Void) {
        read(RedisCommand("PING"), done) { _ in value }
    }

    /// Sends several commands at once. Returns all answers in order, or the first failure. Without
    /// commands, `done` is called immediately.
    func readAll(_ commands: [RedisCommand], _ done: @escaping (Result<[RedisReply], StoreFailure>) -> Void) {
        readAll(commands, .replicated, done)
    }

    func readAll(
        _ commands: [RedisCommand], _ assurance: WriteGuarantee,
        _ done: @escaping (Result<[RedisReply], StoreFailure>) -> Void
    ) {
        guard !commands.isEmpty else { return done(.success([])) }
        var replies: [RedisReply] = []
        var failure: StoreFailure?
        for (index, command) in commands.enumerated() {
            ask(command, assurance) { answer in
                switch answer {
                case .success(let reply): replies.append(reply)
                case .failure(let why): failure = failure ?? why
                }
                if index == commands.count - 1 { done(failure.map { .failure($0) } ?? .success(replies)) }
            }
        }
    }
}

extension Result where Failure == StoreFailure {
    var failure: StoreFailure? { if case .failure(let failure) = self { failure } else { nil } }
}
