/*
 * Creating, paying, cancelling and expiring a payment, with everything that may come in between. What this proves and
 * what it leaves out is in README.md beside it. H2H makes it a payment by h2h: the same, but for what the profile of that API says.
 */

#include "payment-steps.pml"

#ifndef CREATORS
#define CREATORS 2
#endif
#ifndef WORKERS
#define WORKERS 2
#endif
#ifndef CANCELS
#define CANCELS 1
#endif
#ifndef CRASHES
#define CRASHES 1 /* How often work is dropped between two steps, and with it all that it knew. */
#endif

unsigned crashes : 2 = CRASHES;

#define or_crash(place) :: crashes > 0 -> crashes--; goto place

/* What a create answers that another process has decided shows details where its row has them. */
inline answer_by_row(payment) {
  assert(operations[payment].status != creating);
  assert(operations[payment].attempt_id == NONE || !is_cancel_won);
#ifdef H2H
  assert(operations[payment].attempt_id == NONE || payment == own)
#endif
}

/* No request was answered, so one that has waited is as good as the first; where there is a cancellation by then, it
   says what was cancelled. */
#ifdef WAITING_OVERLOOKS_A_TOMBSTONE
#define is_let_go(o) (operations[o].status == rejected && !operations[o].has_rejection_code)
#else
#define is_let_go(o) (operations[o].status == tombstone || \
  operations[o].status == rejected && !operations[o].has_rejection_code)
#endif

/* createPayment, on an instance of its own; the merchant sends it again when no answer came. */
proctype create() {
  unsigned o : 3 = NONE;
  unsigned a : 3 = NONE;
#ifdef H2H
  unsigned own : 3 = NONE; /* The payment that it has made. */
#endif

again:
  atomic {
    o = NONE; a = NONE;
#ifdef H2H
    own = NONE;
#endif
    if
#ifdef INTENT_IGNORES_THE_INDEX
    :: can_record_intent ->
#else
    :: holder == NONE && can_record_intent ->
#endif
      record_payment_intents(o, a);
#ifdef H2H
      own = o;
#endif
      if
      :: goto routing
      or_crash(again)
      fi
    :: holder == NONE && !can_record_intent -> goto answered
    :: holder != NONE ->
      o = holder;
      if
      :: operations[o].status == tombstone -> goto filling
#if defined(H2H) && !defined(DUPLICATE_WAITS)
      :: else -> goto answered /* Refused at once, whatever has become of the other. */
#else
      :: operations[o].status == creating -> goto waiting
      :: else -> answer_by_row(o); goto answered
#endif
      fi
    fi
  }

filling:
  atomic {
    fill_in_tombstone(o);
    if
    :: is_done -> goto answered
    :: !is_done -> goto again
    or_crash(again)
    fi
  }

waiting:
  atomic {
    if
    :: is_let_go(o) -> goto again
    :: operations[o].status != creating && !is_let_go(o) ->
      assert(operations[o].status != tombstone);
      answer_by_row(o);
      goto answered
    fi
  }

  /* The provider's answer and the step that records it are one here: an answer once given stays given. */
routing:
  atomic {
    if
    :: orders[a].is_issued ->
      accept_payment(o, a);
      if
      :: outcome == accepted -> assert(!is_cancel_won); goto answered
      :: outcome == voided -> goto giving_up
      :: outcome == unknown -> goto answered
      or_crash(again)
      fi
    :: orders[a].state == refused -> outcome = declined
#ifdef SILENCE_IS_A_DECLINE
    :: outcome = declined
#else
    :: outcome = unknown
#endif
    :: operations[o].status != creating -> goto decided
    fi;
    if
    :: next_attempt < ATTEMPTS -> record_next_attempt(o, a, outcome)
    :: reject_payment(o, a, outcome); a = NONE
    fi;
    if
    :: is_done && a != NONE -> goto routing
    :: is_done && a == NONE -> goto answered
    :: !is_done -> goto decided
    or_crash(again)
    fi
  }

giving_up:
  atomic {
    give_up_attempt(a);
#ifdef ANSWER_FROM_THE_DRAFT
    assert(!is_cancel_won);
#endif
    if
    :: goto decided
    or_crash(again)
    fi
  }

decided:
  atomic { answer_by_row(o); goto answered }

answered:
end:
  false
}

/* cancelOperation; one that is sent again must not contradict the first. */
proctype cancel() {
  unsigned o : 3 = NONE;
  unsigned times : 2;
  mtype:state earlier;

end:
  do
  :: atomic { times < CANCELS ->
       cancel_payment();
       assert(times == 0 || earlier == unknown || outcome == earlier);
       earlier = outcome;
       times++ }
  :: times == 0 -> times = CANCELS /* The merchant is content. */
  od
}

mtype:phase = { idle, settling, ending, noting_open, recording_pending, posting, freeing, expiring, finishing, giving_up };
mtype:aim = { none, telling, voiding };

/* find_attempts: what a fact means for the payment as it is now. */
inline look() {
  if
  :: is_noted -> word = attempts[item].reported_state; total = attempts[item].paid_amount
  :: else
  fi;
  if
  :: is_operations_attempt(item) && is_open(attempts[item].operation_id) ->
    if
    :: word == open ->
      is_done = (total <= attempts[item].paid_amount && !attempts[item].is_fact_pending);
      stage = noting_open
    :: word != open && larger(total, attempts[item].paid_amount) > 0 ->
      is_done = false; actual = larger(total, attempts[item].paid_amount); stage = settling
    :: else -> is_done = false; stage = ending
    fi
  :: attempts[item].state == sending && operation_of(item).status == creating ->
    is_done = (word == open && total <= attempts[item].paid_amount);
    stage = (word == open -> noting_open : recording_pending)
  :: else -> is_done = false; stage = posting
  fi;
  if
  :: is_done -> leave()
  :: else
  fi
}

inline forget() {
  stage = idle; item = NONE; o = NONE; total = 0; actual = 0; word = open; and_then = none; is_noted = false
}

/* The fact has had its effect. */
inline leave() {
  if
  :: and_then == voiding -> stage = freeing; total = 0; actual = 0; word = open; and_then = none
  :: and_then == telling ->
    orders[item].told_total = larger(orders[item].told_total, total);
    orders[item].is_end_told = (orders[item].is_end_told || word != open && has_ended(item));
    forget()
  :: else -> forget()
  fi
}

/* What a step leads to: the fact has had its effect, or is looked at afresh; or its worker dies. */
inline go_on() {
  if
  :: is_done -> leave()
  :: !is_done -> look()
  :: crashes > 0 -> crashes--; forget()
  fi
}

#define jobs_of(a) \
  :: atomic { stage == idle && is_untold(a) -> \
       item = a; and_then = telling; total = orders[a].total; \
       word = (orders[a].state == paid_up -> paid : (orders[a].state == standing -> open : failed)); \
       if \
       :: true \
       :: has_ended(a) && !orders[a].is_end_told && total > 0 -> total-- /* A last word may leave money out. */ \
       fi; \
       look() } \
  :: atomic { stage == idle && attempts[a].is_fact_pending && \
       !(attempts[a].state == sending && operation_of(a).status == creating) -> \
       item = a; is_noted = true; look() } \
  :: atomic { stage == idle && attempts[a].is_check_due -> \
       item = a; void_order(item); \
       if \
       :: answer == voided -> stage = freeing \
       :: answer == accepted -> word = paid; total = orders[item].total; and_then = voiding; look() \
       :: answer == unknown -> forget() \
       fi }

/* A background job, or what a request does in its place: a callback's fact, a sweep, a take-over, an expiry. */
proctype worker() {
  mtype:phase stage = idle;
  mtype:aim and_then = none;
  mtype:fact word = open;
  unsigned o : 3 = NONE;
  unsigned item : 3 = NONE;
  unsigned total : 2;
  unsigned actual : 2;
  bool is_noted;

end:
  do
  jobs_of(0)
#if ATTEMPTS > 1
  jobs_of(1)
#endif
#if ATTEMPTS > 2
  jobs_of(2)
#endif
  :: atomic { stage == settling -> settle_payment(item, actual); actual = 0; go_on() }
  :: atomic { stage == ending -> end_payment(item, false); go_on() }
  :: atomic { stage == noting_open -> note_open_total(item, total); go_on() }
  :: atomic { stage == recording_pending -> record_pending_report(item, word, total); go_on() }
  :: atomic { stage == posting -> post_surplus(item, total); is_done = true; go_on() }
  :: atomic { stage == freeing -> void_attempt(item); forget() }

#ifndef LIVES_ON
  :: atomic { stage == idle && holder != NONE && is_due(holder) ->
       item = operations[holder].attempt_id;
       claim_expiring_payments(holder);
       void_order(item);
       if
       :: answer == voided -> stage = expiring
       :: answer == accepted -> word = paid; total = orders[item].total; look()
       :: answer == unknown -> forget()
       fi }
#endif
  :: atomic { stage == expiring -> end_payment(item, true); forget() }

#ifndef NOBODY_TAKES_OVER
  /* claim_expired_create and find_open_attempts, and the provider's look-up. A lease may be over at any time: when its
     process has died, and when it is only slow. */
  :: atomic { stage == idle && holder != NONE && operations[holder].status == creating ->
       o = holder;
       stage = giving_up;
       for (each : 0 .. ATTEMPTS - 1) {
         if
         :: attempts[each].operation_id == o && attempts[each].state == sending -> item = each
         :: else
         fi
       }
       if
       :: item != NONE && (orders[item].state == standing || orders[item].state == paid_up) -> stage = finishing
       :: true
       fi }
  :: atomic { stage == finishing ->
       accept_payment(o, item);
       if
       :: outcome == voided -> item = NONE; stage = giving_up
       :: outcome != voided -> forget()
       fi }
  :: atomic { stage == giving_up -> give_up_payment(o); forget() }
#endif
  :: atomic { stage != idle && crashes > 0 -> crashes--; forget() }
  od
}

/* What an operator has approved counts as paid, whether or not the provider knows of it. */
#define is_approved_one(a) (attempts[a].operation_id != NONE && is_operations_attempt(a) && operation_of(a).is_approved)
#define is_settled(a) ((orders[a].total == attempts[a].paid_amount || \
  is_approved_one(a) && orders[a].total <= attempts[a].paid_amount) && \
  (attempts[a].reported_state == open && attempts[a].operation_id != NONE && is_open(attempts[a].operation_id) || \
    attempts[a].paid_amount == attempts[a].booked_amount + attempts[a].suspense_amount))
#define counts(a) (attempts[a].booked_amount > 0 -> 1 : 0)
#define has_no_order(a) (orders[a].state != standing)
#define stands(a) (orders[a].state == standing -> 1 : 0)
#if ATTEMPTS > 2
#define of_all(what, joined_by) (what(0) joined_by what(1) joined_by what(2))
#elif ATTEMPTS > 1
#define of_all(what, joined_by) (what(0) joined_by what(1))
#else
#define of_all(what, joined_by) (what(0))
#endif

#ifdef ANSWERS
ltl every_create_answers { <> create[2]@answered }
#endif
#ifdef CLEARS
ltl a_won_cancellation_clears_up { [] (is_cancel_won -> <> [] (of_all(has_no_order, &&) && of_all(is_settled, &&))) }
#endif

/* Nothing can happen any more: what must have come true by then. */
proctype at_rest() {
end:
  timeout;
  d_step {
    assert(of_all(is_settled, &&));
    assert(of_all(counts, +) <= 1 && of_all(stands, +) <= 1);
    for (each : 0 .. PAYMENTS - 1) {
      assert(operations[each].status != creating && operations[each].status != rejecting);
      assert(is_terminal(each) == operations[each].has_terminal_event);
      assert((operations[each].status == completed) == (operations[each].actual_amount > 0));
      assert((holder == each) == !is_freed(each));
#ifdef H2H
      assert((operations[each].attempt_id != NONE) == operations[each].has_acceptance_event);
#endif
    }
    for (each : 0 .. ATTEMPTS - 1) {
      assert(!is_open_attempt(each) && !attempts[each].is_fact_pending && !attempts[each].is_check_due);
      assert(orders[each].state != standing || attempts[each].state == accepted &&
        (is_open(attempts[each].operation_id) || operation_of(each).is_approved));
      assert(attempts[each].booked_amount == 0 || operation_of(each).actual_amount == attempts[each].booked_amount)
    }
    for (each : 0 .. FILES - 1) {
      assert(files[each].state == no_row || files[each].state == recorded);
      assert(files[each].has_content == (files[each].state == recorded));
      assert(!files[each].is_judge_due)
    }
  }
}

#ifdef RECEIPTS
#include "receipts.pml"
#endif

init {
  atomic {
    run world(); run create();
#if CREATORS > 1
    run create();
#endif
#ifndef H2H
    run cancel();
#endif
    run worker();
#if WORKERS > 1
    run worker();
#endif
#ifdef RECEIPTS
    run payer(0); run remover();
#if CRASHES > 0
    run judge();
#endif
    run reviewer(); run operator();
#if PAYERS > 1
    run payer(OTHER);
#endif
#endif
    /* The formulas say by themselves what must come true. */
#if !defined(ANSWERS) && !defined(CLEARS)
    run at_rest()
#endif
  }
}
