import ArgumentParser
import Foundation
import WebSockets

/// What would keep a server from starting with its options: all of it, not only the first. The check changes nothing.
struct StartCheck {
    struct Fault: Equatable {
        let sentence: String
        /// The exit status of a server that finds it.
        let exitStatus: Int32
        /// The options that it is about, besides those that the sentence names.
        let options: [String]

        fileprivate init(_ error: any Error) {
            let failure = error as? DaemonFailure
            sentence = "\(error)"
            exitStatus = failure?.exitStatus ?? ExitCode.validationFailure.rawValue
            if case .store? = failure { options = ["--data", "--store"] } else { options = [] }
        }
    }

    let faults: [Fault]
    /// What could not be found out, in sentences for the operator.
    let doubts: [String]

    /// - Parameter valuesOnly: whether ports, sockets and stores are left alone. systemd holds a port that it hands over,
    ///   and another server of the machine one that it shares.
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
        (self.faults, self.doubts) = (faults, doubts)
    }

    private static func listen(_ options: ServeOptions) throws(DaemonFailure) -> [String] {
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw .loop(error) }
        // systemd hands its sockets to the server, not to this command.
        let configuration = options.listenConfiguration(SocketActivation(environment: [:], process: 0))
        do { try loop.check(configuration) } catch { throw DaemonFailure(listening: error) }
        guard let path = options.listening.adminSocket else { return [] }
        do { try loop.checkControl(at: path) } catch {
            guard case .cannotListenAt(_, ENOENT) = error else { throw .control(error) }
            return ["There is no folder for \(path). systemd makes it when it starts the service; otherwise make it."]
        }
        return []
    }
}
