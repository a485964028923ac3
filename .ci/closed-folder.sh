#!/usr/bin/env bash
# make run and make test as root in a folder that no other user can enter, as /root is in every fresh container.
set -euo pipefail
cd "$(dirname "$0")/.."
if [ "$(id -u)" -ne 0 ]; then echo 'only root runs Postgres as another user'; exit 0; fi

closed=$(mktemp -d)
running=''
clean() {
  [ -z "$running" ] || kill "$running" 2>/dev/null || true
  [ -z "$running" ] || wait "$running" || true
  data=$(readlink "$closed/turnpike/.turnpike/postgres" || true)
  case "$data" in /var/lib/turnpike/data-*/postgres) rm -rf "$(dirname "$data")" ;; esac
  rm -rf "$closed"
}
trap clean EXIT

chmod 0700 "$closed"
mkdir -p "$closed/turnpike" "$closed/tmp"
tar -c --exclude=./node_modules --exclude=./.git --exclude=./.cache --exclude=./.turnpike . | tar -x -C "$closed/turnpike"
cp -al node_modules "$closed/turnpike/" 2>/dev/null || cp -a node_modules "$closed/turnpike/"
cd "$closed/turnpike"
umask 077
export TMPDIR=$closed/tmp

export PORT=0 DOCS_PORT=0 MOCK_PORT=0 INBOX_PORT=0 METRICS_PORT=0 CONNECTOR_PORT=0
make run > run.log 2>&1 &
running=$!
said() {
  until grep -q "$1" run.log; do
    kill -0 "$running" 2>/dev/null || { cat run.log; echo "make run ended before it said: $1"; exit 1; }
    sleep 0.2
  done
}
said '^Ctrl-C stops everything'
bash -c "$(sed -n '/^curl /,/^  -d/p; /^  -d/q' run.log)" | grep -q '"status":"pending"'
said '^webhook  operation.completed'
bash -c "$(sed -n '/^TOKEN=/,/"clientDateCreated"/p' run.log)" | grep -q '"status":"in_progress"'
said '^webhook  operation.success'
kill -TERM "$running"
wait "$running" || true
running=''
cat run.log
grep -q '^Stopping' run.log
[ ! -e .turnpike/postgres/postmaster.pid ] || { echo 'Postgres outlived make run'; exit 1; }

make test ARGS='test/support/database.test.ts sdk/src/turnpike.test.ts'
