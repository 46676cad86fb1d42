import EventLoop
import Graphics
import InputEvents
import LayerTree
import Testing

@MainActor
@Suite(.serialized)
struct CommitTests {
    @Test("L-01 R-08 changes of one turn are committed together at order 2,000,000, exactly once")
    func oneCommitATurn() {
        let stage = Stage()
        stage.run()
        let before = stage.host.commits
        let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
        layer.cornerRadius = 3
        Transaction.run { layer.borderWidth = 1 }
        var atPre = -1, atPost = -1
        let pre = Loop.Observer(.beforeWaiting, order: 1_999_000, repeats: false) { _ in
            atPre = stage.host.commits
        }
        let post = Loop.Observer(.beforeWaiting, order: 2_001_000, repeats: false) { _ in
            atPost = stage.host.commits
        }
        stage.loop.add(pre, to: .common)
        stage.loop.add(post, to: .common)
        stage.run()
        #expect(atPre == before)
        #expect(atPost == before + 1)
        #expect(stage.host.commits == before + 1)
    }

    @Test("D-13 without a change there is no commit, no frame is wanted, none is drawn")
    func nothingChanged() {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
        stage.draw()
        let commits = stage.host.commits, wanted = stage.framesWanted, drawn = stage.host.framesDrawn
        layer.backgroundColor = .red
        layer.frame = Rect(x: 0, y: 0, width: 10, height: 10)
        stage.run(5)
        let result = stage.draw()
        #expect(result.damage.isEmpty && !result.wantsNextFrame)
        #expect(stage.host.commits == commits)
        #expect(stage.framesWanted == wanted)
        #expect(stage.host.framesDrawn == drawn)
    }

    @Test("a change that cannot be seen commits without a frame")
    func invisibleChange() {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
        layer.isHidden = true
        stage.draw()
        let wanted = stage.framesWanted, commits = stage.host.commits
        layer.cornerRadius = 4
        Transaction.withoutAnimation { layer.backgroundColor = .blue }
        layer.removeAllAnimations()
        stage.run()
        #expect(stage.host.commits == commits + 1)
        #expect(stage.framesWanted == wanted)
    }

    @Test("R-09 a change after the commit wakes the loop and is committed without further input")
    func lateChange() {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
        stage.run()
        let commits = stage.host.commits
        let late = Loop.Observer(.beforeWaiting, order: 2_001_000, repeats: false) { _ in
            layer.isHidden = true
        }
        stage.loop.add(late, to: .common)
        var waits = 0
        let waiting = Loop.Observer(.afterWaiting) { _ in waits += 1 }
        stage.loop.add(waiting, to: .common)
        let start = stage.loop.now
        stage.run(50)
        waiting.invalidate()
        #expect(stage.host.commits == commits + 1)
        #expect(waits >= 2, "the wake ended one sleep, the limit the last")
        #expect(start.duration(to: stage.loop.now) >= .milliseconds(50))
    }

    private final class Last: @unchecked Sendable {
        // Safety: made and released on the test's own thread.
        let layer: Layer
        init(_ layer: Layer) { self.layer = layer }
        deinit { MainActor.assumeIsolated { layer.isHidden = true } }
    }

    @Test("P-14 a layer changed from the drain of the arena pool is committed by itself")
    func changeFromTheDrain() {
        let stage = Stage()
        ArenaPool.install(on: stage.loop)
        let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
        stage.draw()
        let commits = stage.host.commits
        let once = Loop.Observer(.beforeWaiting, order: 0, repeats: false) { _ in
            ArenaPool.keep(Last(layer))
        }
        stage.loop.add(once, to: .common)
        stage.run(10)
        #expect(layer.isHidden)
        #expect(stage.host.commits == commits + 1)
        stage.draw()
        #expect(stage.bitmap[5, 5] == 0xff00_0000)
    }

    @Test("L-02 settings of the inner transaction hide the outer's; commit without begin is ignored")
    func nesting() {
        #expect(!Transaction.disableActions)
        Transaction.begin()
        Transaction.disableActions = true
        Transaction.animationDuration = .seconds(2)
        Transaction.begin()
        #expect(Transaction.disableActions)
        Transaction.disableActions = false
        #expect(!Transaction.disableActions)
        #expect(Transaction.animationDuration == .seconds(2))
        Transaction.commit()
        #expect(Transaction.disableActions)
        Transaction.commit()
        Transaction.commit()
        #expect(!Transaction.disableActions)
        #expect(Transaction.animationDuration == .milliseconds(250))
    }

    @Test("L-02 L-03 nothing is committed while an explicit transaction is open; flush waits for it")
    func openTransaction() {
        let stage = Stage()
        stage.run()
        let commits = stage.host.commits
        Transaction.begin()
        let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
        Transaction.begin()
        Transaction.commit()
        stage.run()
        Transaction.flush()
        #expect(stage.host.commits == commits)
        #expect(layer.presentation == nil)
        Transaction.commit()
        #expect(stage.host.commits == commits + 1)
        #expect(layer.presentation != nil)
    }

    @Test("L-03 flush commits the implicit transaction at once")
    func flush() {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
        #expect(layer.presentation == nil)
        Transaction.flush()
        #expect(layer.presentation?.backgroundColor == .red)
    }

    @Test("L-08 a completion without animations comes in the turn after the commit, once")
    func completionWithoutAnimations() {
        let stage = Stage()
        stage.run()
        var calls = 0
        Transaction.run(duration: .milliseconds(100), {}, completion: { calls += 1 })
        #expect(calls == 0)
        Transaction.flush()
        #expect(calls == 0)
        stage.run()
        #expect(calls == 1)
        stage.run(200)
        #expect(calls == 1)
    }

    @Test("L-08 a completion waits for the last animation and comes after its didStop")
    func completionAfterAnimations() {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
        stage.draw()
        var log: [String] = []
        Transaction.begin()
        Transaction.setCompletion { log.append("first") }
        var short = BasicAnimation(\.opacity, from: 0, duration: .milliseconds(40))
        short.attributes.didStop = { log.append("short \($0)") }
        layer.add(short, forKey: "a")
        var long = BasicAnimation(\.cornerRadius, from: 9, duration: .milliseconds(80))
        long.attributes.didStop = { log.append("long \($0)") }
        layer.add(long, forKey: "b")
        Transaction.setCompletion { log.append("replaced") }
        Transaction.commit()
        stage.run(1)
        #expect(log == ["replaced"])
        stage.run(50)
        #expect(log == ["replaced", "short true"])
        stage.run(50)
        #expect(log == ["replaced", "short true", "long true", "first"])
    }

    @Test("L-08 taking the animation away completes it, later in the same turn")
    func completionAfterRemoval() {
        let stage = Stage()
        let layer = stage.add(Rect(x: 0, y: 0, width: 10, height: 10), .red)
        stage.draw()
        var log: [String] = []
        Transaction.run(duration: .seconds(1)) {
            layer.position.x += 50
        } completion: {
            log.append("done")
        }
        stage.run(10)
        layer.removeFromSuperlayer()
        #expect(log.isEmpty)
        stage.run()
        #expect(log == ["done"])
    }
}
