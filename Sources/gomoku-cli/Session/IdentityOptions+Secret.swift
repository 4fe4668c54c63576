import ArgumentParser
import GameState

/// Rooms that one needs a secret for.
extension IdentityOptions {
    /// That the arguments name a room, unless a link that is asked for will.
    func check(url: String?, room: String?) throws {
        let address = try Address.of(url: url, room: room)
        if !secret { _ = try address.withRoom() }
    }

    /// The address with the secret that is typed, where it is to be asked for: what stands on the command line is seen by
    /// everybody who lists the machine's processes, and kept in the shell's history.
    func ask(_ address: Address) throws -> Address {
        guard secret else { return address }
        do {
            return try address.with(typed: try PasswordPrompt.read("The room's secret, or the link with it: "))
        } catch let error as AddressError {
            Output.complain("\(error)")
            throw ExitCode(ExitStatus.badData)
        } catch {
            Output.complain("No secret was given.")
            throw ExitCode(PasswordPrompt.isTerminal ? ExitStatus.interrupted : ExitStatus.noInput)
        }
    }
}
