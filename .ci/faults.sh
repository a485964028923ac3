#!/usr/bin/env bash
# Schedules of faults with toxiproxy between each instance and its database: latency, jitter, narrow and sliced streams,
# resets. Needs Go where toxiproxy is not installed yet.
set -euo pipefail
cd "$(dirname "$0")/.."

version=v2.12.0
directory="$PWD/.cache/toxiproxy-$version"
if [ ! -x "$directory/server" ]; then
  if ! command -v go >/dev/null; then
    apt-get update -qq && apt-get install -y -qq golang-go
  fi
  GOBIN="$directory" go install "github.com/Shopify/toxiproxy/v2/cmd/server@$version"
fi

port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
"$directory/server" -host 127.0.0.1 -port "$port" >/dev/null 2>&1 &
toxiproxy=$!
trap 'kill "$toxiproxy" 2>/dev/null || true' EXIT
for _ in $(seq 50); do
  curl -fsS "http://127.0.0.1:$port/version" >/dev/null 2>&1 && break
  sleep 0.1
done

TOXIPROXY="http://127.0.0.1:$port" BASE_SEED="${BASE_SEED:-5000}" SEEDS="${SEEDS:-36}" node --import tsx test/faults/schedules/soak.ts
