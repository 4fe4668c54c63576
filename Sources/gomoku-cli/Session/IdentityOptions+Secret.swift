import ArgumentParser
import GameState
import Wire

/// Access to rooms with a secret.
extension IdentityOptions {
    /// Throws a usage error unless the arguments name a room, or a link will be asked for.
    func check(url: String?, room: String?) throws {
        let address = try Address.of(url: url, room: room)
        if !secret { _ = try address.withRoom() }
        try checkSecret(of: address)
    }

    /// Throws a usage error if the link has lost its secret, and the user is not asked for it.
    func checkSecret(of address: Address) throws {
        if !secret, address.isIncomplete { throw ValidationError("\(AddressError.incomplete)") }
    }

    /// Returns the address with the secret that the user types, if `--secret` asks for it. A secret
    /// on the command line would be visible in process lists and in the shell's history.
    func ask(_ address: Address) throws -> Address {
        guard secret else { return address }
        do {
            return try address.with(typed: try PasswordPrompt.read("The room's secret or link: "))
        } catch let error as AddressError {
            Output.printError("\(error)")
            throw ExitCode(ExitStatus.badData)
        } catch {
            Output.printError("No secret was given.")
            throw ExitCode(PasswordPrompt.isTerminal ? ExitStatus.interrupted : ExitStatus.noInput)
        }
    }
}
