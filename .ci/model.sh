#!/usr/bin/env bash
# The model of docs/models: it has no error in any of its states, and has one when any of its guards is taken away.
# Needs spin and a C compiler, or Debian and root to install them. Usage: .ci/model.sh [part of a run's name]
set -euo pipefail
cd "$(dirname "$0")/.."

if ! command -v spin >/dev/null || ! command -v gcc >/dev/null; then
  apt-get update -qq && apt-get install -y -qq spin gcc libc6-dev >/dev/null
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export work

# Runs one variant: a name, what is expected of it, the size of the model, and the guards that are taken away.
explore() {
  # A short exploration is over before a compiler has made it quick.
  local name=$1 expected=$2 settings=$3 compiler='-O0 -DSAFETY' options=()
  case "$expected $settings" in
    holds*) compiler='-O2 -DSAFETY' ;;
    ends*) compiler='-O0 -DNP' options=(-l) ;;
    *-DANSWERS* | *-DCLEARS*) compiler='-O0 -DNOFAIR' options=(-a) ;;
  esac
  mkdir "$work/$name"
  cp docs/models/*.pml "$work/$name"
  cd "$work/$name"
  # shellcheck disable=SC2086
  spin $settings -a payment.pml >spin.log 2>&1 && gcc -w -DMEMLIM=1800 $compiler -o pan pan.c >>spin.log 2>&1 ||
    { cat spin.log; return 1; }
  SECONDS=0
  ./pan -m20000 -w24 "${options[@]}" >report 2>&1 || true
  local states depth errors violation
  states=$(sed -nE 's/^ *([0-9.e+]+) states, stored.*/\1/p' report)
  depth=$(sed -nE 's/.*depth reached ([0-9]+),.*/\1/p' report)
  errors=$(sed -nE 's/.*errors: ([0-9]+).*/\1/p' report)
  # An exploration that was cut short has proved nothing, and an error that is no violation has found nothing.
  if grep -qE 'max search depth too small|reached -DMEMLIM|out of memory|invalid array index' report; then
    cat report
    return 1
  fi
  if [ "$expected" = missed ]; then
    violation=$(grep -m1 -oE '^pan:1: (assertion violated|invalid end state|acceptance cycle).*' report) ||
      { cat report; return 1; }
    violation=${violation#pan:1: }
    echo "missed  $name: ${violation:0:90}"
  else
    [ "$errors" = 0 ] && ! grep -q 'Search not completed' report || { cat report; return 1; }
    printf '%-7s %s: %s states, depth %s, %s s\n' "$expected" "$name" "$states" "$depth" "$SECONDS"
  fi
}
export -f explore

one='-DCREATORS=1 -DWORKERS=1 -DCRASHES=1 -DDOUBTS=0 -DMOVES=1 -DATTEMPTS=2'
instances='-DCREATORS=2 -DWORKERS=1 -DCRASHES=1 -DDOUBTS=0 -DMOVES=1 -DATTEMPTS=2'
sweeps='-DCREATORS=1 -DWORKERS=2 -DCRASHES=0 -DDOUBTS=0 -DMOVES=1 -DATTEMPTS=2'
h2h='-DH2H -DCREATORS=2 -DWORKERS=1 -DCRASHES=1 -DDOUBTS=0 -DMOVES=2 -DATTEMPTS=2'
money='-DCREATORS=1 -DWORKERS=2 -DCRASHES=0 -DDOUBTS=0 -DMOVES=3 -DATTEMPTS=1'
receipts='-DRECEIPTS -DCREATORS=1 -DWORKERS=1 -DATTEMPTS=1'
one_file="$receipts -DPAYERS=1 -DCRASHES=1 -DDOUBTS=1 -DMOVES=1 -DVERDICTS=1 -DDECISIONS=1"
uploads="$receipts -DPAYERS=2 -DCRASHES=1 -DDOUBTS=1 -DMOVES=0 -DVERDICTS=0 -DDECISIONS=0"
decisions="$receipts -DPAYERS=2 -DCRASHES=0 -DDOUBTS=0 -DMOVES=1 -DVERDICTS=2 -DDECISIONS=2"

runs() {
  cat <<RUNS
two_instances holds $instances
two_sweeps holds $sweeps
two_of_both holds -DCREATORS=2 -DWORKERS=2 -DCRASHES=0 -DDOUBTS=0 -DMOVES=0 -DATTEMPTS=2
much_money holds $money
three_attempts holds -DCREATORS=1 -DWORKERS=1 -DCRASHES=0 -DDOUBTS=1 -DMOVES=1 -DATTEMPTS=3
cancelled_twice holds -DCREATORS=1 -DWORKERS=1 -DCRASHES=1 -DDOUBTS=1 -DMOVES=1 -DATTEMPTS=2 -DCANCELS=2
never_expires holds $instances -DCRASHES=0 -DLIVES_ON
receipt_of_a_payment holds $one_file
two_receipts holds $uploads
same_receipt_twice holds $uploads -DOTHER=0
reviewed_and_asked_again holds $decisions
h2h_two_instances holds $h2h
no_run_is_endless ends $one
every_create_is_answered always $one -DANSWERS
a_won_cancellation_clears_up always $one -DCLEARS
RUNS
  local guard
  for guard in INTENT_IGNORES_THE_INDEX REJECT_FREES_AT_ONCE GIVING_UP_FREES_AT_ONCE VOID_FREES_AT_ONCE \
    ACCEPT_IGNORES_DECISION ACCEPT_TAKES_UNKNOWN ANSWER_FROM_THE_DRAFT SILENCE_IS_A_DECLINE NOBODY_TAKES_OVER \
    CANCEL_FORGETS_THE_ORDER CANCEL_FORGETS_WHAT_IS_SENT CANCEL_FORGETS_NOTED_MONEY TOMBSTONE_FILLED_TWICE \
    WAITING_OVERLOOKS_A_TOMBSTONE SETTLE_IGNORES_THE_END OPEN_MONEY_NOTED_TOO_LATE SUSPENSE_IGNORES_WHAT_IT_HOLDS \
    EVENT_FORGOTTEN; do
    echo "$guard missed $instances -D$guard"
  done
  for guard in RECORD_IGNORES_EXPIRY RECORD_IGNORES_REMOVAL TAKEN_BACK_ALTHOUGH_RECORDED NOBODY_JUDGES_AFTER_A_CRASH \
    JUDGED_WHATEVER_HAS_BECOME_OF_IT ROW_GOES_BEFORE_ITS_CONTENT \
    CANCEL_IGNORES_A_REVIEW REJECTION_FORGETS_THE_ORDER REJECTION_FORGETS_NOTED_MONEY; do
    echo "$guard missed $one_file -D$guard"
  done
  for guard in RECORD_IGNORES_A_REVIEW VERDICT_IGNORES_THE_FILE; do
    echo "$guard missed $decisions -D$guard"
  done
  for guard in DUPLICATE_WAITS FAILURE_HOLDS SUCCESS_FREES EXPIRY_FREES_AT_ONCE ACCEPTANCE_UNTOLD; do
    echo "h2h_$guard missed $h2h -D$guard"
  done
  echo "SAME_FILE_RECORDED_TWICE missed $decisions -DOTHER=0 -DSAME_FILE_RECORDED_TWICE"
  echo "unanswered_without_take_over missed $one -DANSWERS -DNOBODY_TAKES_OVER"
  echo "not_cleared_when_forgotten missed $one -DCLEARS -DCANCEL_FORGETS_WHAT_IS_SENT"
  echo "EVENT_TWICE missed $one -DCANCELS=2 -DEVENT_TWICE"
  echo "ACCEPT_FORGETS_EARLY_FACTS missed $one -DLIVES_ON -DACCEPT_FORGETS_EARLY_FACTS"
  echo "SETTLE_FORGETS_NOTED_MONEY missed $money -DSETTLE_FORGETS_NOTED_MONEY"
  echo "END_FORGETS_NOTED_MONEY missed $money -DEND_FORGETS_NOTED_MONEY"
}

# shellcheck disable=SC2016
runs | grep -E "${1:-.}" | tr '\n' '\0' |
  xargs -0 -P 2 -I{} bash -c 'read -r name expected settings <<<"$1"; explore "$name" "$expected" "$settings"' _ {}
