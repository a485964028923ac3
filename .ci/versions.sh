#!/usr/bin/env bash
# The version before and this one serve one database side by side. The version before is the last release; without any, the
# commit from which on that is promised. LAST names another one.
set -euo pipefail
cd "$(dirname "$0")/.."

first() { git log --diff-filter=A --format=%H -- server/database/signatures.txt | tail -n 1; }
last=${LAST:-$(git describe --tags --match 'v[0-9]*' --abbrev=0 HEAD^ 2>/dev/null || first)}
[ -n "$last" ] || { echo 'The version before is not in this clone: fetch its history.' >&2; exit 1; }

directory=$(mktemp -d)
trap 'git worktree remove --force "$directory"' EXIT
git worktree add --quiet --detach "$directory" "$last"
(cd "$directory" && npm ci --loglevel=error && npm run --silent build)
LAST_VERSION="$directory" node --import tsx test/versions/serve-side-by-side.ts
