import ArgumentParser
import Foundation
import Testing

@testable import gomoku_cli

/// Tests of control sequences besides drawing, and of the terminals that get them.
@Suite struct TerminalSequenceTests {
    private static let hostile =
        "Eve\u{1B}]2;x\u{7}\u{9C}\u{1B}\\\n;\u{202E}\u{85}" + String(repeating: "w", count: 500)

    @Test("Text from other people cannot end a sequence or begin another", arguments: [true, false])
    func hostile(isUnicode: Bool) {
        let text = SequenceText(Self.hostile, isUnicode: isUnicode)
        let sequences = [
            TerminalSequence.title(text), TerminalSequence.notification(text, as: .osc9),
            TerminalSequence.notification(text, as: .osc777),
        ]
        for sequence in sequences {
            #expect(sequence.hasPrefix("\u{1B}]") && sequence.hasSuffix("\u{1B}\\"))
            let inside = sequence.dropFirst(2).dropLast(2)
            #expect(inside.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }, "\(inside)")
            #expect(inside.utf8.count < 200)
        }
    }

    @Test("A notification never looks like a command of ConEmu, which begins with a digit")
    func commands() {
        let text = SequenceText("6;\"Macro\"", isUnicode: true)
        #expect(TerminalSequence.notification(text, as: .osc9) == "\u{1B}]9;gomoku: 6;\"Macro\"\u{1B}\\")
        #expect(TerminalSequence.notification(text, as: .osc777) == "\u{1B}]777;notify;gomoku;6;\"Macro\"\u{1B}\\")
        let both = TerminalSequence.notification(text, as: .auto)
        #expect(both.contains("]9;gomoku") && both.contains("]777;notify") && !both.contains("\u{7}"))
        #expect(TerminalSequence.notification(text, as: .off).isEmpty)
    }

    @Test("The clipboard gets text in Base64", arguments: ["", "f", "fo", "foo", "http://h/?room=tea#secret=ÄÖ-_"])
    func base64(text: String) {
        #expect(Base64.text(Array(text.utf8)) == Data(text.utf8).base64EncodedString())
        #expect(TerminalSequence.copy(text) == "\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{1B}\\")
    }

    @Test("A hyperlink's address is printable ASCII of limited length")
    func links() {
        #expect(
            LinkTarget("http://h/?room=tea#secret=a-_").map { TerminalSequence.link($0) }
                == "\u{1B}]8;;http://h/?room=tea#secret=a-_\u{1B}\\")
        for text in ["http://h/\u{1B}\\", "http://h/ x", "http://h/ä", String(repeating: "x", count: 2_001)] {
            #expect(LinkTarget(text) == nil)
        }
    }

    @Test(
        "Each terminal gets the sequences that it understands",
        arguments: [
            (["TERM": "xterm-256color"], .auto, true), (["TERM": "xterm-kitty"], .osc9, true),
            (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app"], .osc9, true),
            (["TERM": "rxvt-unicode-256color"], .osc777, true), (["TERM": "foot"], .osc777, true),
            (["TERM": "xterm-256color", "VTE_VERSION": "7600"], .osc777, true),
            (["TERM": "xterm-256color", "VTE_VERSION": "4200"], .osc777, false),
            (["TERM": "linux"], .off, false), (["TERM": "vt220"], .off, false), ([:], .off, false),
        ] as [([String: String], TerminalFeatures.Notify, Bool)])
    func terminals(environment: [String: String], notifies: TerminalFeatures.Notify, hasLinks: Bool) {
        let features = TerminalFeatures(Settings(), environment: environment)
        #expect(features.notifies == notifies && features.hasLinks == hasLinks)
        #expect(features.rings && features.setsTitle == (notifies != .off) && features.mayCopy == (notifies != .off))
        #expect(features.calls == Set(Alert.Kind.allCases))
    }

    @Test("Each way of calling the user, and each event, can be switched off alone")
    func switches() throws {
        func features(_ line: String, _ options: [String] = []) throws -> TerminalFeatures {
            var settings = Settings()
            try settings.read(line, path: "f")
            return TerminalFeatures(
                settings, options: try ScreenOptions.parse(options), environment: ["TERM": "xterm"])
        }
        let all = try features("")
        #expect(try !features("bell = false").rings && features("bell = false").notifies == all.notifies)
        #expect(try !features("title = false").setsTitle && features("title = false").rings)
        #expect(try features("notify = false").notifies == .off && features("notify = \"osc9\"").notifies == .osc9)
        #expect(try !features("links = false").hasLinks)
        for kind in Alert.Kind.allCases {
            #expect(try features("on-\(kind.rawValue) = false").calls == Set(Alert.Kind.allCases).subtracting([kind]))
        }
        #expect(try features("bell = false", ["--bell"]).rings && !features("", ["--no-bell"]).rings)
        #expect(try features("notify = false", ["--notify"]).notifies == .auto)
        #expect(try features("", ["--no-notify"]).notifies == .off && !features("", ["--no-title"]).setsTitle)
    }

    @Test("Chat messages, offers and ends of games each call the user once in ten seconds, other events always")
    func gate() {
        var gate = AlertGate()
        for kind in [Alert.Kind.chat, .offer, .end] {
            let alert = Alert(kind: kind, text: "")
            #expect(gate.admits(alert, now: 5) && !gate.admits(alert, now: 10_004) && gate.admits(alert, now: 10_005))
        }
        for kind in [Alert.Kind.turn, .seat] {
            #expect(
                gate.admits(Alert(kind: kind, text: ""), now: 6) && gate.admits(Alert(kind: kind, text: ""), now: 6))
        }
    }
}
