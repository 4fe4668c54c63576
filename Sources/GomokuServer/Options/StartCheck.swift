import ArgumentParser
import WebSockets

/// What would keep a server from starting with its options: all of it, not only the first. The check changes nothing.
struct StartCheck {
    struct Fault: Equatable {
        let sentence: String
        /// The exit status of a server that finds it.
        let exitStatus: Int32

        fileprivate init(_ error: any Error) {
            sentence = "\(error)"
            exitStatus = (error as? DaemonFailure)?.exitStatus ?? ExitCode.validationFailure.rawValue
        }
    }

    let faults: [Fault]
    /// What could not be found out, in sentences for the operator.
    let doubts: [String]

    init(_ options: ServeOptions) {
        var (faults, doubts): ([Fault], [String]) = ([], [])
        let checks: [() throws -> Void] = [
            { _ = try options.page() },
            { try options.checkGadgets() },
            { try Self.listen(options) },
            { doubts = try options.storeOpener?.probe() ?? [] },
        ]
        for check in checks {
            do { try check() } catch { faults.append(Fault(error)) }
        }
        (self.faults, self.doubts) = (faults, doubts)
    }

    private static func listen(_ options: ServeOptions) throws(DaemonFailure) {
        let loop: EventLoop
        do { loop = try EventLoop() } catch { throw .loop(error) }
        // systemd hands its sockets to the server, not to this command.
        let configuration = options.listenConfiguration(SocketActivation(environment: [:], process: 0))
        do { try loop.check(configuration) } catch { throw DaemonFailure(listening: error) }
        guard let path = options.listening.adminSocket else { return }
        do { try loop.checkControl(at: path) } catch { throw .control(error) }
    }
}
