// swift-tools-version: 6.2
import PackageDescription

// One settings array for every Swift target: the Swift 6 language mode and the checks that keep C types,
// implicit imports and untyped existentials out of public signatures.
let settings: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A C library of the system, found by pkg-config and installed by `scripts/setup`.
func library(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func module(
    _ name: String, _ dependencies: [Target.Dependency], settings extra: [SwiftSetting] = []
) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings + extra)
}

func executable(_ name: String, _ dependencies: [Target.Dependency], path: String? = nil) -> Target {
    .executableTarget(name: name, dependencies: dependencies, path: path, swiftSettings: settings)
}

func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(name: name, dependencies: dependencies, exclude: exclude, swiftSettings: settings)
}

/// What an app or its tests may import, each a product of its name.
let modules = [
    "Penstock", "EventLoop", "InputEvents", "InputBridge", "Graphics", "LayerTree", "Display", "Interface",
    "Harness",
]

let package = Package(
    name: "Penstock",
    products: [
        .executable(name: "demo", targets: ["Demo"])
    ] + modules.map { .library(name: $0, targets: [$0]) },
    targets: [
        // The system's C, one target a library; the arrow points up this list only.
        .target(name: "CLinux"),
        .target(name: "CKernels"),
        .target(name: "CUinput"),
        library("CLibinput", "libinput", "libinput-dev"),
        library("CLibudev", "libudev", "libudev-dev"),
        library("CXKBCommon", "xkbcommon", "libxkbcommon-dev"),
        library("CCairo", "cairo", "libcairo2-dev"),
        library("CPangoCairo", "pangocairo", "libpango1.0-dev"),
        library("CDRM", "libdrm", "libdrm-dev"),
        library("CLibseat", "libseat", "libseat-dev"),
        library("CYAML", "yaml-0.1", "libyaml-dev"),
        library("CPNG", "libpng", "libpng-dev"),

        module("EventLoop", ["CLinux"]),
        module("InputEvents", [], settings: [.strictMemorySafety()]),
        module("InputBridge", ["EventLoop", "InputEvents", "CLinux", "CLibinput", "CLibudev", "CXKBCommon"]),
        // Below libinput: what the tool and the tests make kernel devices of.
        module("KernelInput", ["InputEvents", "InputBridge", "CLinux", "CUinput", "CYAML"]),
        module("Graphics", ["InputEvents", "CKernels", "CCairo", "CPangoCairo", "CPNG"]),
        module("LayerTree", ["EventLoop", "InputEvents", "Graphics"]),
        module(
            "Display", ["EventLoop", "InputEvents", "Graphics", "LayerTree", "CLinux", "CDRM", "CLibseat"]),
        module(
            "Interface",
            ["EventLoop", "InputEvents", "InputBridge", "Graphics", "LayerTree", "Display", "CLinux"]),
        module(
            "Harness",
            ["EventLoop", "InputEvents", "InputBridge", "Graphics", "LayerTree", "Display", "Interface"]),
        module(
            "Penstock",
            ["EventLoop", "InputEvents", "InputBridge", "Graphics", "LayerTree", "Display", "Interface"]),

        executable(
            "penstock",
            ["CLinux", "EventLoop", "InputEvents", "InputBridge", "KernelInput"]),
        .executableTarget(
            name: "Demo",
            dependencies: ["Penstock"],
            resources: [.embedInCode("Resources/counter.pen")],
            swiftSettings: settings + [.defaultIsolation(MainActor.self)]),

        // Only for tests: programs that they run, and what those count.
        .target(name: "CCounters", path: "Tests/CCounters"),
        .target(name: "CFakeDevices", path: "Tests/CFakeDevices"),
        .target(
            name: "FakeDevices", dependencies: ["CFakeDevices", "KernelInput"], path: "Tests/FakeDevices",
            swiftSettings: settings),
        .executableTarget(
            name: "InputProbe",
            dependencies: [
                "CCounters", "CFakeDevices", "EventLoop", "FakeDevices", "InputBridge", "InputEvents",
            ],
            path: "Tests/InputProbe", swiftSettings: settings,
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),
        // Exports its names, so that a backtrace has them.
        .executableTarget(
            name: "LoopProbe", dependencies: ["CCounters", "CLinux", "EventLoop"], path: "Tests/LoopProbe",
            swiftSettings: settings, linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),
        executable("WebProbe", ["EventLoop"], path: "Tests/WebProbe"),
        executable(
            "rig-probe", ["Display", "EventLoop", "Graphics", "LayerTree"], path: "Tests/Rig/Probe"),

        executable("readme-example", ["Penstock"], path: "Tests/ReadmeExample"),

        .target(name: "BareLibinput", dependencies: ["CLibinput"], path: "Benchmarks/BareLibinput"),
        .executableTarget(
            name: "input-bench",
            dependencies: ["BareLibinput", "EventLoop", "FakeDevices", "InputBridge", "InputEvents"],
            path: "Benchmarks/InputBench", swiftSettings: settings,
            linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),
        executable("loop-bench", ["CCounters", "CLinux", "EventLoop"], path: "Benchmarks/LoopBench"),
        executable(
            "raster-bench", ["EventLoop", "InputEvents", "Graphics", "LayerTree"],
            path: "Benchmarks/RasterBench"),

        tests(
            "ApplicationTests",
            [
                "CLinux", "EventLoop", "InputEvents", "InputBridge", "Graphics", "LayerTree", "Display",
                "Interface",
            ]),
        tests("AssumptionTests", ["CLinux"]),
        tests(
            "DemoTests",
            ["Demo", "EventLoop", "InputEvents", "Graphics", "LayerTree", "Display", "Interface", "Harness"]),
        tests(
            "DisplayTests",
            ["CLinux", "Display", "EventLoop", "Graphics", "InputEvents", "LayerTree", "rig-probe"]),
        tests(
            "EventLoopTests", ["CLinux", "EventLoop", "LoopProbe", "WebProbe", "penstock"],
            exclude: ["Scenarios"]),
        tests("GraphicsTests", ["InputEvents", "Graphics"]),
        // The executable's own functions must win over those of the C library: see Tests/CFakeDevices.
        .testTarget(
            name: "InputBridgeTests",
            dependencies: [
                "CFakeDevices", "EventLoop", "FakeDevices", "InputBridge", "InputEvents", "InputProbe",
            ],
            swiftSettings: settings, linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),
        tests("InputEventsTests", ["InputEvents"]),
        tests(
            "InterfaceTests",
            [
                "EventLoop", "InputEvents", "InputBridge", "Graphics", "LayerTree", "Display", "Interface",
                "Harness",
            ]),
        .testTarget(
            name: "KernelInputTests",
            dependencies: ["EventLoop", "FakeDevices", "InputBridge", "InputEvents", "KernelInput"],
            swiftSettings: settings, linkerSettings: [.unsafeFlags(["-Xlinker", "--export-dynamic"])]),
        tests("LayerTreeTests", ["EventLoop", "InputEvents", "Graphics", "LayerTree"]),
        tests("ReadmeTests", ["readme-example"]),
        tests("ToolTests", ["EventLoop", "InputEvents", "penstock"]),
    ],
    swiftLanguageModes: [.v6]
)
