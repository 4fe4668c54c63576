import ArgumentParser
import Foundation
import GameState
import WebSockets

/// `gomoku-cli account`: manages the user's registered name.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Own a name: claim it, log in elsewhere, change it, get a token for a bot.",
        discussion: """
            You can play without. With a name of your own, results of rated games count, and you are the same on every device. \
            The password is asked for on the terminal and not shown; where standard input is no terminal it is one line of it.

            Exit status: 0 when all went well, 1 when the server refuses, 64 for wrong usage, 66 without a password on standard \
            input, 69 when no server is reached, 74 when your identity cannot be kept (claim and login find that out first), \
            130 after Ctrl-C.
            """,
        subcommands: [Claim.self, Login.self, Token.self, Rename.self, Delete.self])

    struct Claim: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Make a name your own, as whom you play now.",
            usage: "gomoku-cli account claim [<url>] <name> [--token-file <file>]")

        @OptionGroup
        var owner: OwnerArguments

        func run() throws {
            let (address, name, tokens, password) = try owner.ask(isNew: true, keeps: true)
            // A guest sends the name first, so that others see it even before the claim is
            // answered.
            let known = tokens.read()
            let (claimed, token) = try AccountRun.run(
                .claim(name: name, password: password), at: address, name: known == nil ? name : nil, token: known)
            let done = "\(claimed) is your name now on \(address.server)"
            try AccountRun.keep(token, in: tokens, after: done, name: claimed)
            PeopleFetch.show(done + ".")
        }
    }

    struct Login: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Be the owner of a name on this device too.",
            usage: "gomoku-cli account login [<url>] <name> [--token-file <file>]",
            discussion: "Whoever you were here until now is forgotten on this device.")

        @OptionGroup
        var owner: OwnerArguments

        func run() throws {
            let (address, name, tokens, password) = try owner.ask(isNew: false, keeps: true)
            let (known, token) = try AccountRun.run(
                .login(name: name, password: password), at: address, name: nil, token: nil)
            let done = "You are \(known) now on \(address.server)"
            try AccountRun.keep(token, in: tokens, after: done, name: known)
            PeopleFetch.show(done + ".")
        }
    }

    struct Token: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print another token of your name, for a bot. It is a secret.",
            usage: "gomoku-cli account token [<url>] [--token-file <file>]",
            discussion: "Whoever has it plays as you. Give it to a bot in a file: gomoku-cli bot … --token-file <file>."
        )

        @OptionGroup
        var here: HereArguments

        func run() throws {
            let (address, _, known) = try here.find()
            let (_, token) = try AccountRun.run(.token, at: address, name: nil, token: known)
            Output.line(SafeText(token, isUnicode: false).text)
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change the name that is yours, once.",
            usage: "gomoku-cli account rename [<url>] <name> [--token-file <file>]",
            discussion: "The name until now is nobody else's, and leads to you as before.")

        @OptionGroup
        var owner: OwnerArguments

        func run() throws {
            let (address, name, tokens, password) = try owner.ask(isNew: false, keeps: false)
            let token = try AccountRun.known(tokens, address)
            let (renamed, _) = try AccountRun.run(
                .rename(name: name, password: password), at: address, name: nil, token: token)
            PeopleFetch.show("You are \(renamed) now on \(address.server).")
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete your name, your ratings and your sessions, for good.",
            usage: "gomoku-cli account delete [<url>] [--token-file <file>]",
            discussion: """
                Asks for the password. Games that you have played stay, with "somebody who left" where your name was; the name \
                is free for others.
                """)

        @OptionGroup
        var here: HereArguments

        func run() throws {
            let (address, tokens, token) = try here.find()
            let password = try AccountRun.password(isNew: false)
            _ = try AccountRun.run(.delete(password: password), at: address, name: nil, token: token)
            tokens.remove()
            PeopleFetch.show("Your name is deleted on \(address.server).")
        }
    }
}
