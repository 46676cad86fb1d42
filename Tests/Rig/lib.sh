# Sourced by the tests of the rig; they run inside its kernel, as root. A test ends with one line that says what was
# seen, or by `fail`.
set -euo pipefail
card=/dev/dri/card0
trace=$RIG_IO/trace.json
log=$RIG_IO/program.log
program= player=

fail() {
    echo "--- output of the program:"
    tail -n 20 "$log" 2> /dev/null || true
    echo "$*"
    exit 1
}

# within SECONDS COMMAND...: until the command succeeds.
within() {
    local end=$(($(date +%s%N) + $1 * 1000000000))
    shift
    until "$@" > /dev/null 2>&1; do
        [ "$(date +%s%N)" -lt $end ] || return 1
        sleep 0.02
    done
}

grab() { "$RIG_TOOLS/kmsgrab" $card "$@"; }
pixels() { grab pixel "$@" | tr '\n' ' '; }
picture() { grab checksum; }
is_dark() { ! grab checksum 2> /dev/null; }
# The picture stays the same for a while: what moved has come to rest.
is_at_rest() { local one; one=$(picture) && sleep 0.3 && [ "$one" = "$(picture)" ]; }

has_card() { ls -l "/proc/$program/fd" 2> /dev/null | grep -q "$card\$"; }

# start_demo [OPTIONS...]: on the console, with libinput's udev backend; returns when its first frame is shown.
start_demo() {
    "$PENSTOCK_BIN/demo" --display $card --input udev --trace "$trace" "$@" > "$log" 2>&1 &
    program=$!
    # Whoever opens a card that nobody holds becomes its master, a look at the picture too: not before the demo has it.
    within 15 has_card || fail "the demo does not open $card"
    sleep 0.5
    within 15 picture || fail "no frame of the demo on $card"
    within 5 is_at_rest || fail "the first picture does not come to rest"
}

# stop_demo: SIGTERM, and it ends by itself with status 0 and lets go of the screen.
stop_demo() {
    kill -TERM $program
    local code=0
    wait $program || code=$?
    [ $code = 0 ] || fail "the demo ended with status $code"
    within 2 is_dark || fail "the demo left its picture on the screen"
}

has_device() { ls -l "/proc/$program/fd" | grep -q /dev/input/event; }

# Starts the player of kernel devices; `play STEP` then sends it one step each.
start_player() {
    mkfifo /tmp/steps
    "$RIG_TOOLS/uinput-play" - < /tmp/steps > "$RIG_IO/player.log" 2>&1 &
    player=$!
    exec 8> /tmp/steps
}
play() { printf '%s\n' "$@" >&8; }
# Waits until the player has come to here.
played() {
    play "say played"
    within "${1:-30}" grep -q '^played$' "$RIG_IO/player.log" || fail "the player does not come to its end"
}
# plug: the device appears, and the demo has opened it.
plug() {
    play plug
    within 5 has_device || fail "the demo did not take the device"
}
unplug() {
    play unplug
    within 5 bash -c "! ls -l /proc/$program/fd | grep -q /dev/input/event" || fail "the demo keeps a device that is gone"
}

# play_device FILE...: a kernel device that plays a recording, as soon as the program has opened it, and goes.
play_device() {
    [ -p /tmp/enter ] || mkfifo /tmp/enter
    (cd "$PENSTOCK_RECORDINGS" && exec "$PENSTOCK_BIN/penstock" play-device --on-enter "$@" < /tmp/enter) \
        > "$RIG_IO/player.log" 2>&1 &
    player=$!
    exec 7> /tmp/enter
    within 20 has_device || fail "the program did not take the device: $(cat "$RIG_IO/player.log")"
    # libinput opens it, and throws away what has come by then.
    sleep 1
    echo >&7
    exec 7>&-
}
device_played() { wait $player || fail "play-device: $(cat "$RIG_IO/player.log")"; }

# Numbers out of the trace of the demo, which it writes when it ends.
count() { "$(dirname "$RIG_LIB")/bin/trace" "$trace" count "$@"; }
in_order() { "$(dirname "$RIG_LIB")/bin/trace" "$trace" order "$@"; }
