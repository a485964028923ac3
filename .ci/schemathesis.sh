#!/usr/bin/env bash
# Generated requests against every operation that is built: whatever is sent, answers stay within the contract.
# Usage: .ci/schemathesis.sh [more options of schemathesis run, such as --seed 2 for other requests]
set -euo pipefail
cd "$(dirname "$0")/.."

version=4.32.5
tool=.cache/schemathesis-$version
work=$(mktemp -d)
server_pid=

finish() {
  if [ -n "$server_pid" ] && kill -0 "$server_pid" 2>/dev/null; then
    kill -TERM "$server_pid"
    wait "$server_pid" || true
  fi
  rm -rf "$work"
}
trap finish EXIT

if [ ! -x "$tool/bin/schemathesis" ]; then
  rm -rf "$tool"
  python3 -m venv "$tool"
  "$tool/bin/pip" install --quiet "schemathesis==$version"
fi

: >"$work/server"
node --import tsx test/contract/schemathesis/serve.ts >"$work/server" 2>"$work/errors" &
server_pid=$!
for _ in $(seq 600); do
  if grep -q '"url"' "$work/server" || ! kill -0 "$server_pid" 2>/dev/null; then break; fi
  sleep 0.1
done
place=$(grep '"url"' "$work/server") || { cat "$work/server" "$work/errors" >&2; exit 1; }
field() { node -p "[JSON.parse(process.argv[1])['$1']].flat().join(' ')" "$place"; }

included=()
for operation in $(field operationIds); do included+=(--include-operation-id "$operation"); done

# positive_data_acceptance takes a documented refusal of a well-formed request (424, 412) for a failure.
options=(--checks all --exclude-checks positive_data_acceptance --continue-on-failure
  --seed 1 --max-examples 60 --workers 1 --max-failures 50 --no-color)
document=$PWD/generated/v1/openapi.json
command=$PWD/$tool/bin/schemathesis
config=$PWD/test/contract/schemathesis/schemathesis.toml
url=$(field url)
key=$(field apiKey)
status=0
# It keeps files of its own where it runs.
(cd "$work" && "$command" --config-file "$config" run "$document" --url "$url" -H "X-API-Key: $key" "${included[@]}" "${options[@]}" "$@") \
  >"$work/report" || status=$?
if [ "$status" -ne 0 ]; then
  cat "$work/report" "$work/server" "$work/errors"
  exit "$status"
fi
cases=$(grep -oE '[0-9]+ generated, [0-9]+ passed' "$work/report" || true)
# A run that tried nothing has found nothing either.
[ -n "$cases" ] || { cat "$work/report"; exit 1; }
# An unexpected failure that was still answered as documented shows in the log alone.
if grep -q 'a request failed unexpectedly' "$work/server"; then
  cat "$work/server"
  exit 1
fi
echo "schemathesis: $((${#included[@]} / 2)) operations, $cases, 0 findings"
