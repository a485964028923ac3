/*
 * Providers and payers: at most one order per attempt, whatever reaches the provider how often. A message that is lost
 * is one that comes after its order was barred. Payers pay in parts, and pay what is no longer wanted.
 */

#ifndef MOVES
#define MOVES 2 /* How often a payer pays or a provider closes an order, all orders together. */
#endif
#ifndef DOUBTS
#define DOUBTS 1 /* How often a void is not answered, with or without effect. */
#endif

/* `barred`: voided, or asked to be before it came. No order stands, and none can come to stand any more. */
mtype:whereabouts = { not_come, standing, refused, paid_up, fallen, barred };

typedef order {
  mtype:whereabouts state = not_come;
  bool is_under_way; /* Our call may still reach the provider, whether or not a create waits for its answer. */
  bool is_issued; /* The provider has answered, or may yet answer, that it accepts. */
  unsigned total : 2; /* All money that ever came for it. */
  unsigned told_total : 2; /* What of that we have confirmed to have heard. */
  bool is_end_told;
};

order orders[ATTEMPTS];
unsigned moves : 3 = MOVES;
unsigned doubts : 2 = DOUBTS;

#define has_ended(a) (orders[a].state == paid_up || orders[a].state == fallen)
#define is_untold(a) (orders[a].total > orders[a].told_total || has_ended(a) && !orders[a].is_end_told)
#define may_come_to_stand(a) (orders[a].state == standing || orders[a].state == not_come && orders[a].is_under_way)

/* voidPayment: sets `answer` to voided, paid or unknown (which the caller takes for "ask again"). */
inline void_order(item) {
  if
  :: orders[item].state == paid_up -> answer = accepted
  :: orders[item].state != paid_up ->
    answer = voided;
    if
    :: orders[item].state == not_come || orders[item].state == standing -> orders[item].state = barred; orders[item].is_under_way = false
    :: else
    fi
  :: doubts > 0 && orders[item].state == standing -> doubts--; orders[item].state = barred; answer = unknown
  :: doubts > 0 -> doubts--; answer = unknown
  fi
}

/* What a provider and its payers may do with the order of an attempt at any time. */
#define provider_moves(a) \
  :: atomic { orders[a].is_under_way -> \
       orders[a].is_under_way = false; \
       if \
       :: orders[a].state == not_come -> orders[a].state = standing; orders[a].is_issued = true \
       :: orders[a].state == not_come -> orders[a].state = refused \
       :: else \
       fi \
     } \
  :: atomic { moves > 0 && orders[a].is_issued && orders[a].total < 3 -> \
       moves--; \
       orders[a].total++; \
       if \
       :: orders[a].state == standing -> orders[a].state = paid_up \
       :: true /* A part of it; or money for an order that stands no more. */ \
       fi \
     } \
  :: atomic { moves > 0 && orders[a].state == standing -> \
       moves--; \
       orders[a].state = (orders[a].total > 0 -> paid_up : fallen) \
     }

proctype world() {
end:
  do
  provider_moves(0)
#if ATTEMPTS > 1
  provider_moves(1)
#endif
#if ATTEMPTS > 2
  provider_moves(2)
#endif
  :: moves > 0 -> moves-- /* It is not paid. */
  od
}
