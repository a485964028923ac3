/*
 * Receipts: their rows and contents, and the steps that are taken with them. As in payment-steps.pml, each inline is what
 * the database takes as a whole, under the name of its SQL function or statement.
 */

#define FILES 3 /* Rows that may be begun; who finds none left sends nothing. */
#define NO_FILE 3

/* receipt_files.state */
mtype:filestate = { no_row, storing, recorded, removing };

typedef receipt_file {
  mtype:filestate state = no_row;
  bool has_content;
  bool is_judge_due;
  bit digest
};

receipt_file files[FILES];
unsigned next_file : 2;

hidden byte every;

#define is_reviewed(o) (operations[o].status == manual_check || \
  operations[o].status == awaiting_confirmation && operations[o].receipt_file_id != NO_FILE)

inline find_recorded(content) {
  is_found = false;
  for (every : 0 .. FILES - 1) {
    is_found = is_found || files[every].state == recorded && files[every].digest == content
  }
}

/* Sets `outcome`: accepted (`begun`), voided (`same_file`), declined (`wrong_state`). */
inline begin_receipt(payment, file, content) {
  find_recorded(content);
  if
  :: is_found -> outcome = voided
  :: !is_found && (operations[payment].status != awaiting_confirmation || is_reviewed(payment) ||
       operations[payment].is_expiring || next_file == FILES) -> outcome = declined
  :: else ->
    outcome = accepted;
    file = next_file;
    next_file++;
    files[file].state = storing;
    files[file].digest = content
  fi
}

/* What has no row is not stored. */
inline receipt_content_insert(file) {
  is_done = (files[file].state != no_row);
  files[file].has_content = is_done
}

inline doubt_payment(payment) {
  move(payment, manual_check)
}

/* Sets `outcome`: accepted (`recorded`), voided (`same_file`), declined (`wrong_state`). */
inline record_receipt_file(payment, file) {
  find_recorded(files[file].digest);
#ifdef SAME_FILE_RECORDED_TWICE
  is_found = false;
#endif
  if
  :: is_found -> outcome = voided
  :: !is_found && (operations[payment].status != awaiting_confirmation
#ifndef RECORD_IGNORES_A_REVIEW
       || is_reviewed(payment)
#endif
#ifndef RECORD_IGNORES_EXPIRY
       || operations[payment].is_expiring
#endif
#ifndef RECORD_IGNORES_REMOVAL
       || files[file].state != storing
#endif
     ) -> outcome = declined
  :: else ->
    outcome = accepted;
    assert(!is_reviewed(payment));
    files[file].state = recorded;
    operations[payment].receipt_file_id = file;
    files[file].is_judge_due = true
  fi
}

/* Whether it was used before is known by then: remember_receipt_digest, which may be repeated. */
inline judge_receipt_file(payment, file) {
  if
  :: files[file].is_judge_due ->
    files[file].is_judge_due = false;
    if
#ifndef JUDGED_WHATEVER_HAS_BECOME_OF_IT
    :: operations[payment].status == awaiting_confirmation && operations[payment].receipt_file_id == file ->
#else
    :: true ->
#endif
      if
      :: true
      :: doubt_payment(payment)
      fi
    :: else
    fi
  :: else
  fi
}

/* Sets `is_done`: its content may go. */
inline give_up_receipt_file(file) {
  if
  :: files[file].state == storing -> files[file].state = removing
  :: else
  fi;
  is_done = (files[file].state != recorded);
#ifdef TAKEN_BACK_ALTHOUGH_RECORDED
  is_done = true;
#endif
}

inline claim_receipt_files_to_remove(file) {
  files[file].state = removing
}

inline receipt_content_delete(file) {
  assert(files[file].state != recorded);
  files[file].has_content = false
}

/* A row whose content is there, again perhaps, stays. */
inline forget_receipt_file(file) {
  if
#ifdef ROW_GOES_BEFORE_ITS_CONTENT
  :: files[file].state == removing -> files[file].state = no_row
#else
  :: files[file].state == removing && !files[file].has_content -> files[file].state = no_row
#endif
  :: else
  fi
}

/* Sets `is_done`: the file is the one that the payment is reviewed for, in this status. */
inline hold_reviewed(payment, file, as) {
  is_done = (operations[payment].status == as
#ifndef VERDICT_IGNORES_THE_FILE
    && operations[payment].receipt_file_id == file
#endif
  );
  /* No reviewer decides about a file that he has not seen. */
  assert(!is_done || operations[payment].receipt_file_id == file)
}

inline doubt_receipt(payment, file) {
  hold_reviewed(payment, file, awaiting_confirmation);
  if
  :: is_done -> doubt_payment(payment)
  :: else
  fi
}

/* By its provider while it reviews, or by an operator in manual_check. */
inline reject_receipt(payment, file, as) {
  hold_reviewed(payment, file, as);
  if
  :: is_done ->
    move(payment, cancelled);
    operations[payment].is_receipt_rejected = true;
#ifndef REJECTION_FORGETS_THE_ORDER
    attempts[operations[payment].attempt_id].is_check_due = true;
#endif
#ifndef REJECTION_FORGETS_NOTED_MONEY
    attempts[operations[payment].attempt_id].is_fact_pending =
      (attempts[operations[payment].attempt_id].is_fact_pending || attempts[operations[payment].attempt_id].paid_amount > 0);
#endif
    outbox_record(payment)
  :: else
  fi
}

inline ask_for_receipt_again(payment, file) {
  hold_reviewed(payment, file, manual_check);
  if
  :: is_done ->
    move(payment, awaiting_confirmation);
    operations[payment].receipt_file_id = NO_FILE;
    operations[payment].is_expiring = false
  :: else
  fi
}

/* With one unit; not where the provider has reported more. */
inline approve_receipt(payment, file) {
  hold_reviewed(payment, file, manual_check);
  if
  :: is_done && attempts[operations[payment].attempt_id].paid_amount <= 1 ->
    operations[payment].is_approved = true;
    settle_payment(operations[payment].attempt_id, 1);
    assert(is_done)
  :: else
  fi
}
