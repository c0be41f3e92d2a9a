#!/usr/bin/env bash
# Measures how long all types take to compile, as a ratio to the same structs with serde's Serialize and Deserialize derives.
# Both packages are compiled alternately, ROUNDS times; for each, the minimum processor time counts, so that other work on the
# machine does not affect the result. Dependencies are not counted. SAME_DERIVES=", Clone, Debug, PartialEq" gives serde's
# structs the traits that the derived ones have; without it, they only have those of serde. Builders, which serde does not
# have, are derived only with FEATURES=builders.
set -euo pipefail
cd "$(dirname "$0")"
rounds=${ROUNDS:-5}
features=${FEATURES-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=${CARGO_TARGET_DIR:-$work/target}
export CARGO_TARGET_DIR=$target CARGO_INCREMENTAL=0 CARGO_TERM_QUIET=true

mkdir -p "$work/same/src"
cat > "$work/same/Cargo.toml" <<TOML
[package]
name = "same-structs"
version = "0.0.0"
edition = "2024"

[dependencies]
serde = { version = "1", features = ["derive"] }
serde_json = "1"

[workspace]

[profile.dev]
debug = "line-tables-only"
TOML
SAME_STRUCTS=$work/same/src/lib.rs SAME_DERIVES=${SAME_DERIVES-} \
  cargo test -p heat-macros --lib -- --ignored written_for_serde >/dev/null

# compile <command> <folder> <package> [<features>]: the processor seconds for that package alone.
compile() {
  (cd "$2"; build=(cargo "$1" -p "$3" --features "${4-}")
   "${build[@]}" 2>/dev/null; touch src/lib.rs
   TIMEFORMAT='%U %S'; { time "${build[@]}" 2>/dev/null; } 2>&1 | awk '{ printf "%.3f\n", $1 + $2 }')
}

for command in check build; do
  ours=999 theirs=999
  for _ in $(seq "$rounds"); do
    one=$(compile "$command" . all-types "$features")
    two=$(compile "$command" "$work/same" same-structs)
    ours=$(printf '%s\n%s\n' "$ours" "$one" | sort -g | head -1)
    theirs=$(printf '%s\n%s\n' "$theirs" "$two" | sort -g | head -1)
  done
  echo "$ours $theirs" | awk -v command="$command" \
    '{ printf "cargo %s: derive %.2f s, serde %.2f s, ratio %.2f\n", command, $1, $2, $1 / $2 }'
done
