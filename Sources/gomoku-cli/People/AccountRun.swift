import ArgumentParser
import Foundation
import GameState
import WebSockets
import Wire

/// Functions shared by the account commands.
enum AccountRun {
    static func tokens(_ path: String?, _ address: Address) throws -> TokenFile {
        if let path {
            let file = TokenFile(path: path)
            if let objection = file.objection { throw ValidationError(objection) }
            return file
        }
        guard let file = TokenFile(server: address.server, environment: ProcessInfo.processInfo.environment) else {
            throw ValidationError("There is no home directory for your identity. Name a file with --token-file.")
        }
        return file
    }

    /// Returns the stored token. Without one, prints a sentence and throws the exit status.
    static func known(_ tokens: TokenFile, _ address: Address) throws -> String {
        if let known = tokens.read() { return known }
        Output.printError("No identity is stored for \(address.server). Run gomoku-cli account claim or login first.")
        throw ExitCode(ExitStatus.noInput)
    }

    /// Asks for a password. A new one must be typed twice on a terminal.
    ///
    /// - Parameter question: the text before the input on a terminal.
    static func password(isNew: Bool, question: String = "Password: ") throws -> String {
        do {
            let password = try PasswordPrompt.read(question)
            guard isNew, PasswordPrompt.isTerminal else { return password }
            if try PasswordPrompt.read("Repeat the password: ") == password { return password }
            Output.printError("The two passwords differ. Nothing was changed. Try again.")
        } catch PasswordPrompt.Failure.tooLong {
            Output.printError("That is too long for a password. Use a shorter one.")
        } catch PasswordPrompt.Failure.noInput {
            Output.printError(
                "There is no password on standard input. Give it as one line, or run this command in a terminal.")
            throw ExitCode(ExitStatus.noInput)
        } catch {
            throw ExitCode(ExitStatus.interrupted)
        }
        throw ExitCode(ExitStatus.badData)
    }

    /// Sends the request and waits for the answer. On failure, prints a sentence and throws the
    /// exit status.
    static func run(_ ask: AccountExchange.Ask, at address: Address, name: String?, token: String?) throws -> (
        name: String, token: String
    ) {
        guard case .done(let name, let token) = try answer(ask, at: address, name: name, token: token) else {
            throw PeopleFetch.notUnderstood()
        }
        return (name, token)
    }

    /// Sends a request about sessions and returns the answer, like ``run(_:at:name:token:)``.
    static func sessions(_ ask: AccountExchange.Ask, at address: Address, token: String) throws -> [Notice.Session] {
        guard case .sessions(let sessions) = try answer(ask, at: address, name: nil, token: token) else {
            throw PeopleFetch.notUnderstood()
        }
        return sessions
    }

    private static func answer(
        _ ask: AccountExchange.Ask, at address: Address, name: String?, token: String?
    ) throws -> AccountExchange.Answer {
        let loop = try EventLoop()
        var answer: AccountExchange.Answer?
        let exchange = AccountExchange(ask, at: address, name: name, token: token, isBot: false, loop: loop) {
            answer = $0
            loop.stop()
        }
        try loop.run()
        withExtendedLifetime(exchange) {}
        switch answer {
        case .done?, .sessions?, .participant?: return answer ?? .failed(.interrupted)
        case .refused(let code, let sentence):
            Output.printError(sentence.isEmpty ? "The server refused the request (\(code))." : sentence)
            throw ExitCode(Notice.Reason(word: code, message: sentence).exitStatus)
        case .failed(let failure):
            Output.printError(failure.sentence)
            throw ExitCode(failure.status)
        case nil: throw ExitCode(ExitStatus.interrupted)
        }
    }

    /// Prints a sentence and throws the exit status if `file` cannot be written. Called before
    /// requests that cannot be undone.
    static func check(_ file: TokenFile) throws {
        do { try file.checkWritable() } catch {
            Output.printError(
                "Your identity cannot be stored in \(file.path). Nothing was done. Name another --token-file.")
            throw ExitCode(ExitStatus.unwritable)
        }
    }

    /// Stores the token.
    ///
    /// - Parameters:
    ///   - done: the beginning of a sentence, which says that the server has made the change.
    ///   - name: the owner of the token.
    static func keep(_ token: String, in file: TokenFile, after done: String, name: String) throws {
        do { try file.write(token) } catch {
            Output.printError(
                "\(done), but your identity could not be stored in \(file.path). "
                    + "Sign in with your password: gomoku-cli account login \(name) --token-file FILE.")
            throw ExitCode(ExitStatus.unwritable)
        }
    }
}
