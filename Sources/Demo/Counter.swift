import Penstock

/// The ticket counter: a small kiosk that shows what Penstock is for.
@main struct Counter: Application {
    static let about = "a ticket counter, to show what Penstock is for"
    static let session: String? = String(decoding: PackageResources.counter_pen, as: UTF8.self)

    var body: some WindowContent {
        Window { CounterScreen() }
    }
}
