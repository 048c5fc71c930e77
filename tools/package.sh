#!/usr/bin/env bash
# Makes what a release ships, in the directory named, and tries whatever can run here; a table at the end says what was tried and what was
# only built. With names, only these parts: crates, programs (archives for each system, and Debian's packages), wheels, web (the page and
# the package for npm). Without a directory, only the sizes of the crates are checked.
#
# Parts other than the crates need Linux on x86-64, rustup, npm, and Python 3.11 with venv and a package index, from which Zig comes as the
# linker for all systems; the wheel for Windows needs MinGW. On Debian, as root, it installs MinGW, and QEMU and Wine, with which it tries
# programs of other systems.
set -euo pipefail
cd "$(dirname "$0")/.."

version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
crates=("cubepdb-$version" "cubepdb-cli-$version")
# The oldest Linux is that of the wheels, manylinux 2.17.
glibc=2.17
systems=(x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-pc-windows-gnu x86_64-apple-darwin aarch64-apple-darwin)

mkdir -p "${CARGO_TARGET_DIR:-target}"
targets=$(cd "${CARGO_TARGET_DIR:-target}" && pwd)
work=$(mktemp -d)
trap '[ ! -e "$work/wine" ] || WINEPREFIX=$work/wine wineserver -k 2>/dev/null || true; rm -rf "$work"' EXIT

# Packs the crates, which checks that nothing is missing; arguments go to cargo.
pack_crates() {
    cargo package --locked --no-verify --package cubepdb --package cubepdb-cli --target-dir "$work/package" "$@"
    for crate in "${crates[@]}"; do
        local file=$work/package/package/$crate.crate bytes
        bytes=$(wc -c <"$file")
        [ "$bytes" -le 1000000 ] || {
            echo "the crate $crate has $bytes bytes, more than a megabyte" >&2
            exit 1
        }
    done
}

if [ $# = 0 ]; then
    # What is not committed is never shipped, but may be measured.
    pack_crates --allow-dirty
    exit
fi

mkdir -p "$1"
out=$(cd "$1" && pwd)
shift
[ $# -gt 0 ] || set -- crates programs wheels web
: >"$work/tried"
CUBEPDB_COMMIT=${CUBEPDB_COMMIT:-$(git rev-parse HEAD)}
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export CUBEPDB_COMMIT SOURCE_DATE_EPOCH CARGO_PROFILE_RELEASE_STRIP=symbols

# Notes a file in the directory, and how it was tried.
made() {
    printf '%-58s %11s  %s\n' "$1" "$(wc -c <"$out/$1")" "$2" >>"$work/tried"
}

# An archive of a directory below $work that is the same whenever and wherever it is made.
archive() {
    tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" -C "$work" -cf - "$1" | gzip -n >"$out/$1.tar.gz"
}

# Tries programs in a directory as a newcomer does; the words after it run programs of another system. A cube of ten moves needs no table;
# the table of corners is made and proven, which goes through the kernels of the processor.
try_programs() {
    local directory=$1 home solution
    shift
    home=$(mktemp -d -p "$work")
    solution=$(cd "$home" && HOME=$home CUBEPDB_CACHE=$home/cache "$@" "$directory"/solve* "R U R' U' F2 L B D2 F' R" | tr -d '\r')
    [ "$solution" = "R' F D2 B' L' F2 U R U' R' (10f)" ] || {
        echo "$directory: the solution is '$solution'" >&2
        return 1
    }
    (cd "$home" &&
        HOME=$home "$@" "$directory"/pdbgen* corners -o corner.pdb &&
        HOME=$home "$@" "$directory"/pdbgen* verify corner.pdb &&
        HOME=$home "$@" "$directory"/reproduce* list >/dev/null) >&2
}

make_crates() {
    pack_crates
    for crate in "${crates[@]}"; do
        tar -xzf "$work/package/package/$crate.crate" -C "$work"
        cp "$work/package/package/$crate.crate" "$out"
    done
    # Dependencies are those of its lock file, except the library, which is not in a registry yet.
    (cd "$work/cubepdb-cli-$version" &&
        cargo build --release --bins --target-dir "$targets/package" --config "patch.crates-io.cubepdb.path = '../cubepdb-$version'")
    [ "$(CUBEPDB_CACHE=$work/cache "$targets/package/release/solve" "R U R' U' F2")" = "F2 U R U' R' (5f)" ]
    for crate in "${crates[@]}"; do
        made "$crate.crate" "built from its own files; solves a cube"
    done
}

# Zig, which links for all systems, and what drives it.
use_zig() {
    local environment=$targets/package-environment
    if ! [ -x "$environment/bin/maturin" ]; then
        "${PYTHON:-python3}" -m venv "$environment"
        "$environment/bin/pip" install --quiet --disable-pip-version-check 'cargo-zigbuild>=0.24,<0.25' 'maturin>=1.9.4,<2' 'ziglang>=0.17,<0.18'
    fi
    export PATH=$environment/bin:$PATH
    rustup target add "${systems[@]}"
}

install() {
    if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
        bash tools/install-debian.sh "$@"
    fi
}

# The name of a target that Zig links for.
linked() {
    case $1 in
    *-linux-gnu) echo "$1.$glibc" ;;
    *) echo "$1" ;;
    esac
}

# What lies beside programs of any system: manuals and completions, told by a program that runs here.
make_documents() {
    mkdir -p "$work/documents/completions"
    cp README.md CHANGELOG.md LICENSE-APACHE LICENSE-MIT "$work/documents"
    for program in solve pdbgen reproduce; do
        "$1/$program" man --dir "$work/documents/man"
        for shell in bash zsh fish powershell; do
            "$1/$program" completions "$shell" >"$work/documents/completions/$program.$shell"
        done
    done
}

# The program for 64 bits alone: the script that Debian calls `wine` asks for the one for 32 bits, too.
wine=/usr/lib/wine/wine64

# Gives Wine the library of random numbers that Rust's standard library asks for, where it is older than that.
add_random_numbers() {
    local library=$WINEPREFIX/drive_c/windows/system32/bcryptprimitives.dll
    [ ! -e "$library" ] || return 0
    cat >"$work/random.c" <<'END'
#include <stddef.h>
__declspec(dllimport) unsigned char __stdcall SystemFunction036(void *, unsigned long);
__declspec(dllexport) int __stdcall ProcessPrng(unsigned char *data, size_t bytes) {
    return SystemFunction036(data, (unsigned long)bytes);
}
END
    python-zig cc -target x86_64-windows-gnu -shared -o "$library" "$work/random.c" -ladvapi32
}

# How programs of a system are tried here, after the words that run them, if they can be.
try_system() {
    local target=$1 directory=$2
    case $target in
    x86_64-*-linux-*) try_programs "$directory" env && echo "solves a cube; makes and proves the table of corners" ;;
    aarch64-*-linux-*)
        install qemu-user libc6-arm64-cross libgcc-s1-arm64-cross >&2
        if command -v qemu-aarch64 >/dev/null; then
            try_programs "$directory" qemu-aarch64 -L /usr/aarch64-linux-gnu && echo "solves a cube; makes and proves the table of corners (QEMU)"
        else
            echo "built only: no QEMU"
        fi
        ;;
    *-windows-*)
        install wine wine64 >&2
        if [ -x "$wine" ]; then
            export WINEPREFIX=$work/wine WINEDEBUG=-all
            "$wine" wineboot --init >&2
            add_random_numbers
            try_programs "$directory" "$wine" && echo "solves a cube; makes and proves the table of corners (Wine)"
        else
            echo "built only: no Wine"
        fi
        ;;
    *) echo "built only" ;;
    esac
}

# A package of Debian: of programs in a directory, for an architecture.
make_deb() {
    local architecture=$1 directory=$2 tried=$3 root=$work/deb-$1 name=cubepdb_${version}_$1.deb program
    mkdir -p "$root/DEBIAN" "$root/usr/bin" "$root/usr/share/doc/cubepdb" "$root/usr/share/man/man1" \
        "$root/usr/share/bash-completion/completions" "$root/usr/share/zsh/vendor-completions" "$root/usr/share/fish/vendor_completions.d"
    for program in solve pdbgen reproduce; do
        cp "$directory/$program" "$root/usr/bin"
        cp "$work/documents/completions/$program.bash" "$root/usr/share/bash-completion/completions/$program"
        cp "$work/documents/completions/$program.zsh" "$root/usr/share/zsh/vendor-completions/_$program"
        cp "$work/documents/completions/$program.fish" "$root/usr/share/fish/vendor_completions.d"
    done
    cp "$work/documents/man"/*.1 "$root/usr/share/man/man1"
    gzip -n -9 "$root/usr/share/man/man1"/*
    cp README.md "$root/usr/share/doc/cubepdb"
    cat LICENSE-MIT LICENSE-APACHE >"$root/usr/share/doc/cubepdb/copyright"
    chmod -R u=rwX,go=rX "$root"
    cat >"$root/DEBIAN/control" <<END
Package: cubepdb
Version: $version
Architecture: $architecture
Maintainer: $(sed -n 's/^  - name: //p' CITATION.cff)
Installed-Size: $(du -sk "$root/usr" | cut -f 1)
Depends: libc6 (>= $glibc), libgcc-s1 | libgcc1
Suggests: ocl-icd-libopencl1
Section: games
Priority: optional
Description: optimal solutions of Rubik's-type cubes, and pattern databases
 solve finds provably shortest solutions, pdbgen builds and verifies pattern
 databases, and reproduce repeats published measurements of other solvers.
END
    dpkg-deb --root-owner-group --build "$root" "$out/$name" >&2
    made "$name" "$tried"
}

make_programs() {
    use_zig
    local target name directory tried
    for target in "${systems[@]}"; do
        name=cubepdb-$version-$target
        cargo zigbuild --locked --release --package cubepdb-cli --package cubepdb-reproduce --bins --target "$(linked "$target")" \
            --target-dir "$targets/package"
        directory=$targets/package/$target/release
        [ -d "$work/documents" ] || make_documents "$directory"
        cp -r "$work/documents" "$work/$name"
        for program in solve pdbgen reproduce; do
            case $target in
            *-windows-*) cp "$directory/$program.exe" "$work/$name" ;;
            *) cp "$directory/$program" "$work/$name" ;;
            esac
        done
        tried=$(try_system "$target" "$work/$name")
        case $target in
        *-windows-*)
            (cd "$work" && python3 -m zipfile -c "$out/$name.zip" "$name")
            made "$name.zip" "$tried"
            ;;
        *)
            archive "$name"
            made "$name.tar.gz" "$tried"
            ;;
        esac
        ! command -v dpkg-deb >/dev/null || case $target in
        x86_64-*-linux-*)
            make_deb amd64 "$work/$name" "$tried"
            ;;
        aarch64-*-linux-*) make_deb arm64 "$work/$name" "$tried" ;;
        esac
    done
}

make_wheels() {
    use_zig
    local target wheel tried linker
    for target in "${systems[@]}"; do
        rm -rf "$work/wheel"
        linker=(--zig --compatibility "manylinux_${glibc/./_}")
        # For Windows, MinGW links: maturin 1.13 to 1.16 ask Zig to export a function named after the module with its package.
        case $target in
        *-windows-*)
            install gcc-mingw-w64-x86-64
            linker=(--compatibility off)
            ;;
        esac
        (cd python && maturin build --locked --release --target "$target" "${linker[@]}" \
            --target-dir "$targets/package" --out "$work/wheel")
        wheel=$(cd "$work/wheel" && ls)
        tried="built only"
        if [ "$target" = x86_64-unknown-linux-gnu ]; then
            "${PYTHON:-python3}" -m venv "$work/venv"
            "$work/venv/bin/pip" install --quiet --disable-pip-version-check --no-index "$work/wheel/$wheel"
            [ "$(CUBEPDB_CACHE=$work/cache "$work/venv/bin/python" -c "import cubepdb; print(cubepdb.solve(\"R U R' U' F2\"))")" = "F2 U R U' R' (5f)" ]
            tried="installed in an empty environment; solves a cube"
        fi
        cp "$work/wheel/$wheel" "$out"
        made "$wheel" "$tried"
    done
}

make_web() {
    local page=cubepdb-web-$version package=cubepdb-$version.tgz
    CARGO_TARGET_DIR=$targets bash web/build.sh "$work/$page"
    archive "$page"
    made "$page.tar.gz" "built only (.ci/run page-alone tries it in a browser)"
    npm pack --silent --pack-destination "$out" "$targets/npm" >/dev/null
    mkdir "$work/node"
    (
        cd "$work/node"
        echo '{"private": true, "type": "module"}' >package.json
        npm install --silent --offline --no-audit --no-fund "$out/$package"
        echo "import { open } from 'cubepdb'; console.log((await (await open()).solve(\"R U R' U' F2\")).solutions[0])" >solve.js
        [ "$(node solve.js)" = "F2 U R U' R'" ]
    )
    made "$package" "installed; solves a cube in Node.js"
}

for part in "$@"; do
    case $part in
    crates | programs | wheels | web) "make_$part" ;;
    *)
        echo "unknown part \`$part\`: there are crates, programs, wheels and web" >&2
        exit 2
        ;;
    esac
done
# Of files that were made before, too.
(cd "$out" && rm -f SHA256SUMS && sha256sum -- * >"$work/sums" && mv "$work/sums" SHA256SUMS)
cat "$work/tried"
