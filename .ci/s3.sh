#!/usr/bin/env bash
# Receipts in a real S3: MinIO, which the checks of test/s3 start, freeze, kill and start again. Needs Go where MinIO is
# not installed yet, and then some minutes. Usage: .ci/s3.sh [more options of jest, such as -t 'a link']
set -euo pipefail
cd "$(dirname "$0")/.."

version=v0.0.0-20260212201848-7aac2a2c5b7c
directory="$PWD/.cache/minio-$version"
if [ ! -x "$directory/minio" ]; then
  if ! command -v go >/dev/null; then
    apt-get update -qq && apt-get install -y -qq golang-go
  fi
  GOBIN="$directory" go install "github.com/minio/minio@$version"
fi

MINIO="$directory/minio" \
  node_modules/.bin/jest --config test/jest.config.mjs "$@" --testMatch '<rootDir>/test/s3/*-check.ts'
