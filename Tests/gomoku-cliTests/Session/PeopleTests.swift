import Client
import GameState
import TestSupport
import Testing
import Wire

@testable import gomoku_cli

@Suite struct PeopleTests {
    private func json(_ text: String) throws -> JSON { try JSONParser.parse(Array(text.utf8)) }

    @Test("A profile is printed with its games and ratings") func aProfileInLines() throws {
        let profile = try #require(
            PersonProfile(
                json(
                    #"{"id":"p-1","name":"Ann","bot":false,"claimed":true,"since":1700000000000,"ratings":[{"rule":"freestyle","speed":"blitz","rating":1662,"deviation":290,"games":1},{"rule":"renju","speed":"long","rating":1499.6,"deviation":80.2,"games":12}],"games":3,"won":2,"lost":1,"drawn":0}"#
                )))
        #expect(
            PeopleLines.of(profile) == [
                "Ann, here since 2023-11-14", "3 games: 2 won, 1 lost, 0 drawn",
                "  freestyle blitz  1662 ± 290  1 game", "  renju     long   1500 ± 80   12 games",
            ])
        let nobody = try #require(PersonProfile(json(#"{"id":"p-2","name":"Bob"}"#)))
        #expect(PeopleLines.of(nobody) == ["Bob (guest)", "0 games: 0 won, 0 lost, 0 drawn", "  no rated games yet"])
        #expect(try PersonProfile(json(#"{"name":"Ann"}"#)) == nil)
    }

    @Test("A finished game is printed on one line") func aGameInOneLine() throws {
        let game = try #require(
            GameListing(
                json(
                    #"{"id":"k3-1","room":"lunch","number":1,"rule":"freestyle","size":15,"opening":"none","clock":"300+5","rated":true,"x":{"id":"p-1","name":"Ann","rating":1500,"after":1662},"o":{"id":"p-2","name":"Bob","rating":1500,"after":1338},"result":"x","reason":"five","ended":1700000000000}"#
                )))
        #expect(
            PeopleLines.of(game)
                == "2023-11-14  Ann 1500+162 - Bob 1500-162  1-0 (five in a row)  freestyle 300+5 rated  k3-1")
    }

    @Test(
        "A time in milliseconds is printed as a calendar day",
        arguments: [
            (0, "1970-01-01"), (951_782_400_000, "2000-02-29"), (1_795_219_200_000, "2026-11-21"),
            (4_102_444_799_999, "2099-12-31"),
        ])
    func days(milliseconds: Int, text: String) { #expect(PeopleLines.day(milliseconds) == text) }

    @Test(
        "Names are escaped for URLs",
        arguments: [
            ("Ann", "Ann"), ("a/b?c", "a%2Fb%3Fc"), ("Zoë 1", "Zo%C3%AB%201"), ("..", "%2E%2E"), ("p-1", "p-1"),
        ])
    func namesInAddresses(name: String, path: String) { #expect(PeopleFetch.escaped(name) == path) }

    @Test("A password can be typed, corrected and cleared") func aPasswordIsTypedAndCorrected() {
        var line = PasswordLine()
        for byte in Array("secrët".utf8) { _ = line.type(byte, isTerminal: true) }
        for _ in 0..<2 { _ = line.type(0x7F, isTerminal: true) }
        #expect(line.text == "secr")
        let (given, up) = (line.type(0x03, isTerminal: true), line.type(0x15, isTerminal: true))
        #expect(!given && up && line.text == "")
        _ = line.type(0x03, isTerminal: false)
        #expect(line.bytes == [0x03])
    }

    @Test("Account and token messages are parsed") func messagesOfPeopleAreRead() throws {
        let account = try Notice(
            Array(
                #"{"type":"account","id":"c1","name":"Ann","participant":{"id":"p-1","name":"Ann","bot":false}}"#.utf8))
        guard case .account(let said) = account else { return #expect(Bool(false), "\(account)") }
        #expect(said.name == "Ann" && said.id == "c1" && said.participant?.id == ParticipantID("p-1"))
        #expect(try Notice(Array(#"{"type":"token","id":"t1","token":"abc"}"#.utf8)) == .token(id: "t1", "abc"))
    }
}
