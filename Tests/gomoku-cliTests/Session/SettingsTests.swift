import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import gomoku_cli

/// Tests of settings from the environment and from a file, and of their precedence.
@Suite struct SettingsTests {
    private func settings(_ text: String) throws -> Settings {
        var settings = Settings()
        try settings.read(text, path: "f")
        return settings
    }

    @Test("A settings file has one setting per line")
    func file() throws {
        let text = "# mine\n\n server = https://play.example \r\nname=Ann = B\ncolors = no\nlanguage = de\n"
        let found = try settings(text)
        #expect(found.server == "https://play.example" && found.name == "Ann = B")
        #expect(found.colors == false && found.language == .german)
        #expect(try settings("") == Settings())
        #expect(try settings("#server") == Settings())
    }

    @Test(
        "The first invalid line is refused with the file's name and the line's number",
        arguments: [
            ("name", Settings.Fault.noValue), ("nmae = Ann", .unknown("nmae")), ("SERVER = h:80", .unknown("SERVER")),
            ("colors = yes", .repeated(.colors)), ("server = lunch", .value(.server)),
            ("server = http://h/?room=tea", .value(.server)), ("server = ftp://h", .value(.server)),
            ("server =", .value(.server)), ("name = ", .value(.name)),
            ("name = \(String(repeating: "n", count: 33))", .value(.name)), ("language = xx", .value(.language)),
        ] as [(String, Settings.Fault)])
    func wrongLine(line: String, fault: Settings.Fault) {
        let failure = #expect(throws: SettingsFailure.self) {
            try settings("# mine\ncolors = no\n\(line)\ncolors = perhaps\n")
        }
        #expect(failure == .line(path: "f", number: 3, fault))
        #expect(failure?.description.hasPrefix("f, line 3: ") == true && failure?.description.hasSuffix(".") == true)
    }

    @Test("An error about a line contains nothing that could control a terminal")
    func hostileLine() {
        let failure = #expect(throws: SettingsFailure.self) {
            try settings("\u{1B}[2J\(String(repeating: "x", count: 500)) = 1")
        }
        #expect(failure?.description.contains("\u{1B}") == false && (failure?.description.count ?? 999) < 200)
    }

    @Test("The settings file is under XDG_CONFIG_HOME, or under the home directory")
    func path() {
        #expect(Settings.path(["XDG_CONFIG_HOME": "/c", "HOME": "/home/ann"]) == "/c/gomoku/config")
        #expect(Settings.path(["XDG_CONFIG_HOME": "c", "HOME": "/home/ann"]) == "/home/ann/.config/gomoku/config")
        #expect(Settings.path(["HOME": ""]) == nil)
    }

    @Test("An environment variable overrides the file, unless it is empty")
    func variables() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/settings-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var environment = ["XDG_CONFIG_HOME": folder, "GOMOKU_NAME": "Yan", "GOMOKU_SERVER": ""]
        #expect(try Settings(environment: environment).name == "Yan", "there is no file")
        try FileManager.default.createDirectory(atPath: folder + "/gomoku", withIntermediateDirectories: true)
        let file = folder + "/gomoku/config"
        try "server = h:81\nname = Zoe\n".write(toFile: file, atomically: true, encoding: .utf8)
        let found = try Settings(environment: environment)
        #expect(found.name == "Yan" && found.server == "h:81")
        environment["GOMOKU_SERVER"] = "lunch"
        #expect(throws: SettingsFailure.variable("GOMOKU_SERVER", .value(.server))) {
            try Settings(environment: environment)
        }
        let long = String(repeating: "#", count: Settings.longest + 1)
        try long.write(toFile: file, atomically: true, encoding: .utf8)
        #expect(throws: SettingsFailure.tooLong(file)) { try Settings(environment: environment) }
        try FileManager.default.removeItem(atPath: file)
        try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
        #expect(throws: SettingsFailure.unreadable(file)) { try Settings(environment: environment) }
    }

    @Test("A command-line option overrides the settings")
    func options() throws {
        let found = try settings("name = Zoe\nlanguage = de\ncolors = no\n")
        let plain = try PlayCommand.parse([])
        let asked = try PlayCommand.parse(["--name", "Xi", "--language", "en"])
        #expect(plain.identity.chosenName(isKnown: false, settings: found, environment: [:]) == "Zoe")
        #expect(asked.identity.chosenName(isKnown: true, settings: found, environment: [:]) == "Xi")
        #expect(plain.language.chosen(settings: found) == .german)
        #expect(asked.language.chosen(settings: found) == .english)
        #expect(try Address(url: nil, room: nil, standard: "h:81").server == "h:81")
        #expect(try Address(url: "lunch", room: nil, standard: "h:81").server == "h:81")
        #expect(try Address(url: "other:82", room: "lunch", standard: "h:81").server == "other:82")
    }

    @Test("Without a chosen name the user's name is used, or Guest if there is none")
    func userName() throws {
        let options = try PlayCommand.parse([]).identity
        func name(_ user: String?) -> String? {
            options.chosenName(isKnown: false, settings: Settings(), environment: user.map { ["USER": $0] } ?? [:])
        }
        #expect(name("ann") == "ann" && name("root") == "Guest" && name("") == "Guest" && name(nil) == "Guest")
        #expect(options.chosenName(isKnown: true, settings: Settings(), environment: ["USER": "ann"]) == nil)
    }

    @Test("NO_COLOR turns colours off, whatever the settings say")
    func colors() throws {
        let on = try settings("colors = yes")
        let off = try settings("colors = no")
        #expect(FullScreen.showsColors(settings: Settings(), environment: [:]))
        #expect(FullScreen.showsColors(settings: on, environment: ["NO_COLOR": ""]))
        #expect(!FullScreen.showsColors(settings: on, environment: ["NO_COLOR": "1"]))
        #expect(!FullScreen.showsColors(settings: off, environment: [:]))
    }
}
