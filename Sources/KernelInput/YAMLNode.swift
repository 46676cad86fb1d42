import CYAML
import InputBridge

/// A YAML document as a tree, of the part of YAML that recordings use: no anchors, no tags, one document.
indirect enum YAMLNode {
    case scalar(String, line: Int)
    case sequence([YAMLNode], line: Int)
    case mapping([(key: String, value: YAMLNode)], line: Int)

    /// The line at which it begins, from 1.
    var line: Int {
        switch self {
        case .scalar(_, let line), .sequence(_, let line), .mapping(_, let line): line
        }
    }

    subscript(key: String) -> YAMLNode? {
        guard case .mapping(let entries, _) = self else { return nil }
        return entries.first { $0.key == key }?.value
    }

    var items: [YAMLNode]? {
        if case .sequence(let items, _) = self { return items }
        return nil
    }

    var text: String? {
        if case .scalar(let text, _) = self { return text }
        return nil
    }

    func number<Number: FixedWidthInteger>(_: Number.Type) -> Number? { text.flatMap { Number($0) } }
}

/// Makes the tree by libyaml's events; owns its parser.
struct YAMLParser: ~Copyable {
    /// Levels of a document, chosen by us: recordings need six.
    static let deepest = 16

    // Safety: libyaml's parser is large and may not move; freed in deinit, as is the text that it reads.
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let bytes: UnsafeMutableBufferPointer<UInt8>
    private let name: String

    init(_ text: String, name: String) throws(InputError) {
        self.name = name
        bytes = .allocate(capacity: max(1, text.utf8.count))
        _ = bytes.initialize(from: text.utf8)
        parser = .allocate(capacity: 1)
        let isReady = yaml_parser_initialize(parser) == 1
        if isReady {
            yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
            yaml_parser_set_input_string(parser, bytes.baseAddress, text.utf8.count)
        } else {
            parser.pointee = yaml_parser_t()
            throw InputError(wanted: name, found: "no memory for the parser")
        }
    }

    deinit {
        yaml_parser_delete(parser)
        parser.deallocate()
        bytes.deallocate()
    }

    /// The document, and where it was cut when it was: what was whole before that is in the tree.
    mutating func document() throws(InputError) -> (root: YAMLNode, cut: Int?) {
        var open: [Open] = []
        while true {
            var event = yaml_event_t()
            guard yaml_parser_parse(parser, &event) == 1 else { return try failed(&open) }
            defer { yaml_event_delete(&event) }
            let line = Int(event.start_mark.line) + 1
            switch event.type {
            case YAML_SEQUENCE_START_EVENT, YAML_MAPPING_START_EVENT:
                guard open.count < Self.deepest else {
                    throw error(line, "found more than \(Self.deepest) levels, expected a recording")
                }
                open.append(Open(isMapping: event.type == YAML_MAPPING_START_EVENT, line: line))
            case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
                guard let node = open.popLast()?.node else { break }
                guard !open.isEmpty else { return (node, nil) }
                open[open.count - 1].add(node)
            case YAML_SCALAR_EVENT:
                let scalar = event.data.scalar
                // Safety: libyaml says how long its text is.
                let text = String(
                    decoding: UnsafeBufferPointer(start: scalar.value, count: scalar.length), as: UTF8.self)
                guard !open.isEmpty else { throw error(line, "found a single word, expected a recording") }
                open[open.count - 1].add(.scalar(text, line: line))
            case YAML_ALIAS_EVENT: throw error(line, "found an alias, expected plain values")
            case YAML_STREAM_END_EVENT: throw error(line, "found the end of the file, expected a recording")
            default: break
            }
        }
    }

    /// A file that ends in the middle plays up to there; what is wrong elsewhere is an error.
    private func failed(_ open: inout [Open]) throws(InputError) -> (root: YAMLNode, cut: Int?) {
        let line = Int(parser.pointee.problem_mark.line) + 1
        let last = bytes.lazy.filter { $0 == UInt8(ascii: "\n") }.count + 1
        guard line >= last - 1, open.count > 1 else {
            let problem = parser.pointee.problem.map { String(cString: $0) } ?? "no YAML"
            throw error(line, "\(problem), expected a recording of libinput or of evemu")
        }
        // Half an event says something else than the whole one.
        if let half = open.last?.node.items, half.allSatisfy({ $0.text != nil }) { open.removeLast() }
        while open.count > 1 {
            let node = open.removeLast().node
            open[open.count - 1].add(node)
        }
        return (open[0].node, line)
    }

    private func error(_ line: Int, _ found: String) -> InputError {
        InputError(wanted: "\(name):\(line)", found: found)
    }

    /// A sequence or mapping whose end did not come yet.
    private struct Open {
        let isMapping: Bool
        let line: Int
        private var items: [YAMLNode] = []
        private var entries: [(key: String, value: YAMLNode)] = []
        private var key: String?

        init(isMapping: Bool, line: Int) {
            self.isMapping = isMapping
            self.line = line
        }

        mutating func add(_ node: YAMLNode) {
            guard isMapping else { return items.append(node) }
            if let key {
                entries.append((key, node))
                self.key = nil
            } else {
                key = node.text ?? ""
            }
        }

        var node: YAMLNode { isMapping ? .mapping(entries, line: line) : .sequence(items, line: line) }
    }
}
