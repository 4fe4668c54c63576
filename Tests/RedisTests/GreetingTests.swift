import Testing

@testable import Redis

@Suite struct GreetingTests {
    private static let denied = RedisReply.error("NOPERM this user has no permissions to run the 'role' command")
    private static let ok = RedisReply.text(Array("OK".utf8))
    private static let pong = RedisReply.text(Array("PONG".utf8))

    private func greeting(needsRole: Bool) throws -> RedisHandshake {
        try RedisHandshake(
            RedisAddress("redis://user:secret@127.0.0.1:6379"), asksRole: true, needsRole: needsRole, []
        ) { _ in nil }
    }

    @Test("A user without permission for ROLE is admitted if the role need not be known")
    func roleDenied() throws {
        let greeting = try greeting(needsRole: false)
        #expect(greeting.commands.count == 3)
        #expect(greeting.refusal([Self.ok, Self.denied, Self.pong]) == nil)
    }

    @Test("A user without permission for ROLE is refused if the role must be known")
    func roleNeeded() throws {
        #expect(try greeting(needsRole: true).refusal([Self.ok, Self.denied, Self.pong])?.hasPrefix("NOPERM") == true)
    }

    @Test("A wrong password is reported as such, not by the errors that follow from it")
    func wrongPassword() throws {
        let wrong = RedisReply.error("WRONGPASS invalid username-password pair or user is disabled.")
        let later = RedisReply.error("NOAUTH Authentication required.")
        #expect(try greeting(needsRole: false).refusal([wrong, later, later])?.hasPrefix("WRONGPASS") == true)
    }
}
