/// What the doctor says of one thing.
package struct Finding: Equatable {
    /// How it is.
    package enum Verdict: String {
        /// As it should be.
        case good = "ok"
        /// Works, or is needed by some programs only.
        case note = "note"
        /// Keeps an application from running.
        case bad = "BAD"
    }

    package var subject: String
    package var verdict: Verdict
    package var found: String
    /// What to do; empty when nothing has to be done.
    package var remedy = ""

    package init(_ subject: String, _ verdict: Verdict, _ found: String, remedy: String = "") {
        self.subject = subject
        self.verdict = verdict
        self.found = found
        self.remedy = remedy
    }

    /// One line, and one more for the remedy.
    package var text: String {
        func pad(_ text: String, _ width: Int) -> String {
            text + String(repeating: " ", count: max(1, width - text.count))
        }
        return pad(verdict.rawValue, 6) + pad(subject, 10) + found
            + (remedy.isEmpty ? "" : "\n" + pad("", 16) + remedy)
    }
}
