import Synchronization

extension Loop {
    /// The name of a mode: which items a run of the loop looks at.
    ///
    /// Two modes are the same when their names are. The name is looked up once, when the value is made;
    /// comparing is comparing numbers. Thread: any (a plain value).
    public struct Mode: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
        let id: Int

        /// The mode of ordinary work.
        public static let `default` = Mode(id: 0)
        /// Not a mode to run in: stands for all modes that were made common.
        public static let common = Mode(id: 1)
        /// The mode while a finger holds a scroll view; it is not common by itself.
        public static let tracking = Mode(id: 2)

        private init(id: Int) { self.id = id }

        /// The mode of that name; makes nothing.
        public init(_ name: String) { id = ModeNames.id(of: name) }

        /// The mode of that name; makes nothing.
        public init(stringLiteral name: String) { id = ModeNames.id(of: name) }

        /// The mode's name.
        public var name: String { ModeNames.name(of: id) }

        /// The mode's name.
        public var description: String { name }

        static func numbered(_ id: Int) -> Mode { Mode(id: id) }
    }
}

/// The names of all modes of the process, numbered in the order of their first use.
private enum ModeNames {
    static let table = Mutex(["default", "common", "tracking"])

    static func id(of name: String) -> Int {
        table.withLock { names in
            if let known = names.firstIndex(of: name) { return known }
            names.append(name)
            return names.count - 1
        }
    }

    static func name(of id: Int) -> String { table.withLock { $0[id] } }
}
