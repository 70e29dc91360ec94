#!/usr/bin/env bash
# Puts a release together from what crates/web/build.sh, .ci/static.sh, .ci/windows.sh, .ci/macos.sh, crates/python/build.sh
# and crates/web/site.py built before: archives, wheels, page, documents to print, a Homebrew formula, a Scoop manifest, notes and checksums.
#
#   .ci/release.sh TAG URL FOLDER     URL is the repository's; whatever is not built is left out, with a warning
set -euo pipefail
tag=$1 url=$2
out=$(mkdir -p "$3" && cd "$3" && pwd)
cd "$(dirname "$0")/.."
[ "$tag" = "v$(sed -n '/^\[workspace.package\]/,/^version/s/^version = "\(.*\)"/\1/p' Cargo.toml)" ] || { echo "Cargo.toml has another version than $tag" >&2; exit 1; }
rm -rf "$out"/* target/release-parts && mkdir -p target/release-parts/man
parts=$PWD/target/release-parts
target/x86_64-unknown-linux-gnu/dist/pasang man "$parts/man"
cp LICENSE-APACHE LICENSE-MIT "$parts"

# Packs a program with its licences, and with its manual pages where there is a `man`.
pack() {
    local name=pasang-$tag-$1 program=$2
    [ -e "$program" ] || { echo "warning: no $program" >&2; return; }
    if [[ $program == *.exe ]]; then
        python3 -m zipfile -c "$out/$name.zip" "$program" "$parts"/LICENSE-*
    else
        tar --owner=0 --group=0 -C "$(dirname "$program")" -czf "$out/$name.tar.gz" pasang -C "$parts" man LICENSE-APACHE LICENSE-MIT
    fi
}
pack x86_64-linux target/x86_64-unknown-linux-gnu/dist/pasang
pack aarch64-linux target/cross/aarch64-unknown-linux-gnu/dist/pasang
pack x86_64-macos target/cross/x86_64-apple-darwin/dist/pasang
pack aarch64-macos target/cross/aarch64-apple-darwin/dist/pasang
pack x86_64-windows target/cross/x86_64-pc-windows-gnu/dist/pasang.exe
for file in target/pasang.html target/pasang.cdx.json target/wheel/*.whl site/print/*.pdf; do
    [ ! -e "$file" ] || cp "$file" "$out"
done
sum() { sha256sum "$out/pasang-$tag-$1" | cut -d' ' -f1; }
of() { echo "$url/releases/download/$tag/pasang-$tag-$1"; }
about=$(sed -n '/^\[package\]/,$s/^description = "\(.*\)"/\1/p' Cargo.toml)
# Homebrew: `brew install URL/releases/download/TAG/pasang.rb` of a tap.
formula() {
    cat <<END
class Pasang < Formula
  desc "$about"
  homepage "$url"
  version "${tag#v}"
  license any_of: ["MIT", "Apache-2.0"]
END
    for system in macos linux; do
        echo "  on_$system do"
        for arch in arm:aarch64 intel:x86_64; do
            local file=${arch#*:}-$system.tar.gz
            [ -e "$out/pasang-$tag-$file" ] || continue
            printf '    on_%s do\n      url "%s"\n      sha256 "%s"\n    end\n' "${arch%:*}" "$(of "$file")" "$(sum "$file")"
        done
        echo "  end"
    done
    cat <<'END'
  def install
    bin.install "pasang"
    man1.install Dir["man/*.1"]
    generate_completions_from_executable(bin/"pasang", "completions")
  end
  test do
    assert_match "fingerprint", shell_output("#{bin}/pasang --version")
  end
end
END
}
formula >"$out/pasang.rb"
[ ! -e "$out/pasang-$tag-x86_64-windows.zip" ] || cat >"$out/pasang.json" <<END
{
  "version": "${tag#v}",
  "description": "$about",
  "homepage": "$url",
  "license": "MIT|Apache-2.0",
  "architecture": {
    "64bit": { "url": "$(of x86_64-windows.zip)", "hash": "$(sum x86_64-windows.zip)" }
  },
  "bin": "pasang.exe"
}
END
sed "s|URL|$url/releases/download/$tag|" .ci/release-notes.md >"$out/notes.md"
binstall=$(sed -n 's|^pkg-url.*/\(.*\)"$|\1|p' Cargo.toml |
    sed "s/{ version }/${tag#v}/; /{ target-arch }/{ h; s//x86_64/p; g; s//aarch64/ }")
cd "$out"
# What an installer fetches is there: by formula and manifest with its checksum, by binstall with its name.
grep -hoE 'pasang-v[^"]+|[0-9a-f]{64}' pasang.[rj]* | paste - - | awk '{ print $2 "  " $1 }' | sha256sum --check --strict --quiet
for archive in "pasang-$tag"-*; do
    grep -qxF "$archive" <<<"$binstall" || { echo "Cargo.toml: binstall lacks $archive" >&2; exit 1; }
done
sha256sum -- pasang* >SHA256SUMS
ls -l
