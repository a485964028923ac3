#!/usr/bin/env bash
# What depends on the Node that runs it, under each newer Node than the one of .nvmrc: the build, the platform, inspectors,
# the published package, and merchants' stories from the outside.
set -euo pipefail
cd "$(dirname "$0")/.."

for version in 22.23.3 24.21.0; do
  directory=$PWD/.cache/node-$version
  [ -x "$directory/node_modules/node/bin/node" ] ||
    npm install --prefix "$directory" --no-save --loglevel=error "node@$version"
  echo "── Node $version"
  # The name is the proof that the tests run under no other.
  export PATH="$directory/node_modules/node/bin:$PATH"
  [ "$(node --version)" = "v$version" ]
  make test ARGS='server/build server/platform server/features/receipts/pdf sdk/src test/journeys'
done
