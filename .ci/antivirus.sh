#!/usr/bin/env bash
# Receipts before a real antivirus: a clamd that knows one signature, which the checks of test/antivirus start, freeze and kill.
# Needs clamd, or Debian and root to install it. Usage: .ci/antivirus.sh [more options of jest]
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v clamd >/dev/null; then
  # The daemon is for the checks alone: no service is started, and no signatures are fetched.
  apt-get update -qq
  RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends clamav-daemon >/dev/null
fi

CLAMD="$(command -v clamd)" \
  node_modules/.bin/jest --config test/jest.config.mjs "$@" --testMatch '<rootDir>/test/antivirus/*-check.ts'
