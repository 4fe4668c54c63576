import ArgumentParser
import Foundation

extension Settings {
    private static let ofProcess: Result<Settings, SettingsFailure> = {
        do throws(SettingsFailure) {
            return .success(try Settings(environment: ProcessInfo.processInfo.environment))
        } catch {
            return .failure(error)
        }
    }()

    /// The settings of this process. The defaults if ``check()`` throws.
    static let current = (try? ofProcess.get()) ?? Settings()

    /// Throws a usage error if the settings are invalid. Commands call it before they use
    /// ``current``.
    static func check() throws {
        if case .failure(let failure) = ofProcess { throw ValidationError("\(failure)") }
    }
}
