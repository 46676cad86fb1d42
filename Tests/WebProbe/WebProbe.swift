import EventLoop
import Foundation
import FoundationNetworking

/// Fetches from a server of its own on loopback, while the main thread's loop runs; a program of its own, for Foundation.
@main
enum WebProbe {
    static func main() {
        let loop = Loop.main
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let status = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(listener, $0, size) | listen(listener, 4) | getsockname(listener, $0, &size)
            }
        }
        guard status == 0, let url = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/")
        else {
            print("no server")
            return
        }
        // The server lives on the same loop: both sides proceed by it.
        loop.add(
            Loop.PortSource(descriptor: listener, label: "server") { _ in
                let connection = accept(listener, nil, nil)
                var request = [UInt8](repeating: 0, count: 4096)
                _ = recv(connection, &request, request.count, 0)
                let answer = "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nConnection: close\r\n\r\nhello"
                _ = send(connection, answer, answer.utf8.count, Int32(MSG_NOSIGNAL))
                close(connection)
            }, to: .common)
        Task { @MainActor in
            do {
                let (data, _) = try await URLSession.shared.data(from: url)
                print("fetched", String(decoding: data, as: UTF8.self), Foundation.Thread.isMainThread)
            } catch { print(error) }
            URLSession.shared.dataTask(with: url) { data, _, _ in
                let text = data.map { String(decoding: $0, as: UTF8.self) } ?? "nothing"
                DispatchQueue.main.async {
                    print("completed", text, Foundation.Thread.isMainThread)
                    loop.stop()
                }
            }.resume()
        }
        print(loop.run(mode: .default, for: .seconds(30)))
    }
}
