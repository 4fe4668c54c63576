// swift-tools-version: 6.2
import PackageDescription

/// Settings of every target: Swift 6 language mode, and warnings as errors.
let strict: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Settings of targets in which the compiler demands `unsafe` wherever code uses a pointer. The
/// exceptions are `WebSockets` and `Redis`, which wrap C libraries, and `Robot`, whose tables are
/// raw memory.
let memorySafe: [SwiftSetting] =
    strict + [
        .strictMemorySafety(),
        .treatWarning("StrictMemorySafety", as: .error),
    ]

/// Optimization in debug builds too, with assertions, for the targets in which tests spend most of
/// their time: without optimization, all Swift tests take twice as long. Compiling the whole module
/// at once takes a third of the time that single files take.
let fast: [SwiftSetting] = [
    .unsafeFlags(
        ["-O", "-whole-module-optimization", "-num-threads", "2", "-assert-config", "Debug"],
        .when(configuration: .debug))
]

/// Release builds without checks for exclusive access.
let unchecked: [SwiftSetting] = [.unsafeFlags(["-enforce-exclusivity=unchecked"], .when(configuration: .release))]

let package = Package(
    name: "gomoku",
    products: [
        .executable(name: "gomoku-server", targets: ["GomokuServer"]),
        .executable(name: "gomoku-cli", targets: ["gomoku-cli"]),
        .executable(name: "gomoku-lab", targets: ["gomoku-lab"]),
        .library(name: "GameState", targets: ["GameState"]),
        .library(name: "Wire", targets: ["Wire"]),
        .library(name: "Client", targets: ["Client"]),
        .library(name: "Robot", targets: ["Robot"]),
        .library(name: "WebSockets", targets: ["WebSockets"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        // Debian's libwebsockets 4.1.6, and the only target that may import it.
        .systemLibrary(
            name: "CWebSockets", pkgConfig: "libwebsockets", providers: [.apt(["libwebsockets-dev"])]),
        .target(name: "WebSockets", dependencies: ["CWebSockets"], swiftSettings: strict),

        // OpenSSL's libcrypto, which libwebsockets links already, and the only target that may
        // import it.
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "Cryptography", dependencies: ["CCrypto"], swiftSettings: memorySafe),

        // zlib, which libwebsockets links already, brotli's encoder, and the only target that may
        // import them.
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc", providers: [.apt(["libbrotli-dev"])]),
        .target(name: "Compression", dependencies: ["CBrotli", "CZlib"], swiftSettings: memorySafe),

        // glibc's allocator.
        .systemLibrary(name: "CMalloc"),

        // Prefetch instructions for the search: a header, with nothing to link.
        .systemLibrary(name: "CPrefetch"),

        // Pure targets, without I/O, clocks or randomness.
        .target(name: "GameState", swiftSettings: memorySafe + fast),
        .target(name: "Storage", dependencies: ["GameState"], swiftSettings: memorySafe),
        .target(name: "Wire", dependencies: ["GameState"], swiftSettings: memorySafe),
        // Rounding needs libm. Foundation links it in this package, but a package that uses only
        // this library has no Foundation.
        .target(
            name: "Client", dependencies: ["GameState", "Wire"], swiftSettings: memorySafe,
            linkerSettings: [.linkedLibrary("m")]),
        .target(name: "Robot", dependencies: ["CPrefetch", "GameState"], swiftSettings: strict + fast),
        // Collections of puzzles with proofs, without I/O.
        .target(name: "Puzzles", dependencies: ["Cryptography", "GameState"], swiftSettings: memorySafe),
        // Puzzles from games, without I/O.
        .target(name: "PuzzleMaking", dependencies: ["GameState", "Puzzles", "Robot"], swiftSettings: memorySafe),
        .target(name: "Engines", dependencies: ["GameState", "Robot", "Wire"], swiftSettings: memorySafe),

        // Debian's hiredis, and the only target that may import it.
        .systemLibrary(name: "CHiredis", providers: [.apt(["libhiredis-dev"])]),
        .target(
            name: "Redis", dependencies: ["CHiredis", .product(name: "DequeModule", package: "swift-collections")],
            swiftSettings: strict),
        .target(
            name: "GomokuRedisStore", dependencies: ["GameState", "Redis", "Storage"],
            resources: [.embedInCode("Lua")], swiftSettings: memorySafe),

        // Worker threads of low priority.
        .target(
            name: "Threads", dependencies: [.product(name: "DequeModule", package: "swift-collections")],
            swiftSettings: memorySafe),
        .target(
            name: "GomokuStore",
            dependencies: [
                "GameState", "Storage", "Threads", .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "GRDB", package: "GRDB.swift"), .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ],
            swiftSettings: memorySafe + fast),
        // Messages between servers over one store, and their links. It does no I/O.
        .target(name: "Nodes", dependencies: ["GameState", "Storage"], swiftSettings: memorySafe),
        // Live rooms with their audiences, presence and chat; the lobby; budgets. The loop's thread
        // owns all of it. Only debug builds, which tests use, check for exclusive access, because
        // the checks are a third of a delta's cost in a room of 200.
        .target(
            name: "Rooms",
            dependencies: [
                "Cryptography", "GameState", "Nodes", "Storage", "Wire", "WebSockets",
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: memorySafe + unchecked),
        // Robots in rooms, hints, analyses, game reports and puzzles from games.
        .target(
            name: "Robots",
            dependencies: [
                "Cryptography", "GameState", "Nodes", "PuzzleMaking", "Puzzles", "Robot", "Rooms", "Storage", "Threads",
                "WebSockets", "Wire",
                .product(name: "DequeModule", package: "swift-collections"),
            ], swiftSettings: memorySafe),
        .target(
            name: "Web",
            dependencies: [
                "Compression", "Cryptography", "GameState", "Nodes", "Puzzles", "Robots", "Rooms", "Storage", "Threads",
                "WebSockets",
                "Wire",
            ], swiftSettings: memorySafe),
        .executableTarget(
            name: "GomokuServer",
            dependencies: [
                "GameState", "Storage", "Nodes", "Robots", "Rooms", "Threads", "Web", "Wire", "WebSockets",
                "GomokuStore",
                "GomokuRedisStore",
                "Redis",
                "Robot",
                "Cryptography",
                "Compression", "CMalloc",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ],
            swiftSettings: memorySafe + unchecked),
        .executableTarget(
            name: "gomoku-cli",
            dependencies: [
                "GameState", "Wire", "Client", "WebSockets", "Robot", "Engines", "Puzzles",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "DequeModule", package: "swift-collections"),
            ],
            swiftSettings: memorySafe),
        // Commands for developers of the robot; see docs/ROBOT.md.
        .executableTarget(
            name: "gomoku-lab",
            dependencies: [
                "GameState", "PuzzleMaking", "Puzzles", "Robot", "Engines", "Wire",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: memorySafe),
        // An example for authors of bots; see docs/BOTS.md.
        .executableTarget(
            name: "example-bot", dependencies: ["GameState", "Wire", "Client", "WebSockets"], path: "examples/swift",
            swiftSettings: strict),

        // Measures the store by itself, for Benchmarks/run.
        .executableTarget(
            name: "store-bench", dependencies: ["GameState", "GomokuStore", "Storage"],
            path: "Benchmarks/disk/store-bench",
            swiftSettings: strict),

        .target(
            name: "TestSupport",
            dependencies: [
                "GameState", "Redis", .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        .testTarget(
            name: "GameStateTests", dependencies: ["GameState", "TestSupport"], resources: [.copy("Fixtures")],
            swiftSettings: strict),
        .testTarget(
            name: "StorageTests", dependencies: ["GameState", "Storage", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "WireTests", dependencies: ["TestSupport", "Wire", "GameState"], swiftSettings: strict),
        .testTarget(
            name: "ClientTests", dependencies: ["TestSupport", "Client", "Wire", "GameState", "Storage"],
            swiftSettings: strict),
        .testTarget(
            name: "RobotTests", dependencies: ["TestSupport", "Robot", "GameState"], resources: [.copy("Fixtures")],
            swiftSettings: strict),
        .testTarget(
            name: "PuzzlesTests", dependencies: ["Cryptography", "GameState", "Puzzles"],
            swiftSettings: strict),
        .testTarget(
            name: "EnginesTests", dependencies: ["Engines", "GameState", "Robot", "Wire"], swiftSettings: strict),
        .testTarget(name: "ThreadsTests", dependencies: ["Threads"], swiftSettings: strict),
        .testTarget(name: "CryptographyTests", dependencies: ["Cryptography"], swiftSettings: strict),
        .testTarget(name: "RedisTests", dependencies: ["Redis", "TestSupport"], swiftSettings: strict),
        .testTarget(name: "WebSocketsTests", dependencies: ["WebSockets"], swiftSettings: strict),
        .testTarget(
            name: "GomokuStoreTests",
            dependencies: ["TestSupport", "GomokuStore", "GomokuRedisStore", "Redis", "GameState", "Storage"],
            resources: [.copy("Fixtures")],
            swiftSettings: strict),
        .testTarget(
            name: "GomokuServerTests",
            dependencies: [
                "TestSupport", "GomokuServer", "GameState", "Storage", "Nodes", "Puzzles", "Robots", "Rooms", "Threads",
                "Web",
                "Wire",
                "WebSockets", "Cryptography",
            ],
            swiftSettings: strict),
        // Properties that hold for any input. Fuzz/Package.swift builds fuzzers of them.
        .testTarget(
            name: "PropertyTests",
            dependencies: [
                "TestSupport", "GameState", "Storage", "Wire", "Client", "WebSockets", "Engines", "GomokuStore",
                "GomokuServer", "Nodes", "Robots", "Rooms", "Web", "gomoku-cli",
            ], swiftSettings: strict),
        .testTarget(
            name: "gomoku-cliTests",
            dependencies: [
                "TestSupport", "gomoku-cli", "GameState", "Wire", "Client", "WebSockets", "Engines", "Puzzles",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "gomoku-labTests",
            dependencies: ["TestSupport", "gomoku-lab", "GameState", "PuzzleMaking"], swiftSettings: strict),
        .testTarget(
            name: "PuzzleMakingTests", dependencies: ["GameState", "PuzzleMaking", "Puzzles", "Robot"],
            swiftSettings: strict),
    ]
)
