import Testing

/// Everything that takes over the main loop, one after the other.
@Suite("On a harness", .serialized)
@MainActor
struct HarnessTests {}
