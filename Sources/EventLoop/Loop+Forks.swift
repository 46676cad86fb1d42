import CLinux

// A forked child shares the kernel objects of its parent's loops: waiting or arming there would take the parent's events.
extension Loop {
    /// Traps in a forked child of a process that had a loop; one load.
    @inline(__always)
    static func preconditionNotForked() {
        if clinux_has_forked() != 0 { trapInForkedChild() }
    }

    @inline(never)
    private static func trapInForkedChild() -> Never {
        fatalError(
            """
            BUG (caller): a Loop used in a forked child: it shares its descriptors with the parent's. \
            Only exec and _exit are possible there; start programs with posix_spawn
            """)
    }
}
