/*
 * What Postgres does: the tables as far as the model needs them, and one inline for each step that the database takes as
 * a whole, under the name of its SQL function or statement. The guards that variants take away (#ifdef) are those that a
 * step cannot do without.
 */

#define CREATES 2 /* Creates under the one identifier that may come as far as an intent. */
#define PAYMENTS 3 /* Their rows, and that of a tombstone. */
#ifndef ATTEMPTS
#define ATTEMPTS 3 /* Of all creates together; who finds none left has no further route. */
#endif
#define NONE 7

/* operations.status */
mtype:status = {
  absent, tombstone, creating, rejecting, rejected, pending, awaiting_confirmation, manual_check, completed, cancelled
};
/* attempts.state, and what providers answer */
mtype:state = { sending, accepted, declined, unknown, voided };
/* attempts.reported_state; a fact may be open as well */
mtype:fact = { open, paid, failed };

typedef operation {
  mtype:status status = absent;
  unsigned attempt_id : 3 = NONE;
  unsigned actual_amount : 2;
  bool has_rejection_code;
  bool is_merchants_wish; /* cancel_reason = 'merchant' */
  bool has_terminal_event;
#ifdef H2H
  bool has_acceptance_event; /* tellsAcceptance */
#endif
  unsigned receipt_file_id : 2 = 3; /* NO_FILE */
  bool is_expiring;
  bool is_receipt_rejected; /* cancel_reason = 'receipt_rejected' */
  bool is_approved /* by an operator */
};

typedef attempt {
  mtype:state state;
  mtype:fact reported_state = open;
  unsigned operation_id : 3 = NONE;
  unsigned paid_amount : 2;
  unsigned booked_amount : 2;
  unsigned suspense_amount : 2;
  bool is_fact_pending;
  bool is_check_due /* check_at is not null */
};

operation operations[PAYMENTS];
attempt attempts[ATTEMPTS];
/* The entry of operations_by_identifier for the one identifier that everybody asks for. */
unsigned holder : 3 = NONE;
unsigned next_operation : 3;
unsigned next_attempt : 3;

/* A cancellation was answered as `cancelled` before any acceptance. */
bool is_cancel_won;

/* Of single steps. */
hidden byte each;
hidden byte is_found;
hidden byte is_done;
hidden byte surplus;
hidden mtype:state answer;
hidden mtype:state outcome;

#include "provider.pml"
#include "receipt-steps.pml"

#define larger(one, other) ((one) > (other) -> (one) : (other))
#define is_terminal(o) (operations[o].status == completed || operations[o].status == cancelled)
#define is_open(o) (operations[o].status == pending || operations[o].status == awaiting_confirmation || \
  operations[o].status == manual_check)
#define is_open_attempt(a) (attempts[a].state == sending || attempts[a].state == unknown)
#define operation_of(a) operations[attempts[a].operation_id]
#define is_operations_attempt(a) (operation_of(a).attempt_id == a)

/* nextStatuses */
#define follows(from, to) ( \
     from == tombstone && (to == cancelled) \
  || from == creating && (to == pending || to == awaiting_confirmation || to == rejecting || to == rejected || to == cancelled) \
  || from == rejecting && (to == rejected || to == tombstone) \
  || from == pending && (to == completed || to == cancelled) \
  || from == awaiting_confirmation && (to == manual_check || to == completed || to == cancelled) \
  || from == manual_check && (to == awaiting_confirmation || to == completed || to == cancelled))

/* is_identifier_held, of an operation that is not undecided: freeingStatuses */
#ifdef H2H
#define is_freed(o) (operations[o].status == absent || operations[o].status == rejected || operations[o].status == cancelled)
#else
#define is_freed(o) (operations[o].status == absent || operations[o].status == rejected)
#endif

inline move(payment, to) {
  assert(follows(operations[payment].status, to));
  operations[payment].status = to;
  if
  :: to == rejected ->
    holder = NONE;
    /* The identifier is free only when nothing of this create can come to be any more. */
    for (each : 0 .. ATTEMPTS - 1) {
      assert(attempts[each].operation_id != payment || !is_open_attempt(each) && !may_come_to_stand(each))
    }
#ifdef H2H
#ifndef FAILURE_HOLDS
  /* Of a payment that has failed, no order can be paid that would count. */
  :: to == cancelled ->
    assert(holder == payment && !may_come_to_stand(operations[payment].attempt_id));
    holder = NONE
#endif
#ifdef SUCCESS_FREES
  :: to == completed -> holder = NONE
#endif
#endif
  :: else
  fi
}

inline insert_held(payment, as) {
  assert(holder == NONE);
  payment = next_operation;
  next_operation++;
  operations[payment].status = as;
  holder = payment
}

inline insert_attempt(item, payment) {
  item = next_attempt;
  next_attempt++;
  attempts[item].operation_id = payment;
  attempts[item].state = sending;
  orders[item].is_under_way = true
}

inline find_what_is_open(payment) {
  is_found = false;
  for (each : 0 .. ATTEMPTS - 1) {
    is_found = is_found || attempts[each].operation_id == payment && is_open_attempt(each)
  }
}

inline outbox_record(payment) {
  assert(is_terminal(payment) && !operations[payment].has_terminal_event);
  operations[payment].has_terminal_event = true
}

#define can_record_intent (next_operation < CREATES && next_attempt < ATTEMPTS)

inline record_payment_intents(payment, item) {
  insert_held(payment, creating);
  insert_attempt(item, payment)
}

inline end_attempt(item, as) {
  if
  :: attempts[item].state == sending -> attempts[item].state = as; attempts[item].is_check_due = (as == unknown)
  :: else
  fi
}

inline record_next_attempt(payment, item, as) {
  end_attempt(item, as);
  is_done = (operations[payment].status == creating);
  if
  :: is_done -> insert_attempt(item, payment)
  :: else
  fi
}

inline reject_payment(payment, item, as) {
  end_attempt(item, as);
  is_done = (operations[payment].status == creating);
  if
  :: is_done ->
    operations[payment].has_rejection_code = true;
    find_what_is_open(payment);
#ifdef REJECT_FREES_AT_ONCE
    is_found = false;
#endif
    if
    :: is_found -> move(payment, rejecting)
    :: else -> move(payment, rejected)
    fi
  :: else
  fi
}

inline give_up_payment(payment) {
  if
  :: operations[payment].status == creating ->
    is_found = false;
    for (each : 0 .. ATTEMPTS - 1) {
      if
      :: attempts[each].operation_id == payment && attempts[each].state == sending ->
        attempts[each].state = unknown;
        attempts[each].is_check_due = true
      :: else
      fi;
      is_found = is_found || attempts[each].operation_id == payment && attempts[each].state == unknown
    }
#ifdef GIVING_UP_FREES_AT_ONCE
    is_found = false;
#endif
    if
    :: is_found -> move(payment, rejecting)
    :: else -> move(payment, rejected)
    fi
  :: else
  fi
}

/* Sets `outcome`: accepted; voided where the create was decided meanwhile; unknown where the step failed as a whole. */
inline accept_payment(payment, item) {
#ifdef ACCEPT_IGNORES_DECISION
  if
  :: true ->
#else
  if
  :: operations[payment].status != creating -> outcome = voided
#ifndef ACCEPT_TAKES_UNKNOWN
  :: operations[payment].status == creating && attempts[item].state != sending -> outcome = unknown
  :: operations[payment].status == creating && attempts[item].state == sending ->
#else
  :: operations[payment].status == creating ->
#endif
#endif
    outcome = accepted;
    assert(!is_cancel_won);
#ifdef RECEIPTS
    move(payment, awaiting_confirmation);
#else
    move(payment, pending);
#endif
    operations[payment].attempt_id = item;
    attempts[item].state = accepted;
#if defined(H2H) && !defined(ACCEPTANCE_UNTOLD)
    assert(!operations[payment].has_acceptance_event);
    operations[payment].has_acceptance_event = true;
#endif
#ifdef ACCEPT_FORGETS_EARLY_FACTS
    attempts[item].is_fact_pending = false
#endif
  fi
}

inline give_up_attempt(item) {
  end_attempt(item, unknown)
}

inline end_by_merchant(payment) {
  assert(!is_reviewed(payment));
  move(payment, cancelled);
  operations[payment].is_merchants_wish = true;
  for (each : 0 .. ATTEMPTS - 1) {
    if
    :: attempts[each].operation_id == payment && (attempts[each].state == sending || attempts[each].state == accepted) ->
      if
#ifndef CANCEL_FORGETS_WHAT_IS_SENT
      :: attempts[each].state == sending -> attempts[each].state = unknown; attempts[each].is_check_due = true
#endif
#ifndef CANCEL_FORGETS_THE_ORDER
      :: attempts[each].state == accepted -> attempts[each].is_check_due = true
#endif
      :: else
      fi;
#ifndef CANCEL_FORGETS_NOTED_MONEY
      attempts[each].is_fact_pending = attempts[each].is_fact_pending || attempts[each].paid_amount > 0
#endif
    :: else
    fi
  }
  outbox_record(payment)
}

/* By either identifier: by operation_id it finds some of the same rows and does the same. Sets `outcome` to voided
   (answered as `cancelled`), declined (`already_terminal`) or unknown (`receipt_under_review`). */
inline cancel_payment() {
  outcome = voided;
  if
  :: holder == NONE -> insert_held(o, tombstone); is_cancel_won = true
  :: else ->
    o = holder;
    if
    :: operations[o].status == completed || operations[o].status == cancelled && !operations[o].is_merchants_wish ->
      outcome = declined
    :: operations[o].status == rejecting ->
      move(o, tombstone);
      operations[o].has_rejection_code = false;
      is_cancel_won = true
    :: operations[o].status == creating -> end_by_merchant(o); is_cancel_won = true
#ifdef CANCEL_IGNORES_A_REVIEW
    :: is_open(o) -> end_by_merchant(o)
#else
    :: is_open(o) && !is_reviewed(o) -> end_by_merchant(o)
    :: is_reviewed(o) -> outcome = unknown
#endif
#ifdef EVENT_TWICE
    :: operations[o].status == cancelled && operations[o].is_merchants_wish -> outbox_record(o)
#endif
    :: else
    fi
  fi
}

inline fill_in_tombstone(payment) {
  is_done = (operations[payment].status == tombstone);
#ifdef TOMBSTONE_FILLED_TWICE
  is_done = true;
#endif
  if
  :: is_done ->
    move(payment, cancelled);
    operations[payment].is_merchants_wish = true;
#ifndef EVENT_FORGOTTEN
    outbox_record(payment)
#endif
  :: else
  fi
}

inline settle_payment(item, counted) {
  is_done = (is_operations_attempt(item) && is_open(attempts[item].operation_id));
#ifdef SETTLE_IGNORES_THE_END
  is_done = is_operations_attempt(item);
#endif
  if
  :: is_done ->
    move(attempts[item].operation_id, completed);
    operation_of(item).actual_amount = counted;
    attempts[item].reported_state = paid;
    attempts[item].booked_amount = counted;
#ifdef SETTLE_FORGETS_NOTED_MONEY
    attempts[item].is_fact_pending = false;
#else
    attempts[item].is_fact_pending = (attempts[item].paid_amount > counted);
#endif
    attempts[item].paid_amount = larger(attempts[item].paid_amount, counted);
    outbox_record(attempts[item].operation_id)
  :: else
  fi
}

/* One claimed takes no receipt any more, until it is claimed again or an operator asks for another. */
#define is_due(o) (operations[o].status == pending || \
  operations[o].status == awaiting_confirmation && operations[o].receipt_file_id == NO_FILE)

inline claim_expiring_payments(payment) {
  operations[payment].is_expiring = true;
#ifdef EXPIRY_FREES_AT_ONCE
  holder = NONE
#endif
}

inline end_payment(item, is_expiry) {
  is_done = (is_operations_attempt(item) && is_open(attempts[item].operation_id)
#ifndef RECORD_IGNORES_EXPIRY
    && !(is_expiry && operation_of(item).receipt_file_id != NO_FILE)
#endif
  );
  if
  :: is_done ->
    assert(!is_expiry || !is_reviewed(attempts[item].operation_id));
    move(attempts[item].operation_id, cancelled);
    attempts[item].reported_state = failed;
#ifdef END_FORGETS_NOTED_MONEY
    attempts[item].is_fact_pending = false;
#else
    attempts[item].is_fact_pending = (attempts[item].paid_amount > 0);
#endif
    outbox_record(attempts[item].operation_id)
  :: else
  fi
}

inline record_pending_report(item, as, total) {
  is_done = (attempts[item].state == sending);
  if
  :: is_done ->
    attempts[item].paid_amount = larger(attempts[item].paid_amount, total);
    attempts[item].reported_state = (attempts[item].paid_amount > 0 -> paid : as);
    attempts[item].is_fact_pending = true
  :: else
  fi
}

inline note_open_total(item, total) {
  is_done = ((operation_of(item).status == creating || is_open(attempts[item].operation_id)) &&
    (attempts[item].state == sending || attempts[item].state == accepted));
#ifdef OPEN_MONEY_NOTED_TOO_LATE
  is_done = true;
#endif
  if
  :: is_done ->
    attempts[item].is_fact_pending =
      (attempts[item].state == sending || attempts[item].is_fact_pending && attempts[item].reported_state != open);
    attempts[item].paid_amount = larger(attempts[item].paid_amount, total)
  :: else
  fi
}

inline post_surplus(item, total) {
  surplus = larger(attempts[item].paid_amount, total) - attempts[item].booked_amount;
#ifndef SUSPENSE_IGNORES_WHAT_IT_HOLDS
  surplus = surplus - attempts[item].suspense_amount;
#endif
  attempts[item].is_fact_pending = false;
  attempts[item].paid_amount = larger(attempts[item].paid_amount, total);
  attempts[item].reported_state = (surplus > 0 -> paid : attempts[item].reported_state);
  attempts[item].suspense_amount = attempts[item].suspense_amount + surplus;
  assert(attempts[item].paid_amount == attempts[item].booked_amount + attempts[item].suspense_amount)
}

inline void_attempt(item) {
  attempts[item].is_check_due = false;
  if
  :: attempts[item].state == unknown -> attempts[item].state = voided
  :: else
  fi;
  find_what_is_open(attempts[item].operation_id);
#ifdef VOID_FREES_AT_ONCE
  is_found = false;
#endif
  if
  :: operation_of(item).status == rejecting && !is_found -> move(attempts[item].operation_id, rejected)
  :: else
  fi
}
