import ArgumentParser
import Foundation
import WebSockets

/// Finds every fault that would keep a server from starting with its options, without changing
/// anything.
struct StartCheck {
    struct Fault: Equatable {
        let sentence: String
        /// The exit status of a server that finds the fault.
        let exitStatus: Int32
        /// The options at fault, besides those that the sentence names.
        let options: [String]

        fileprivate init(_ error: any Error) {
            let failure = error as? DaemonFailure
            sentence = "\(error)"
            exitStatus = failure?.exitStatus ?? ExitCode.validationFailure.rawValue
            if case .store? = failure { options = ["--data", "--store"] } else { options = [] }
        }
    }

    let faults: [Fault]
    /// Warnings for the operator, about facts that could not be checked.
    let warnings: [String]

    /// - Parameter valuesOnly: whether to skip ports, sockets and stores. A port may be in use by
    ///   systemd, which hands it over, or by another server that shares it.
    init(_ options: ServeOptions, valuesOnly: Bool = false) {
        var (faults, doubts): ([Fault], [String]) = ([], [])
        var checks: [() throws -> Void] = [{ _ = try options.page() }, { try options.checkGadgets() }]
        if !valuesOnly {
            checks += [
                { doubts += try Self.listen(options) }, { doubts += try options.storeOpener?.probe() ?? [] },
            ]
        }
        for check in checks {
            do { try check() } catch { faults.append(Fault(error)) }
        }
        (self.faults, self.warnings) = (faults, doubts)
    }

    private static func listen(_ options: ServeOptions) throws(DaemonFailure) -> [String] {
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw .loop(error) }
        // systemd passes its sockets to the server, not to this command.
        let configuration = options.listenConfiguration(SocketActivation(environment: [:], process: 0))
        do { try loop.check(configuration) } catch { throw DaemonFailure(listening: error) }
        guard let path = options.listening.adminSocket else { return [] }
        do { try loop.checkControl(at: path) } catch {
            guard case .cannotListenAt(_, ENOENT) = error else { throw .control(error) }
            return [
                "The directory of \(path) does not exist. systemd creates it when it starts the service. Without systemd, create it yourself."
            ]
        }
        return []
    }
}
