import Glibc

/// What a program does before all else, so that it can tell what goes wrong later.
///
/// Thread: main, before there are others.
enum ProcessSetup {
    /// Takes the numbers 0 to 2 where they are closed, and lets failed writes answer instead of ending the process.
    static func begin() {
        fillStandardDescriptors()
        // A dead reader answers with EPIPE, a limit of file sizes with EFBIG.
        signal(SIGPIPE, SIG_IGN)
        signal(SIGXFSZ, SIG_IGN)
    }

    /// Nothing else may get these numbers: what is said to the user would go into it.
    ///
    /// Each is opened the wrong way round, so that reading or writing fails as it did before.
    private static func fillStandardDescriptors() {
        for number: CInt in 0...2 where fcntl(number, F_GETFD) < 0 && errno == EBADF {
            _ = open("/dev/null", number == 0 ? O_WRONLY : O_RDONLY)
        }
    }
}

/// How many files the process may still open.
///
/// Thread: any.
enum FreeDescriptors {
    /// What a run needs beside what is open when it starts, chosen by us: a recording with all outputs takes 12, a
    /// console a few more, and each input device one.
    static let needed = 32

    /// Throws when they would not be enough; opens nothing.
    ///
    /// Cost: a system call for each number in use, and for the needed ones.
    static func check() throws(StartFailure) {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return }
        var free = 0
        var number: CInt = 0
        while free < needed, rlim_t(number) < limit.rlim_cur {
            if fcntl(number, F_GETFD) < 0 { free += 1 }
            number += 1
        }
        guard free < needed else { return }
        throw StartFailure(
            StartError(
                "open files: \(free) descriptors are free, \(needed) are needed; raise the limit (ulimit -n)")
        )
    }
}
