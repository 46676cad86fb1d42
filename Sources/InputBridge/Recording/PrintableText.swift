/// A text of unknown origin, fit for a terminal and a line of a message.
///
/// Control characters, and what turns or hides text, are written as their numbers, so that no file and no device can
/// command a terminal; what is longer than `limit` scalars is cut, with an ellipsis. Cost: linear in what is kept.
package func printable(_ text: some StringProtocol, limit: Int = .max, keeping kept: Unicode.Scalar? = nil)
    -> String
{
    var result = String.UnicodeScalarView()
    var count = 0
    for scalar in text.unicodeScalars {
        guard count < limit else {
            result.append("…")
            break
        }
        count += 1
        if scalar == kept {
            result.append(scalar)
            continue
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned:
            result.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
        default: result.append(scalar)
        }
    }
    return String(result)
}
