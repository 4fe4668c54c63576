import GameState
import Testing

@testable import gomoku_cli

@Suite struct AddressTests {
    @Test(
        "Addresses in the forms that people use are parsed",
        arguments: [
            (nil, nil, "127.0.0.1:8080", "http://127.0.0.1:8080/?room=r", nil),
            ("lunch", nil, "127.0.0.1:8080", "http://127.0.0.1:8080/?room=r", "lunch"),
            ("http://host:8080/?room=lunch", nil, "host:8080", "http://host:8080/?room=r", "lunch"),
            (
                "https://host/games/index.html?x=1&room=a%2Db#top", nil, "host:443", "https://host/games/?room=r",
                "a-b"
            ),
            ("ws://host:9/ws", "tea", "host:9", "http://host:9/?room=r", "tea"),
            ("http://host:8080/?room=lunch", "tea", "host:8080", "http://host:8080/?room=r", "tea"),
            ("localhost", nil, "localhost:80", "http://localhost/?room=r", nil),
            ("localhost:8080", "tea", "localhost:8080", "http://localhost:8080/?room=r", "tea"),
            ("http://[::1]:8080", nil, "[::1]:8080", "http://[::1]:8080/?room=r", nil),
            ("http://host:8080?room=", nil, "host:8080", "http://host:8080/?room=r", nil),
        ] as [(String?, String?, String, String, String?)])
    func readsWhatPeopleHave(url: String?, room: String?, server: String, link: String, name: String?) throws {
        let address = try Address(url: url, room: room)
        #expect(address.server == server)
        #expect(address.link(to: try #require(RoomName("r"))) == link)
        #expect(address.room?.text == name)
    }

    private static let secret = "abcdefghijklmnopqrst-_"

    @Test("A link for a friend carries its secret after the hash")
    func aLinkForAFriendHasItsSecretBehindTheHash() throws {
        let secret = try #require(RoomSecret(Self.secret))
        let link = "http://host:8080/?room=tea&friend=1#secret=\(Self.secret)"
        let address = try Address(url: link, room: nil)
        #expect(address.secret == secret && address.room?.text == "tea")
        #expect(address.link(to: try #require(address.room), secret: secret) == link)
        #expect(
            address.http("api/rooms/tea") == "http://host:8080/api/rooms/tea", "the secret is not part of a request")
        for other in ["http://h/?room=tea", "http://h/?room=tea#top", "http://h/?room=tea#x=1&y"] {
            let address = try Address(url: other, room: nil)
            #expect(address.secret == nil && !address.isIncomplete)
        }
        #expect(try Address(url: "http://h/?room=tea&friend=1", room: nil).isIncomplete)
        #expect(!address.isIncomplete)
    }

    @Test("An error message never contains a secret") func aSecretIsNeverSaid() {
        for link in [
            "http://h/?room=tea#secret=short", "http://h/?room=tea#secret=\(Self.secret)!",
            "http://:x#secret=\(Self.secret)",
        ] {
            let error = #expect(throws: AddressError.self) { try Address(url: link, room: nil) }
            #expect(error.map { !$0.description.contains("short") && !$0.description.contains(Self.secret) } == true)
        }
    }

    @Test("A secret can be typed alone or in a link") func aSecretIsTypedAloneOrInALink() throws {
        let secret = try #require(RoomSecret(Self.secret))
        let named = try Address(url: "host:8080", room: "tea")
        #expect(try named.with(typed: Self.secret).secret == secret)
        let other = try named.with(typed: "http://host:8080/?room=cake#secret=\(Self.secret)")
        #expect(other.secret == secret && other.room?.text == "tea", "the named room is kept")
        let bare = try Address(url: "host:8080", room: nil)
        #expect(
            try bare.with(typed: "http://there:9/?room=cake#secret=\(Self.secret)").link(
                to: try #require(RoomName("r"))) == "http://there:9/?room=r")
        for text in ["", "short", "http://h/?room=tea"] {
            #expect(throws: AddressError.self) { try named.with(typed: text) }
        }
    }

    @Test("A link for a friend leads to the room on the same server") func makesALinkForAFriend() throws {
        let room = try #require(RoomName("tea"))
        #expect(try Address(url: "ws://host:9/games/ws", room: nil).link(to: room) == "http://host:9/games/?room=tea")
    }

    @Test(
        "An invalid address is refused with a sentence",
        arguments: [
            ("ftp://host/", nil), ("http://", nil), ("http://host:99999", nil), ("http://h/?room=a%20b", nil),
            ("http://h", "a/b"),
        ] as [(String?, String?)])
    func refusesWithASentence(url: String?, room: String?) throws {
        let error = #expect(throws: AddressError.self) { try Address(url: url, room: room) }
        #expect(try #require(error).description.hasSuffix("."))
    }
}
