import ArgumentParser
import Foundation
import GameState
import WebSockets

/// `gomoku-cli account`: manages the user's claimed name.
struct AccountCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "account",
        abstract: "Manage a claimed name: claim it, sign in, change it or its password, list and end its sessions.",
        discussion: """
            You can play without a claimed name. With one, you can play rated games, and you are the same player on \
            every device. On a terminal the command asks for the password and hides it. If standard input is not a \
            terminal, the command reads one line of it.

            Exit status: 0 on success, 64 for wrong usage, 65 if the name or the new password is not accepted, 66 if \
            standard input has no password or no identity is stored, 69 if no server is reached, 74 if your identity \
            cannot be stored (claim and login check this first), 75 if you should try again later, 77 if the password \
            is wrong or the name is taken, 130 after Ctrl-C.
            """,
        subcommands: [
            Claim.self, Login.self, Token.self, Rename.self, ChangePassword.self, Sessions.self, SignOut.self,
            Delete.self,
        ])

    struct Claim: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Claim a name for your present identity.",
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
            let done = "\(claimed) is now your name on \(address.server)"
            try AccountRun.keep(token, in: tokens, after: done, name: claimed)
            PeopleFetch.show(done + ".")
        }
    }

    struct Login: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Sign in to your claimed name on this device.",
            usage: "gomoku-cli account login [<url>] <name> [--token-file <file>]",
            discussion: "This replaces the identity stored on this device.")

        @OptionGroup
        var owner: OwnerArguments

        func run() throws {
            let (address, name, tokens, password) = try owner.ask(isNew: false, keeps: true)
            let (known, token) = try AccountRun.run(
                .login(name: name, password: password), at: address, name: nil, token: nil)
            let done = "You are now signed in as \(known) on \(address.server)"
            try AccountRun.keep(token, in: tokens, after: done, name: known)
            PeopleFetch.show(done + ".")
        }
    }

    struct Token: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Print another token for your name, for use by a bot. Keep it secret.",
            usage: "gomoku-cli account token [<url>] [--token-file <file>]",
            discussion: "Anyone with it plays as you. Give it to a bot in a file: gomoku-cli bot … --token-file <file>."
        )

        @OptionGroup
        var here: StoredIdentityArguments

        func run() throws {
            let (address, _, known) = try here.find()
            let (_, token) = try AccountRun.run(.token, at: address, name: nil, token: known)
            Output.line(SafeText(token, isUnicode: false).text)
        }
    }

    struct Rename: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Change your claimed name. You can do this once.",
            usage: "gomoku-cli account rename [<url>] <name> [--token-file <file>]",
            discussion: "Your old name stays reserved and still leads to your profile.")

        @OptionGroup
        var owner: OwnerArguments

        func run() throws {
            let (address, name, tokens, password) = try owner.ask(isNew: false, keeps: false)
            let token = try AccountRun.known(tokens, address)
            let (renamed, _) = try AccountRun.run(
                .rename(name: name, password: password), at: address, name: nil, token: token)
            PeopleFetch.show("You are now \(renamed) on \(address.server).")
        }
    }

    struct Delete: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Delete your name, your ratings and your sessions permanently.",
            usage: "gomoku-cli account delete [<url>] [--token-file <file>]",
            discussion: """
                Asks for the password. Games that you have played remain, without your name. No one else can claim \
                the name for 90 days.
                """)

        @OptionGroup
        var here: StoredIdentityArguments

        func run() throws {
            let (address, tokens, token) = try here.find()
            let password = try AccountRun.password(isNew: false)
            _ = try AccountRun.run(.delete(password: password), at: address, name: nil, token: token)
            tokens.remove()
            PeopleFetch.show("Your name has been deleted from \(address.server).")
        }
    }
}
