import Gate
import Penstock

@main struct Turnstile: Application {
    var body: some WindowContent { Window { Gate() } }
}
