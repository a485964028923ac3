#!/usr/bin/env bash
# Each cell of the race matrix, more often than make test runs it. RACE_SEED repeats the choices of a run that failed.
set -euo pipefail
cd "$(dirname "$0")/.."
RACE_REPEATS=6 \
  node_modules/.bin/jest --config test/jest.config.mjs --runInBand test/faults/races/one-instance test/faults/races/two-instances
