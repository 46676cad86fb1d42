// swift-tools-version: 6.2
import PackageDescription

// A package outside Penstock's own: what yours can begin with. Put Penstock's place where "../.." stands.
let penstock: Target.Dependency = .product(name: "Penstock", package: "Penstock")
let harness: Target.Dependency = .product(name: "Harness", package: "Penstock")

let package = Package(
    name: "Turnstile",
    dependencies: [.package(name: "Penstock", path: "../..")],
    targets: [
        .target(name: "Gate", dependencies: [penstock]),
        .executableTarget(name: "Turnstile", dependencies: ["Gate", penstock]),
        .testTarget(name: "GateTests", dependencies: ["Gate", penstock, harness]),
    ],
    swiftLanguageModes: [.v6]
)
