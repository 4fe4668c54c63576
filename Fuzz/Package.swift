// swift-tools-version: 6.2
import PackageDescription

// The static library for the fuzz targets: the product's modules once more, optimized and
// instrumented for libFuzzer, and the properties of Tests/PropertyTests. Only scripts/fuzz builds
// it. The folders in Sources are links to those of the product.

/// The product's settings, with instrumentation and testability.
let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .unsafeFlags(["-sanitize=fuzzer", "-enable-testing"]),
]

/// Returns the settings of a program, with another name for its `main`, because libFuzzer has one.
func program(_ name: String) -> [SwiftSetting] {
    settings + [.unsafeFlags(["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "\(name)_main"])]
}

let package = Package(
    name: "fuzz",
    products: [.library(name: "Properties", type: .static, targets: ["Properties"])],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", exact: "1.8.2"),
        .package(url: "https://github.com/apple/swift-collections", exact: "1.6.0"),
        .package(url: "https://github.com/apple/swift-log", exact: "1.16.2"),
        .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0"),
    ],
    targets: [
        .systemLibrary(name: "CWebSockets", pkgConfig: "libwebsockets"),
        .systemLibrary(name: "CCrypto", pkgConfig: "libcrypto"),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib"),
        .systemLibrary(name: "CBrotli", pkgConfig: "libbrotlienc"),
        .systemLibrary(name: "CMalloc"),
        .systemLibrary(name: "CPrefetch"),
        .systemLibrary(name: "CHiredis"),
        .target(name: "WebSockets", dependencies: ["CWebSockets"], swiftSettings: settings),
        .target(name: "Cryptography", dependencies: ["CCrypto"], swiftSettings: settings),
        .target(name: "Compression", dependencies: ["CBrotli", "CZlib"], swiftSettings: settings),
        .target(name: "GameState", swiftSettings: settings),
        .target(name: "Storage", dependencies: ["GameState"], swiftSettings: settings),
        .target(name: "Wire", dependencies: ["GameState"], swiftSettings: settings),
        .target(name: "Client", dependencies: ["GameState", "Wire"], swiftSettings: settings),
        .target(name: "Robot", dependencies: ["CPrefetch", "GameState"], swiftSettings: settings),
        .target(name: "Puzzles", dependencies: ["Cryptography", "GameState"], swiftSettings: settings),
        .target(name: "PuzzleMaking", dependencies: ["GameState", "Puzzles", "Robot"], swiftSettings: settings),
        .target(name: "Engines", dependencies: ["GameState", "Robot", "Wire"], swiftSettings: settings),
        .target(
            name: "Redis", dependencies: ["CHiredis", .product(name: "DequeModule", package: "swift-collections")],
            swiftSettings: settings),
        .target(
            name: "GomokuRedisStore", dependencies: ["GameState", "Redis", "Storage"],
            resources: [.embedInCode("Lua")], swiftSettings: settings),
        .target(
            name: "Threads", dependencies: [.product(name: "DequeModule", package: "swift-collections")],
            swiftSettings: settings),
        .target(
            name: "GomokuStore",
            dependencies: [
                "GameState", "Storage", "Threads", .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "GRDBSQLite", package: "GRDB.swift"),
            ], swiftSettings: settings),
        .target(name: "Nodes", dependencies: ["GameState", "Storage"], swiftSettings: settings),
        .target(
            name: "Rooms",
            dependencies: [
                "Cryptography", "GameState", "Nodes", "Storage", "Wire", "WebSockets",
                .product(name: "DequeModule", package: "swift-collections"),
            ], swiftSettings: settings),
        .target(
            name: "Robots",
            dependencies: [
                "Cryptography", "GameState", "Nodes", "PuzzleMaking", "Puzzles", "Robot", "Rooms", "Storage", "Threads",
                "WebSockets", "Wire",
                .product(name: "DequeModule", package: "swift-collections"),
            ], swiftSettings: settings),
        .target(
            name: "Web",
            dependencies: [
                "Compression", "Cryptography", "GameState", "Nodes", "Puzzles", "Robots", "Rooms", "Storage", "Threads",
                "WebSockets",
                "Wire",
            ], swiftSettings: settings),
        .target(
            name: "GomokuServer",
            dependencies: [
                "GameState", "Storage", "Nodes", "Robots", "Rooms", "Threads", "Web", "Wire", "WebSockets",
                "GomokuStore",
                "GomokuRedisStore",
                "Redis", "Robot",
                "Cryptography", "Compression", "CMalloc",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "DequeModule", package: "swift-collections"),
                .product(name: "Logging", package: "swift-log"),
            ], swiftSettings: program("GomokuServer")),
        .target(
            name: "gomoku_cli",
            dependencies: [
                "GameState", "Wire", "Client", "WebSockets", "Robot", "Engines", "Puzzles",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
                .product(name: "DequeModule", package: "swift-collections"),
            ], swiftSettings: program("gomoku_cli")),
        .target(
            name: "Properties",
            dependencies: [
                "GameState", "Storage", "Wire", "Client", "WebSockets", "Engines", "GomokuStore", "GomokuServer",
                "Nodes", "Rooms",
                "gomoku_cli",
            ],
            swiftSettings: settings),
    ]
)
