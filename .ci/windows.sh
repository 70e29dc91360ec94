#!/usr/bin/env bash
# Builds the program for Windows and tries it under wine, beside this machine's program: it writes the same files byte
# for byte, each verifies those of the other, and what differs on Windows is as docs/guide.md says. Installs what is missing.
#
#   .ci/windows.sh build         target/cross/x86_64-pc-windows-gnu/release/pasang.exe
#   .ci/windows.sh dist          the same in dist/, as a release has it, with the page that crates/web/build.sh built before
#   .ci/windows.sh [PROGRAM]     tries it, or another
set -Eeuo pipefail
trap 'echo "line $LINENO: $BASH_COMMAND" >&2' ERR
cd "$(dirname "$0")/.."
has() { command -v "$1" >/dev/null; }
apt() {
    apt-get install --yes --no-install-recommends "$@" >/dev/null ||
        { apt-get update && apt-get install --yes --no-install-recommends "$@"; } >/dev/null
}
target=x86_64-pc-windows-gnu
has x86_64-w64-mingw32-gcc || apt gcc-mingw-w64-x86-64
case ${1-} in
build)
    # What plays the games is optimised as ever; nothing else is, which compiles in half the time.
    quick=(lto='"off"' opt-level=0 package.{pasang,pasang-balance}.opt-level=0 package.pasang.codegen-units=16)
    exec .ci/cross.sh $target build --quiet --release --package pasang "${quick[@]/#/--config=profile.release.}"
    ;;
dist) PASANG_PAGE=$PWD/target/pasang.html exec .ci/cross.sh $target build --quiet --profile dist --package pasang --features page ;;
esac
has wine || apt wine wine64
own=$PWD/target/release/pasang
bin=$PWD/target/wine
mkdir -p "$bin" && cp "${1-target/cross/$target/release/pasang.exe}" "$bin/pasang.exe"
x86_64-w64-mingw32-gcc -shared -o "$bin/bcryptprimitives.dll" tests/windows/prng.c -ladvapi32
for helper in hold window explorer; do
    x86_64-w64-mingw32-gcc -municode -O1 -o "$bin/$helper.exe" "tests/windows/$helper.c"
done
export WINEPREFIX=$bin/prefix WINEDEBUG=-all
mkdir -p "$WINEPREFIX"
here=$(mktemp -d /tmp/pasang-windows-XXXXXX)
trap 'wineserver -k || true; rm -rf "$here"' EXIT
wineserver --persistent
wineboot --init 2>/dev/null
# Three patterns of the first command.
sed 's/"catalogue-distinct"/"catalogue-01", "catalogue-05", "catalogue-09"/' experiments/quick.toml >"$here/quick.toml"
cd "$here"
# wine kills a process that has not gone a second after its end, as on a busy machine: that says nothing of the program.
win() {
    local status=0
    for _ in 1 2 3; do
        wine "$bin/pasang.exe" "$@" && return || status=$?
        [ $status = 137 ] || break
    done
    return $status
}
fail() { echo "$*" >&2; exit 1; }
# Compares two results folders but for what may differ.
same() { diff --recursive --brief --exclude=run-info.json --exclude=.lock "$1" "$2"; }
# Runs the program, which must end with this status and this part of what it prints.
ends() {
    local status=$1 part=$2 found=0
    shift 2
    printed=$("$@" 2>&1) || found=$?
    [ "$found" = "$status" ] || fail "$*: status $found, not $status: $printed"
    [[ $printed == *"$part"* ]] || fail "$*: lacks \`$part\`: $printed"
}

# The same games, files and output.
ends 0 "$("$own" --version | tail -1)" win --version
win bench | tail -1
"$own" run -q quick.toml --out own >own.txt
win run -q quick.toml --out win >win.txt
diff own.txt win.txt
same own win
"$own" verify win --games 20 | tail -1
win verify own --games 20 | tail -1

# Broken off by the task manager, as by kill, and by Ctrl-C; resumed; shards merged.
cat >long.toml <<'END'
seed = 11
games = 1200
setups = ["catalogue-01", "catalogue-05", "catalogue-09"]
rules = ["brunei-slide", "brunei-jump"]
bots = ["random", "greedy"]
END
"$own" run -q long.toml --out long >/dev/null
for part in 1 2; do win run -q long.toml --shard $part/2 --out s$part >/dev/null; done
win merge -q s1 s2 --out merged >/dev/null
same long merged
wine "$bin/pasang.exe" run -q long.toml --out killed --threads 1 &
for _ in $(seq 200); do [ "$(stat --format=%s killed/games.csv 2>/dev/null || echo 0)" -lt 100000 ] || break; sleep 0.05; done
kill -9 $!
wait $! 2>/dev/null && fail 'it was not killed'
[ ! -e killed/cells.csv ] || fail 'it was killed too late'
sed 's/1200/2/; s/"random", "greedy"/"mcts:playouts=1000000000"/' long.toml >endless.toml
broken_off() {
    wine "$bin/pasang.exe" run endless.toml --out endless &
    until [ -e endless/games.csv ]; do sleep 0.1; done
    sleep 1
    # wine makes Ctrl-C of it.
    kill -INT $!
    wait $!
}
ends 130 'stopped with 0 of 12 games played' broken_off
ends 143 'stopped with 0 of 12 games played' win --stop-with-stdin run endless.toml --out endless < <(sleep 4)
win run -q long.toml --out killed >/dev/null
same long killed

# Names and texts as people of Windows have them.
mkdir -p 'Größe und Weiß'
"$own" setups show --text catalogue-07 | sed 's/^name:.*/name: mine/; s/$/\r/' >'Größe und Weiß/größe.txt'
sed 's/$/\r/' long.toml >'Größe und Weiß/crlf.toml'
deep=$(printf 'folder-with-a-long-name-%.0s' {1..9})/$(printf 'another-%.0s' {1..16})
for out in 'Größe und Weiß\é' "Z:${here//\//\\}\\drive" "$deep"; do
    win run -q --setup 'Größe und Weiß\größe.txt' --bots random --games 60 --out "$out" >/dev/null
done
"$own" run -q --setup 'Größe und Weiß/größe.txt' --bots random --games 60 --out plain >/dev/null
for found in 'Größe und Weiß/é' drive "$deep"; do
    sed -i '/^title/d' plain/experiment.toml "$found/experiment.toml"
    cmp plain/games.csv "$found/games.csv"
done
win run -q 'Größe und Weiß\crlf.toml' --out crlf >/dev/null
same long crlf

# Play and the protocol by a pipe; a game saved, and reviewed.
typed=$'c\nboard\nsave game.txt\nquit\n'
win play --seed 1 --bot easy <<<"$typed" >win.txt
mv game.txt game-win.txt
"$own" play --seed 1 --bot easy <<<"$typed" >own.txt
# The last line is the command to go on, quoted for a shell of the system.
[[ $(tail -1 win.txt) == *'pasang.exe play --bot easy --seed 1 --after "c k"' ]]
diff <(head -n -1 own.txt) <(head -n -1 win.txt)
cmp game.txt game-win.txt
asked=$'position moves c j\ngo positions 20000'
[ "$(win engine <<<"$asked" | tail -1)" = "$("$own" engine <<<"$asked" | tail -1)" ]
ends 2 Usage: win </dev/null
# Without arguments in a window of its own it waits for Enter. The system starts what lies beside the program first.
ends 0 2 wine "$bin/window.exe" "$bin/pasang.exe"
ends 0 'the report is long\report.html' win report long --open
for _ in $(seq 100); do [ ! -s shown.txt ] || break; sleep 0.1; done
[[ $(cat shown.txt) == Z:*'\long\report.html'* ]]

# Clear errors, and nothing lost.
for name in con aux.txt 'nul.' COM1; do ends 2 'on Windows' win run --setup catalogue-05 --bots random --games 6 --out "$name"; done
ends 2 'on Windows' win setups show con.txt
sed -i 's/games = 1200/games = 1202/' long.toml
# Nothing else is read-only for root.
if chattr +i crlf/games.csv 2>/dev/null; then
    ends 1 'cannot write `crlf\games.csv`: access denied' win run long.toml --out crlf
    chattr -i crlf/games.csv
    same long crlf
    mkdir readonly
    cp -r long/. kept
    chattr +i readonly kept
    for out in readonly 'readonly\x'; do ends 1 "cannot write \`$out" win run quick.toml --out "$out"; done
    ends 1 'cannot write `kept\counts.jsonl`: access denied' win report kept
    chattr -i readonly kept
    same long kept
fi
for name in games.csv cells.csv; do
    coproc wine "$bin/hold.exe" "long/$name"
    read -r -u "${COPROC[0]}"
    ends 1 'if another program has it open' win report long
    exec {COPROC[1]}>&-
    wait "$COPROC_PID"
    same long crlf
done
ends 0 '' win report long
echo "Windows writes and verifies the same files"
