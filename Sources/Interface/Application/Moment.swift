/// Marks the main moments of a run, for pictures and for the trace.
public enum Moment {
    /// Says that something worth a picture happened.
    ///
    /// With `--pictures` the first frame that holds what this turn changed is written as `NN-name.png`; with
    /// `--trace` the moment is a mark in it. Without either it costs one test. `name` should be a few words of
    /// letters and digits; in file names everything else becomes a hyphen.
    /// Thread: main.
    @MainActor
    public static func note(_ name: StaticString) { listener?(name) }

    /// Who listens to the moments: the run of the application.
    @MainActor package static var listener: ((StaticString) -> Void)?
}
